import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Chip } from './read.ts';
import { options as regions } from './options-fixture.ts';
import { blankNewTask, readEdit, readNewTask, setByHand, writeNewTask } from './new-task.ts';
import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';

const options = { ...regions.gb, todayIso: '2026-11-21' };
const typed = (text: string, draft: NewTaskDraft = blankNewTask(options.todayIso)): NewTaskDraft =>
  writeNewTask(draft, text, options) ?? assert.fail('nothing is left of the draft');
const read = (draft: NewTaskDraft) => readNewTask(draft, options).fields;

test('date, importance and state are read from the words, which leave the description', () => {
  assert.deepEqual(read(typed('Call Grace tomorrow !high /working')), {
    description: 'Call Grace',
    dueDate: '2026-11-22',
    importance: 'HIGH',
    state: 'WORKING',
  });
});

test('a form reads what was typed into the words, and nothing that stood there before', () => {
  const opened = {
    description: 'Plan tomorrow !high',
    dueDate: '2026-11-30',
    importance: 'LOW',
    state: 'TODO',
  } as const;
  const edited = (description: string, parts: Partial<Fields> = {}, literal: readonly Chip['kind'][] = []) =>
    readEdit({ ...opened, description, ...parts }, opened, options, literal).fields;
  assert.deepEqual(edited(opened.description), opened);
  const longer = 'My plan tomorrow !high ';
  assert.deepEqual(edited(longer), { ...opened, description: longer });
  const closed = 'My plan !high, TOMORROW.';
  assert.deepEqual(edited(closed), { ...opened, description: closed });
  assert.deepEqual(edited('Plan tomorrow'), { ...opened, description: 'Plan tomorrow' });
  assert.deepEqual(edited('Plan today tomorrow !high /done'), {
    ...opened,
    description: 'Plan today tomorrow !high',
    state: 'DONE',
  });
  const typedDate = 'Plan tomorrow !high on Friday';
  assert.deepEqual(edited(typedDate), {
    ...opened,
    description: 'Plan tomorrow !high',
    dueDate: '2026-11-27',
  });
  const byHand = { dueDate: '2026-12-01' };
  assert.deepEqual(edited(typedDate, byHand), { ...opened, ...byHand, description: typedDate });
  assert.deepEqual(edited(typedDate, {}, ['date']), { ...opened, description: typedDate });
  assert.equal(edited('Plan every friday !high').dueDate, '2026-11-27');
  assert.equal(edited('Plan every week !high').dueDate, opened.dueDate, 'a rule without a day keeps it');
});

test('a value set by hand holds, whatever words come after it', () => {
  const draft = setByHand(typed('Call Grace'), 'date', { dueDate: '2026-12-24' });
  assert.deepEqual(read(typed('Call Grace tomorrow !low', draft)), {
    description: 'Call Grace tomorrow',
    dueDate: '2026-12-24',
    importance: 'LOW',
    state: 'TODO',
  });
});

test('words that are kept as words are read no more, also when their value is the usual one', () => {
  const draft = setByHand(typed('Read USA today'), 'date', { dueDate: options.todayIso });
  assert.deepEqual(readNewTask(draft, options).chips, []);
  assert.equal(read(draft).description, 'Read USA today');
});

test('nothing is left of a draft without words, unless something was set by hand', () => {
  assert.equal(writeNewTask(typed('Call'), '', options), null);
  const draft = setByHand(typed('Call'), 'importance', { importance: 'HIGH' });
  assert.equal(writeNewTask(draft, '', options)?.importance, 'HIGH');
});
