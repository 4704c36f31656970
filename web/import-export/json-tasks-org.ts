import { isRecord, listOf, memberOf, textOf } from './file-table.ts';
import { instantOf, recordsOf } from './json-boards.ts';
import { localTimeOf } from './file-dates.ts';
import { ruleInWords } from './file-repeat.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The tasks of a backup of Tasks.org, without the deleted ones; undefined for any other content. */
export function tasksOfTasksOrg(content: unknown): readonly unknown[] | undefined {
  const data = memberOf(content, 'data');
  const all = listOf(memberOf(data, 'tasks'));
  if (!all.some((each) => isRecord(memberOf(each, 'task')))) return undefined;
  const lists = new Map(
    [
      ...recordsOf(memberOf(data, 'caldavCalendars')),
      ...recordsOf(memberOf(data, 'googleTaskLists')),
    ].map(({ uuid, remoteId, name, title }) => [textOf(uuid ?? remoteId), name ?? title]),
  );
  const titles = new Map(
    recordsOf(all).map((each) => [textOf(placeOf(each).remoteId), memberOf(each.task, 'title')]),
  );
  return all
    .filter((each) => !(Number(memberOf(memberOf(each, 'task'), 'deletionDate')) > 0))
    .map((each) => {
      if (!isRecord(each) || !isRecord(each.task)) return each;
      const { task } = each;
      const { calendar, remoteParent, listId } = placeOf(each);
      return {
        title: task.title,
        due: dayOfMs(task.dueDate),
        start: dayOfMs(task.hideUntil),
        priority: task.priority,
        isDone: Number(task.completionDate) > 0,
        list: lists.get(textOf(calendar ?? listId)),
        parent: titles.get(textOf(remoteParent)),
        tags: recordsOf(each.tags).map(({ name }) => name),
        notes: [task.notes, ...recordsOf(each.comments).map(({ message }) => message)],
        repeat: repeatOf(task),
      };
    });
}

/** The place of a task in its list; before it may stand the lists that it was in earlier. */
function placeOf({ caldavTasks, google }: Entry): Entry {
  return recordsOf(caldavTasks).at(-1) ?? recordsOf(google).at(-1) ?? {};
}

/** The local day of an instant, with its time of day if there are seconds: a whole day has none. */
function dayOfMs(ms: unknown): string {
  const instant = Number(ms) > 0 ? instantOf(ms) : undefined;
  if (instant === undefined) return '';
  const local = localTimeOf(instant);
  return Number(ms) % 60_000 === 0 ? local.slice(0, 10) : local;
}

/** The words of a recurrence. One from the day of finishing says so beside the rule, or in it in older versions. */
function repeatOf({ recurrence, repeatFrom }: Entry): string {
  const rule = textOf(recurrence);
  const words = ruleInWords(rule.replace(/;FROM=COMPLETION/i, ''));
  const isFromDone = repeatFrom === 1 || /;FROM=COMPLETION/i.test(rule);
  return isFromDone ? words.replace(/^every /, 'every! ') : words;
}
