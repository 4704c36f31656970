import { isRecord, listOf, memberOf, textOf } from './file-table.ts';
import { withoutHtml } from './html-text.ts';

/** The cards of a Trello board; undefined for any other content. A list in the archive puts its cards there too. */
export function cardsOfTrello(content: unknown): readonly unknown[] | undefined {
  if (!isRecord(content) || !Array.isArray(content.cards) || !Array.isArray(content.lists))
    return undefined;
  const lists = byId(content.lists);
  const checklists = Map.groupBy(recordsOf(content.checklists), ({ idCard }) => textOf(idCard));
  return content.cards.map((card: unknown) => {
    if (!isRecord(card)) return card;
    const list = lists.get(textOf(card.idList));
    return {
      name: card.name,
      due: card.due,
      start: card.start,
      dueComplete: card.dueComplete,
      closed: card.closed === true || list?.closed === true,
      board: content.name,
      list: list?.name,
      // A label without a name is its color.
      labels: recordsOf(card.labels).map(({ name, color }) => textOf(name) || color),
      desc: card.desc,
      checklist: checklists
        .get(textOf(card.id))
        ?.flatMap(({ checkItems }) => recordsOf(checkItems).map(({ name }) => name)),
    };
  });
}

/** The tasks of all projects of Vikunja, or of the lists of its older namespaces; undefined for any other content. */
export function tasksOfVikunja(content: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const groups = recordsOf(content);
  const projects = groups.flatMap((group) => {
    if (!Array.isArray(group.lists)) return [group];
    return recordsOf(group.lists);
  });
  const isVikunja = projects.some(({ tasks }) =>
    recordsOf(tasks).some((task) => typeof task.due_date === 'string' && 'done' in task),
  );
  if (!isVikunja) return undefined;
  return projects.flatMap(({ title, tasks, buckets }) => {
    const columns = byId(buckets);
    return listOf(tasks).map((task) => {
      if (!isRecord(task)) return task;
      const bucket = columns.get(textOf(task.bucket_id))?.title;
      return { ...ofVikunja(task), list: title, bucket };
    });
  });
}

function ofVikunja(task: Readonly<Record<string, unknown>>) {
  return {
    ...task,
    due_date: dateOfVikunja(task.due_date),
    end_date: dateOfVikunja(task.end_date),
    start_date: dateOfVikunja(task.start_date),
    labels: titlesOf(task.labels),
    parent: titlesOf(memberOf(task.related_tasks, 'parenttask')),
    description: withoutHtml(textOf(task.description)),
    repeat: repeatOfVikunja(Number(task.repeat_after), task.repeat_mode),
  };
}

/** The year 1 stands for no date. */
function dateOfVikunja(date: unknown): unknown {
  if (textOf(date).startsWith('0001-')) return '';
  return date;
}

/** The words of a recurrence of so many seconds; mode 1 is monthly, mode 2 counts from the day of finishing. */
function repeatOfVikunja(seconds: number, mode: unknown): string {
  if (mode === 1) return 'every month';
  const days = seconds / 86_400;
  if (!(days > 0)) return '';
  const every = mode === 2 ? 'every!' : 'every';
  if (Number.isInteger(days)) return `${every} ${days} days`;
  return `${every} ${seconds / 3600} hours`;
}

/** An instant in milliseconds as ISO 8601; undefined for anything else. */
export function instantOf(ms: unknown): string | undefined {
  if (typeof ms !== 'number') return undefined;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return undefined;
  return date.toISOString();
}

export const recordsOf = (value: unknown) => listOf(value).filter(isRecord);
export const titlesOf = (value: unknown) => recordsOf(value).map(({ title }) => title);
export const byId = (value: unknown) =>
  new Map(
    recordsOf(value).flatMap((record) => {
      const id = textOf(record.id);
      return id === '' ? [] : [[id, record] as const];
    }),
  );
