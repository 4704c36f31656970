import { durationInWords } from './durations.ts';
import { ruleInWords } from './file-repeat.ts';
import { isRecord, listOf, memberOf, textOf } from './file-table.ts';
import { byId, instantOf, recordsOf } from './json-boards.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The tasks of `task export` of Taskwarrior, without the deleted ones; undefined for any other content. */
export function tasksOfTaskwarrior(content: unknown): readonly unknown[] | undefined {
  const all = recordsOf(content);
  const isTaskwarrior = all.some(
    ({ uuid, entry, description }) =>
      textOf(uuid) !== '' && textOf(description) !== '' && /^\d{8}T\d{6}Z$/.test(textOf(entry)),
  );
  if (!isTaskwarrior) return undefined;
  const tasks = all.filter(({ status }) => status !== 'deleted');
  const next = nextOfEach(tasks);
  return tasks
    .filter((task) => (next.get(seriesOf(task)) ?? task) === task)
    .map(({ recur, status, start, ...task }) => ({
      ...task,
      status: status === 'pending' && textOf(start) !== '' ? 'working' : status,
      recur: durationInWords(textOf(recur)),
      annotations: recordsOf(task.annotations).map(({ description }) => description),
    }));
}

/** The next task of each recurrence. The file also has those before it, and the pattern that they come from. */
function nextOfEach(tasks: readonly Entry[]): ReadonlyMap<string, Entry> {
  const next = new Map<string, Entry>();
  for (const task of tasks) {
    if (textOf(task.parent) === '' || task.status === 'completed') continue;
    const other = next.get(seriesOf(task));
    if (textOf(other?.due) <= textOf(task.due)) next.set(seriesOf(task), task);
  }
  return next;
}

/** The id of the recurrence of a task that is not finished, or the task's own. */
function seriesOf({ parent, status, uuid }: Entry): string {
  if (status === 'completed') return textOf(uuid);
  return textOf(parent) || textOf(uuid);
}

/** The tasks of the export of Remember The Milk, without those in the trash; undefined for any other content. */
export function tasksOfMilk(content: unknown): readonly unknown[] | undefined {
  const all = recordsOf(memberOf(content, 'tasks'));
  if (!all.some(({ series_id }) => textOf(series_id) !== '')) return undefined;
  const lists = byId(memberOf(content, 'lists'));
  const tasks = byId(all);
  const notes = Map.groupBy(recordsOf(memberOf(content, 'notes')), (note) =>
    textOf(note.series_id),
  );
  return all
    .filter((task) => textOf(task.date_trashed) === '')
    .map((task) => ({
      title: task.name,
      due: instantOf(task.date_due),
      // The day is midnight in the zone of the person.
      isWholeDay: task.date_due_has_time !== true,
      priority: task.priority,
      completed: task.date_completed,
      list: lists.get(textOf(task.list_id))?.name,
      parent: tasks.get(textOf(task.parent_id))?.name,
      tags: task.tags,
      repeat: repeatOfMilk(task),
      notes: [task.url, ...(notes.get(textOf(task.series_id)) ?? []).map((note) => note.content)],
    }));
}

/** A recurrence that is not "every" counts from the day of finishing. */
function repeatOfMilk({ repeat, repeat_every }: Entry): string {
  const words = ruleInWords(textOf(repeat));
  if (repeat_every === true) return words;
  return words.replace(/^every /, 'every! ');
}

/** The cards of a board of Wekan, in the form of Trello; undefined for any other content. */
export function cardsOfWekan(content: unknown): readonly unknown[] | undefined {
  if (!isRecord(content) || !textOf(content._format).startsWith('wekan-board')) return undefined;
  const idsAs = (list: unknown) => recordsOf(list).map((item) => ({ ...item, id: item._id }));
  const lists = byId(idsAs(content.lists));
  const labels = byId(idsAs(content.labels));
  const steps = Map.groupBy(recordsOf(content.checklistItems), ({ cardId }) => textOf(cardId));
  return listOf(content.cards).map((card) => {
    if (!isRecord(card)) return card;
    const list = lists.get(textOf(card.listId));
    return {
      name: card.title,
      due: card.dueAt,
      start: card.startAt,
      closed: card.archived === true || list?.archived === true,
      board: content.title,
      list: list?.title,
      labels: listOf(card.labelIds).map((id) => {
        const label = labels.get(textOf(id));
        return textOf(label?.name) || label?.color;
      }),
      desc: card.description,
      checklist: steps.get(textOf(card._id))?.map(({ title }) => title),
    };
  });
}
