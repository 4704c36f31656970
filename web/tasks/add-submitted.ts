import { optionsOf } from '../quick-add/options.ts';
import { faultsOf } from '../sync/fields.ts';
import type { FieldFaults } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Actions } from './actions.ts';
import type { WholeReader } from './reader.ts';

type Dependencies = {
  tasks: Pick<Tasks, 'drafts' | 'submitted'>;
  actions: Pick<Actions, 'add'>;
  reading: Parameters<typeof optionsOf>[0];
};

/**
 * Adds the new tasks that waited until their words can be read. One that cannot be added is the draft in the field again. Returns the
 * key of the last new row, and the faults of the last task that was not added.
 */
export function addSubmitted({ tasks, actions, reading }: Dependencies, reader: WholeReader) {
  let addedKey: string | null = null;
  let faults: FieldFaults = {};
  for (const { draft, dayIso } of tasks.submitted.takeAll()) {
    const { fields } = reader.readNewTask(draft, optionsOf(reading, dayIso));
    const found = faultsOf(fields, dayIso);
    const rowKey = Object.keys(found).length > 0 ? null : actions.add(fields);
    if (rowKey === null) {
      putBack(tasks.drafts, draft);
      faults = found;
    } else addedKey = rowKey;
  }
  return { addedKey, faults };
}

/** The person may have begun the next task in the field: no word of either is lost. */
function putBack(drafts: Tasks['drafts'], draft: NewTaskDraft): void {
  const begun = drafts.current.peek().newTask?.description ?? '';
  if (begun === '') drafts.setNewTask(draft);
  else drafts.setNewTask({ ...draft, description: `${draft.description} ${begun}` });
}
