import { isRecord, memberOf, textOf } from './file-table.ts';
import { byId, recordsOf } from './json-boards.ts';

/** The tasks of Todoist as its interface has them: a list, one page of it, or a whole account; undefined for any other content. */
export function tasksOfTodoist(content: unknown): readonly unknown[] | undefined {
  const all = recordsOf(memberOf(content, 'items') ?? memberOf(content, 'results') ?? content);
  const isTodoist = all.some(
    ({ content: title, project_id, due, priority }) =>
      typeof title === 'string' &&
      textOf(project_id) !== '' &&
      typeof priority === 'number' &&
      (due === null || isRecord(due)),
  );
  if (!isTodoist) return undefined;
  const projects = byId(memberOf(content, 'projects'));
  const sections = byId(memberOf(content, 'sections'));
  const titles = byId(all);
  const comments = Map.groupBy(recordsOf(memberOf(content, 'notes')), ({ item_id }) =>
    textOf(item_id),
  );
  return all
    .filter(({ is_deleted }) => is_deleted !== true)
    .map((task) => ({
      content: task.content,
      due: memberOf(task.due, 'datetime') ?? memberOf(task.due, 'date'),
      zone: memberOf(task.due, 'timezone'),
      deadline: memberOf(task.deadline, 'date'),
      repeat: memberOf(task.due, 'is_recurring') === true ? memberOf(task.due, 'string') : '',
      priority: task.priority,
      finished: task.checked === true || task.is_completed === true,
      project: projects.get(textOf(task.project_id))?.name,
      section: sections.get(textOf(task.section_id))?.name,
      parent: titles.get(textOf(task.parent_id))?.content,
      labels: task.labels,
      description: [
        task.description,
        ...(comments.get(textOf(task.id)) ?? []).map((comment) => comment.content),
      ],
    }));
}
