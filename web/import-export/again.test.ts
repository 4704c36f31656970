import assert from 'node:assert/strict';
import { test } from 'node:test';

import { longestDescription } from '../../contract/fields.ts';
import { linesOf, readExport } from './apps-fixture.ts';
import { planImport } from './import-plan.ts';
import { usualChoices } from './preview-data.ts';

const todoist = (...rows: string[]) =>
  ['TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG', ...rows].join('\n');
const file = todoist(
  'task,Overdue,4,1,2026-09-20,en',
  'task,Bins,4,1,every thursday,en',
  'task,Club,4,1,every 3rd friday,en',
  'task,Soon,4,1,2026-10-05,en',
  'task,Some day,4,1,,en',
  `task,${'long '.repeat(60)},4,1,every day at 9:00,en`,
);
const firstDay = '2026-09-29';

/** The tasks of an import with the usual choices. */
async function added(text: string) {
  const options = { todayIso: firstDay, existing: [], mostADay: 5 };
  return planImport(await readExport(text), usualChoices, options).add.map(({ fields }) => fields);
}
const notFound = async (text: string, more: object) =>
  (await readExport(text, more)).tasks
    .filter(({ isDuplicate }) => !isDuplicate)
    .map(({ fields }) => fields.description);

test('the same file again adds nothing, on the same day and a week later', async () => {
  const existing = await added(file);
  assert.equal(existing.length, 6);
  assert.deepEqual(await notFound(file, { existing }), []);
  assert.deepEqual(await notFound(file, { existing, todayIso: '2026-10-06' }), []);
});

test('a dated task is the same only on its day, or overdue until today', async () => {
  const existing = await added(file);
  const others = todoist(
    'task,Overdue,4,1,2026-09-30,en',
    'task,Soon,4,1,2026-10-06,en',
    'task,Soon,4,1,2026-09-20,en',
  );
  assert.deepEqual(await notFound(others, { existing }), ['Overdue', 'Soon', 'Soon']);
});

test('a title that is too long is cut, with room for its recurrence and time', async () => {
  const text = todoist(
    `task,${'🥖'.repeat(300)},4,1,2026-10-05 9:00,en`,
    `task,${'a'.repeat(250)},4,1,every thursday,en`,
    `task,${'b'.repeat(255)},4,1,2026-10-05,en`,
  );
  const { tasks, faulty, cut } = await readExport(text);
  assert.deepEqual([tasks.length, faulty, cut], [3, [], 2]);
  const [bread = '', long = '', whole] = tasks.map(({ fields }) => fields.description);
  assert.equal(bread, `${'🥖'.repeat(249)}… 9:00`);
  assert.ok(long.endsWith('aa… every thursday'));
  assert.deepEqual([Array.from(bread).length, long.length], [longestDescription, 255]);
  assert.equal(whole, 'b'.repeat(255));
});

test('a date without a year that would be due in many months is overdue', async () => {
  const rows = ['4 Sep', '4 Jan', 'Aug 30 18:00', 'in 300 days', '4 Sep 2027', '1 August 2027'];
  const text = todoist(...rows.map((date) => `task,a ${date.length},4,1,${date},en`));
  const { tasks } = await readExport(text);
  assert.deepEqual(
    tasks.map(({ fields }) => fields.dueDate),
    ['2026-09-04', '2027-01-04', '2026-08-30', '2027-07-26', '2027-09-04', '2027-08-01'],
  );
});

test('a task may come before its parent, and a parent that is its own child loses no task', async () => {
  const text = [
    'Folder Name,List Name,Title,Status,taskId,parentId',
    ',Home,Milk,0,2,1',
    ',Home,Shop,0,1,',
    ',Home,Egg,1,3,4',
    ',Home,Hen,0,4,3',
  ].join('\r\n');
  assert.deepEqual(linesOf(await readExport(text)), [
    'Milk | ? MEDIUM TODO | list: Home | parent: Shop',
    'Shop | ? MEDIUM TODO | list: Home',
    'Egg | ? MEDIUM DONE | list: Home | parent: Hen',
    'Hen | ? MEDIUM TODO | list: Home | parent: Egg',
  ]);
});
