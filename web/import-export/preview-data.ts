import { compareDates } from '../dates/calendar.ts';
import { blankNewTask } from '../quick-add/draft.ts';
import { tagsOf } from '../view/pieces.ts';
import { withTags } from './file-tags.ts';
import { countDetails, doubtsOfTasks, planImport } from './import-plan.ts';
import type { PlanChoices, PlanOptions } from './import-plan.ts';
import type { FileContent } from './read-file.ts';

/** The choices before the person makes any. */
export const usualChoices: PlanChoices = {
  duplicates: 'skip',
  cancelled: 'skip',
  finished: 'add',
  past: 'add',
  undated: 'spread',
  tags: 'add',
  details: 'skip',
};

/** What the preview shows of a file: the tasks to add, by date, the questions, and everything that is not added. */
export function previewOf(content: FileContent, choices: PlanChoices, options: PlanOptions) {
  const { add, ...counts } = planImport(content, choices, options);
  const details = countDetails(content.tasks);
  const defaults = blankNewTask(options.todayIso);
  const byDate = add.toSorted((a, b) => compareDates(a.fields.dueDate, b.fields.dueDate));
  return {
    fields: add.map(({ fields }) => fields),
    questions: [...doubtsOfTasks, 'undated' as const]
      .map((question) => ({ question, tasks: counts[question] }))
      .filter(({ tasks }) => tasks > 0),
    details: details.map(({ texts, ...kind }) => ({ ...kind, texts: firstOf(texts, mostTexts) })),
    /** A tag that the file would bring, or undefined. */
    tag: firstTag(content),
    /** True if there are details that could be added to the descriptions. */
    areDetailsAsked: details.some(({ kind }) => !notAsked.has(kind)),
    unread: firstOf(
      content.unread.map((value) => ({ ...value, instead: defaults[value.field] })),
      mostValues,
    ),
    faulty: { ...firstOf(content.faulty, mostFaulty), all: content.faulty.length },
    days: firstDays(byDate),
    planned: firstOf(byDate, mostTasks),
    ignored: add.length > 0 ? content.ignored : [],
  };
}

export type Preview = ReturnType<typeof previewOf>;

function firstTag({ tasks }: FileContent): string | undefined {
  for (const { details } of tasks) {
    const [tag] = tagsOf(withTags('', details));
    if (tag !== undefined) return `#${tag}`;
  }
  return undefined;
}

/** The first days on which tasks that are not done would be due, each with their number. */
function firstDays(byDate: ReturnType<typeof planImport>['add']) {
  const open = byDate.filter(({ fields }) => fields.state !== 'DONE');
  const days = [...Map.groupBy(open, ({ fields }) => fields.dueDate)];
  return days.slice(0, mostDays).map(([iso, tasks]) => ({ iso, tasks: tasks.length }));
}

/** The first items, and the number of those that are not shown. */
function firstOf<Item>(items: readonly Item[], most: number) {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/** Details that become tags, and a recurrence that was not understood. */
const notAsked: ReadonlySet<string> = new Set(['list', 'labels', 'repeat']);
const mostTasks = 200;
const mostFaulty = 100;
const mostValues = 20;
const mostTexts = 5;
const mostDays = 5;
