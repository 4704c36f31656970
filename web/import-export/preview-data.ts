import { blankNewTask } from '../quick-add/read.ts';
import { countDetails, doubtsOfTasks, planImport } from './import-plan.ts';
import type { PlanChoices } from './import-plan.ts';
import type { FileContent } from './read-file.ts';

/** The choices before the person makes any. */
export const usualChoices: PlanChoices = {
  duplicates: 'skip',
  cancelled: 'skip',
  finished: 'add',
  past: 'add',
  details: 'skip',
};

/** What the preview shows of a file: the tasks to add, by date, the questions, and everything that is not added. */
export function previewOf(content: FileContent, choices: PlanChoices, todayIso: string) {
  const { add, ...counts } = planImport(content, choices, todayIso);
  const details = countDetails(content.tasks);
  const defaults = blankNewTask(todayIso);
  return {
    fields: add.map(({ fields }) => fields),
    questions: doubtsOfTasks
      .map((doubt) => ({ doubt, tasks: counts[doubt] }))
      .filter(({ tasks }) => tasks > 0),
    details: details.map(({ texts, ...kind }) => ({ ...kind, texts: firstOf(texts, mostTexts) })),
    /** True if there are details that could be added to the descriptions. */
    areDetailsAsked: details.some(({ kind }) => kind !== 'repeat'),
    unread: firstOf(
      content.unread.map((value) => ({ ...value, instead: defaults[value.field] })),
      mostValues,
    ),
    faulty: { ...firstOf(content.faulty, mostFaulty), all: content.faulty.length },
    planned: firstOf(
      add.toSorted((a, b) => (a.fields.dueDate < b.fields.dueDate ? -1 : 1)),
      mostTasks,
    ),
    ignored: add.length > 0 ? content.ignored : [],
  };
}

export type Preview = ReturnType<typeof previewOf>;

/** The first items, and the number of those that are not shown. */
function firstOf<Item>(items: readonly Item[], most: number) {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) };
}

const mostTasks = 200;
const mostFaulty = 100;
const mostValues = 20;
const mostTexts = 5;
