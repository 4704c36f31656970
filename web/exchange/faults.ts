import { Errors } from 'typebox/schema';

import type { FieldFaultCode } from '../../contract/problem.ts';
import { TaskCreateRequest } from '../../contract/task.ts';

import type { Field } from './columns.ts';

/**
 * One reason why an entry is no task, in the words of the service's own answer where a field is at fault. `found` is what
 * stands where a date should be.
 */
export type RowFault =
  | { readonly field: Field; readonly code: FieldFaultCode; readonly found?: string }
  | { readonly code: 'not_an_object' | 'too_many_cells' };

/** Every fault of a task's fields, one for each field at most, as the published schema judges them. */
export function faultsOf(task: Readonly<Record<string, unknown>>): RowFault[] {
  const faults = new Map<Field, FieldFaultCode>();
  const note = (field: Field | undefined, code: FieldFaultCode) => {
    if (field !== undefined && !faults.has(field)) faults.set(field, code);
  };
  for (const error of Errors(TaskCreateRequest, task)[1]) {
    if (error.keyword === 'required')
      for (const name of error.params.requiredProperties) note(fieldNamed(name), 'required');
    else {
      const field = fieldNamed(error.instancePath.slice(1));
      note(field, codeOf(error.keyword, field));
    }
  }
  return [...faults].map(([field, code]) => {
    const found = code === 'not_a_date' ? task[field] : undefined;
    return typeof found === 'string' ? { field, code, found } : { field, code };
  });
}

function fieldNamed(name: string): Field | undefined {
  return (['description', 'dueDate', 'importance', 'state'] as const).find((field) => field === name);
}

function codeOf(keyword: string, field: Field | undefined): FieldFaultCode {
  switch (keyword) {
    case 'type':
      return 'type';
    case 'maxLength':
      return 'too_long';
    case 'not':
      return 'not_well_formed';
    case 'enum':
      return 'not_allowed';
    default:
      return field === 'dueDate' ? 'not_a_date' : 'blank';
  }
}
