import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { options } from '../quick-add/options-fixture.ts';
import { openDrafts } from '../sync/drafts.ts';
import type { Fields } from '../sync/fields.ts';
import { openSubmitted } from '../sync/submitted.ts';
import { addSubmitted } from './add-submitted.ts';
import * as wholeReader from './whole-reader.ts';

const owner = 'ada@example.org';

/** Submits these texts on a day, and adds them; `hasRoom` is false if no task can be added. */
function submit(texts: readonly string[], { dayIso = '2026-11-20', hasRoom = true, begun = '' }) {
  const storage = storageInMemory();
  const drafts = openDrafts(storage, owner, String);
  const submitted = openSubmitted(storage, owner);
  const draftOf = (description: string) =>
    ({ description, dueDate: dayIso, importance: 'MEDIUM', state: 'TODO' }) as const;
  for (const text of texts) submitted.add({ draft: draftOf(text), dayIso });
  if (begun !== '') drafts.setNewTask(draftOf(begun));
  const added: Fields[] = [];
  const add = (fields: Fields) => (hasRoom ? `row ${added.push(fields)}` : null);
  const { language, locale, firstDayOfWeek } = options.en;
  const reading = { language, days: { locale, firstDayOfWeek } };
  const result = addSubmitted(
    { tasks: { drafts, submitted }, actions: { add }, reading },
    wholeReader,
  );
  const inField = drafts.current.value.newTask?.description;
  return { ...result, added, inField, left: submitted.stored() };
}

test('words count from the day on which they were submitted', () => {
  const { added, addedKey } = submit(['Bread tomorrow', 'Milk'], { dayIso: '2026-11-17' });
  const days = added.map(({ description, dueDate }) => `${description} ${dueDate}`);
  assert.deepEqual(days, ['Bread 2026-11-18', 'Milk 2026-11-17']);
  assert.equal(addedKey, 'row 2');
});

test('a task that has a fault is in the field again, before what is typed there by then', () => {
  const tooLong = 'a'.repeat(256);
  const { added, faults, inField, left } = submit([tooLong, 'Milk'], { begun: 'Half a tho' });
  assert.deepEqual([added.length, faults, left], [1, { description: 'too_long' }, []]);
  assert.equal(inField, `${tooLong} Half a tho`);
});

test('a task that cannot be added now is in the field again', () => {
  const { addedKey, faults, inField } = submit(['Bread tomorrow'], { hasRoom: false });
  assert.deepEqual([addedKey, faults, inField], [null, {}, 'Bread tomorrow']);
});
