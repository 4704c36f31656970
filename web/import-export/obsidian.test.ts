import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const note = (...lines: readonly string[]) => readExport(lines.join('\n'));

test('Obsidian Tasks: the date after the calendar is the due date, wherever other dates stand', async () => {
  const file = await note(
    '- [ ] Pay the rent ⏫ 📅 2026-12-01 ➕ 2026-11-01',
    '- [x] Post the letter 📅 2026-11-10 ✅ 2026-11-12 #home',
    '- [ ] 🛫 2026-12-04 ⏳ 2026-12-05 Sort photos 🔽',
    '- [ ] Book [due:: 2026-12-07] [priority:: highest] (created:: 2026-11-01)',
    '- [ ] Meet 📅 2026-12-08 ⏳ 2026-12-06 🔼 🆔 abc123 ⛔ def456',
    '- [ ] Someday ⏬',
  );
  assert.equal(file.app, 'Obsidian Tasks');
  assert.deepEqual(linesOf(file), [
    'Pay the rent | 2026-12-01 HIGH TODO',
    'Post the letter #home | 2026-11-10 MEDIUM DONE',
    'Sort photos | 2026-12-05 LOW TODO | otherDate: 2026-12-04',
    'Book | 2026-12-07 HIGH TODO',
    'Meet | 2026-12-08 MEDIUM TODO | otherDate: 2026-12-06',
    'Someday | ? LOW TODO',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
});

test('Obsidian Tasks: a slash in the box is work, a dash is a cancelled task', async () => {
  const file = await note('- [/] Paint', '- [-] Call ❌ 2026-11-02', '- [ ] Rest tomorrow');
  assert.deepEqual(linesOf(file), [
    'Paint | ? MEDIUM WORKING',
    'Call | ? MEDIUM DONE',
    'Rest | 2026-09-30 MEDIUM TODO',
  ]);
  assert.deepEqual(
    file.tasks.map(({ isCancelled }) => isCancelled),
    [false, true, false],
  );
});

test('Obsidian Tasks: a recurrence stays in the words, or is listed', async () => {
  const file = await note(
    '- [ ] Water 🔁 every 3 days 📅 2026-10-02',
    '- [ ] Air 🔁 every week when done 📅 2026-10-03',
    '- [ ] Odd 🔁 every blue moon 📅 2026-10-04',
    '- [ ] Plain 🔁 and ✅ are signs, too',
  );
  assert.deepEqual(linesOf(file), [
    'Water every 3 days | 2026-10-02 MEDIUM TODO',
    'Air every! week | 2026-10-03 MEDIUM TODO',
    'Odd | 2026-10-04 MEDIUM TODO | repeat: every blue moon',
    'Plain 🔁 and ✅ are signs, too | ? MEDIUM TODO',
  ]);
});

test('a date of Obsidian that is not in the calendar is a fault', async () => {
  const { tasks, faulty } = await note('- [ ] Pay 📅 2026-02-30', '- [ ] Rest 📅 2026-10-01');
  assert.deepEqual([tasks.length, faulty[0]?.text], [1, 'Pay']);
});

test('of a note with text only the lines with a box are tasks', async () => {
  const file = await note(
    '---',
    'tags: home',
    '---',
    'What we said on Monday.',
    '',
    '- a plain line',
    '- [ ] Pay 📅 2026-10-02',
    '  - [ ] Ask Ada tomorrow',
  );
  assert.deepEqual(linesOf(file), [
    'Pay | 2026-10-02 MEDIUM TODO',
    'Ask Ada | 2026-09-30 MEDIUM TODO',
  ]);
  const told = await readExport('We said:\n- [/] Pay', { fileName: 'Meeting.md' });
  assert.deepEqual(linesOf(told), ['Pay | ? MEDIUM WORKING']);
  const table = await readExport('task,note\nPay,"so:\n- [ ] Ask"', { fileName: 'a.csv' });
  assert.deepEqual(linesOf(table), ['Pay | ? MEDIUM TODO | notes: so: - [ ] Ask']);
});

test('a note may have boxes as signs, and without the mark of an item', async () => {
  const text = 'Shop today\n☐ Milk\n☑ Bread\n- ☐ Eggs\n[ ] Salt\n[x] Oil\n[1] See there';
  const { tasks, leftOut } = await readExport(text, { fileName: 'note.md' });
  assert.deepEqual(
    tasks.map(({ fields }) => `${fields.description} ${fields.state}`),
    ['Milk TODO', 'Bread DONE', 'Eggs TODO', 'Salt TODO', 'Oil DONE'],
  );
  assert.deepEqual(leftOut, { lines: 2 });
  const list = await readExport('# Shop\n☐ Milk\n- Eggs');
  assert.equal(list.tasks.length, 2);
});

test('of a list with boxes only the items are tasks, with the lines that continue them', async () => {
  const lines = [
    '# Today',
    'Slept well.',
    '',
    '- [ ] Bread\\',
    '  and milk',
    '* [ ] Call',
    '- plain',
  ];
  assert.deepEqual(linesOf(await readExport(lines.join('\r\n'), { fileName: 'today.md' })), [
    'Bread\nand milk | ? MEDIUM TODO',
    'Call | ? MEDIUM TODO',
    'plain | ? MEDIUM TODO',
  ]);
  const list = ['# Shop', 'Bread', '- Milk'].join('\n');
  assert.equal((await readExport(list, { fileName: 'shop.md' })).tasks.length, 2);
});
