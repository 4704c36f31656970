import { ruleInWords } from './file-repeat.ts';
import { isRecord, listOf, memberOf, textOf } from './file-table.ts';
import { instantOf } from './json-boards.ts';

type Entity = Readonly<Record<string, unknown>>;
type Entities = ReadonlyMap<string, Entity>;

/** The tasks of a backup of Super Productivity, and the next one of each recurrence; undefined for any other content. */
export function tasksOfSuperProductivity(content: unknown): readonly unknown[] | undefined {
  const data = [memberOf(content, 'data'), content].find(isRecord);
  if (!isRecord(memberOf(data?.task, 'entities'))) return undefined;
  const tasks = entitiesOf(data?.task);
  const projects = entitiesOf(data?.project);
  const tags = entitiesOf(data?.tag);
  const recurrences = entitiesOf(data?.taskRepeatCfg);
  const next = nextOfEach(tasks);
  const placeOf = ({ projectId, tagIds }: Entity) => ({
    project: projects.get(textOf(projectId))?.title,
    // The tag of the day's list is no word of the person.
    tags: listOf(tagIds)
      .filter((id) => id !== 'TODAY')
      .map((id) => tags.get(textOf(id))?.title),
  });
  const all = [...tasks.values()].map((task) => ({
    title: task.title,
    isDone: task.isDone,
    dueDay: instantOf(task.dueWithTime ?? task.plannedAt) ?? task.dueDay,
    deadlineDay: task.deadlineDay,
    ...placeOf(task),
    parent: tasks.get(textOf(task.parentId))?.title,
    notes: task.notes,
    repeat:
      next.get(textOf(task.repeatCfgId)) === task
        ? repeatOf(recurrences.get(textOf(task.repeatCfgId)))
        : '',
  }));
  const withoutTask = [...recurrences]
    .filter(([id, { isPaused }]) => !next.has(id) && isPaused !== true)
    .map(([, recurrence]) => ({
      title: recurrence.title,
      ...placeOf(recurrence),
      notes: recurrence.notes,
      repeat: repeatOf(recurrence),
    }));
  return [...all, ...withoutTask];
}

/** The number of tasks in the archive, which are finished. */
export function archivedIn(content: unknown): number {
  const data = [memberOf(content, 'data'), content].find(isRecord);
  return ['archive', 'archiveYoung', 'archiveOld', 'taskArchive']
    .map((name) => memberOf(data, name))
    .flatMap((archive) => [...entitiesOf(memberOf(archive, 'task') ?? archive).values()]).length;
}

/** The last open task of each recurrence, by the id of the recurrence. */
const nextOfEach = (tasks: Entities): Entities =>
  new Map(
    [...tasks.values()]
      .filter(({ isDone, repeatCfgId }) => isDone !== true && textOf(repeatCfgId) !== '')
      .toSorted((a, b) => Number(a.created ?? 0) - Number(b.created ?? 0))
      .map((task) => [textOf(task.repeatCfgId), task]),
  );

/** The words of a recurrence, from its first day; a rule without words stays as it is, as not understood. */
function repeatOf(recurrence: Entity | undefined): string {
  if (recurrence === undefined) return '';
  const words = ruleInWords(ruleOf(recurrence));
  // A yearly rule names its day.
  const start = recurrence.repeatCycle === 'YEARLY' ? '' : textOf(recurrence.startDate);
  const time = textOf(recurrence.startTime);
  return [
    recurrence.repeatFromCompletionDate === true ? words.replace(/^every /, 'every! ') : words,
    time && `at ${time}`,
    start && `starting ${start}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The rule as in iCalendar. */
function ruleOf(recurrence: Entity): string {
  const { rrule, repeatCycle, repeatEvery, monthlyWeekOfMonth, monthlyLastDay } = recurrence;
  if (textOf(rrule) !== '') return textOf(rrule);
  const days = weekdays.filter((day) => recurrence[day] === true);
  const [, month = '', monthDay = ''] = textOf(recurrence.startDate)
    .split('-')
    .map(Number)
    .map(String);
  const parts: Readonly<Record<string, string>> = {
    WEEKLY: days.length > 0 ? `;BYDAY=${days.map((day) => day.slice(0, 2)).join(',')}` : '',
    MONTHLY: monthDay && `;BYMONTHDAY=${monthlyLastDay === true ? '-1' : monthDay}`,
    YEARLY: monthDay && `;BYMONTH=${month};BYMONTHDAY=${monthDay}`,
  };
  const cycle = textOf(repeatCycle);
  // The third Friday of a month, which has no words.
  const nth = cycle === 'MONTHLY' && textOf(monthlyWeekOfMonth) !== '' ? ';BYSETPOS=1' : '';
  return `FREQ=${cycle};INTERVAL=${textOf(repeatEvery) || '1'}${parts[cycle] ?? ''}${nth}`.toUpperCase();
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The entities of a part of the backup, by id. */
function entitiesOf(part: unknown): Entities {
  const entities = memberOf(part, 'entities');
  if (!isRecord(entities)) return new Map();
  const records = new Map<string, Entity>();
  for (const [id, entity] of Object.entries(entities))
    if (isRecord(entity)) records.set(id, entity);
  return records;
}
