import { isRecord, textOf } from './file-table.ts';

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
  const projects = groups.flatMap((group) =>
    Array.isArray(group.lists) ? recordsOf(group.lists) : [group],
  );
  const isVikunja = projects.some(
    ({ tasks, title }) => typeof title === 'string' && (tasks === null || Array.isArray(tasks)),
  );
  if (!isVikunja) return undefined;
  return projects.flatMap(({ title, tasks, buckets }) => {
    const columns = byId(buckets);
    return listOf(tasks).map((task) =>
      isRecord(task)
        ? { ...ofVikunja(task), list: title, bucket: columns.get(textOf(task.bucket_id))?.title }
        : task,
    );
  });
}

function ofVikunja(task: Readonly<Record<string, unknown>>) {
  const { parenttask } = isRecord(task.related_tasks) ? task.related_tasks : {};
  // The year 1 stands for no date.
  const dateOf = (date: unknown) => (textOf(date).startsWith('0001-') ? '' : date);
  return {
    ...task,
    due_date: dateOf(task.due_date),
    end_date: dateOf(task.end_date),
    start_date: dateOf(task.start_date),
    labels: titlesOf(task.labels),
    parent: titlesOf(parenttask),
    description: withoutHtml(textOf(task.description)),
    repeat: repeatOfVikunja(Number(task.repeat_after), task.repeat_mode),
  };
}

/** The words of a recurrence of so many seconds; mode 1 is monthly, mode 2 counts from the day of finishing. */
function repeatOfVikunja(seconds: number, mode: unknown): string {
  if (mode === 1) return 'every month';
  const days = seconds / 86_400;
  if (!(days > 0)) return '';
  const every = mode === 2 ? 'every!' : 'every';
  return Number.isInteger(days) ? `${every} ${days} days` : `${every} ${seconds / 3600} hours`;
}

/** The tasks of a backup of Super Productivity; undefined for any other content. */
export function tasksOfSuperProductivity(content: unknown): readonly unknown[] | undefined {
  const data = isRecord(content) && isRecord(content.data) ? content.data : content;
  if (!isRecord(data) || !isRecord(data.task) || !isRecord(data.task.entities)) return undefined;
  const tasks = entitiesOf(data.task);
  const projects = entitiesOf(data.project);
  const tags = entitiesOf(data.tag);
  return [...tasks.values()].map((task) => ({
    title: task.title,
    isDone: task.isDone,
    dueDay: instantOf(task.dueWithTime ?? task.plannedAt) ?? task.dueDay,
    deadlineDay: task.deadlineDay,
    project: projects.get(textOf(task.projectId))?.title,
    parent: tasks.get(textOf(task.parentId))?.title,
    // The tag of the day's list is no word of the person.
    tags: listOf(task.tagIds).map((id) => (id === 'TODAY' ? '' : tags.get(textOf(id))?.title)),
    notes: task.notes,
  }));
}

/** The entities of a part of the backup, by id. */
const entitiesOf = (part: unknown) =>
  new Map(
    Object.entries(isRecord(part) && isRecord(part.entities) ? part.entities : {}).flatMap(
      ([id, entity]) => (isRecord(entity) ? [[id, entity] as const] : []),
    ),
  );

/** An instant in milliseconds as ISO 8601; undefined for anything else. */
export function instantOf(ms: unknown): string | undefined {
  const date = new Date(typeof ms === 'number' ? ms : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const recordsOf = (value: unknown) => listOf(value).filter(isRecord);
const titlesOf = (value: unknown) => recordsOf(value).map(({ title }) => title);
const byId = (value: unknown) =>
  new Map(recordsOf(value).map((record) => [textOf(record.id), record]));

const withoutHtml = (text: string): string => text.replace(/<[^<>]*>/g, ' ').trim();
