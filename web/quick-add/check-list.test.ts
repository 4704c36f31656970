import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fc } from '../../test/generated.ts';
import { addDays, firstDate } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';
import { readCheckList, writeCheckList } from './check-list.ts';
import { options, todayIso } from './options-fixture.ts';

const bread: Fields = {
  description: 'Bread',
  dueDate: '2025-12-03',
  importance: 'MEDIUM',
  state: 'TODO',
};
const fieldsIn = (text: string, region = options.gb) =>
  [...readCheckList(text, region)].map(({ description, dueDate, importance, state }) => ({
    description,
    dueDate,
    importance,
    state,
  }));
const wordsIn = (text: string) => fieldsIn(text).map(({ description }) => description);

test('a line has what its task has beside the words, as one types it', () => {
  assert.equal(
    writeCheckList([
      { ...bread, importance: 'HIGH', state: 'WORKING' },
      { ...bread, description: 'Two\n\nlines', importance: 'LOW', state: 'DONE' },
    ]),
    '- [ ] Bread (2025-12-03 !high /working)\n- [x] Two\\\n  lines (2025-12-03 !low)\n',
  );
});

test('Markdown shows a description as it was typed', () => {
  const item = (description: string) =>
    writeCheckList([{ ...bread, description }]).replace(' (2025-12-03)', '');
  assert.equal(item('*a* [b](c) <i> `d` \\'), '- [ ] \\*a\\* \\[b\\](c) \\<i\\> \\`d\\` \\\\\n');
  assert.equal(
    item('snake_case _em_ https://x.example/a_b &amp; R&D'),
    '- [ ] snake_case \\_em\\_ https://x.example/a_b \\&amp; R&D\n',
  );
  assert.equal(item('a\n# b\n\n1. c\n- d'), '- [ ] a\\\n  \\# b\\\n  1\\. c\\\n  \\- d\n');
});

test('a check list is read back as it was written, in every language', () => {
  const marks = 'tomorrow|!low|/done|\\|"|# |- |1. |[x] |(2026-01-01)|\n| '.split('|');
  const description = fc
    .array(fc.constantFrom(...marks))
    .map((parts) => parts.join(''))
    .filter((text) => /\S/.test(text));
  const task: fc.Arbitrary<Fields> = fc.record({
    description: fc.oneof(
      description,
      fc.string({ unit: 'binary' }).filter((text) => /\S/.test(text)),
    ),
    dueDate: fc.integer({ min: 0, max: 3_652_058 }).map((days) => addDays(firstDate, days)),
    importance: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
    state: fc.constantFrom('TODO', 'WORKING', 'DONE'),
  });
  fc.assert(
    fc.property(fc.array(task), fc.constantFrom(...Object.values(options)), (tasks, region) => {
      const tidy = (text: string) => text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
      const expected = tasks.map((each) => ({
        ...each,
        description: tidy(each.description).filter(Boolean).join('\n'),
      }));
      assert.deepEqual(fieldsIn(`# Tasks\n\n${writeCheckList(tasks)}`, region), expected);
    }),
  );
});

test('each line that says something is one task, without the marks of a list and read as if it was typed', () => {
  assert.deepEqual(
    fieldsIn(
      ' Buy milk\r\n\n# Later\n---\n- Call Ana tomorrow !high\n* [ ] Pay rent\n[X] Swim\n1. Read\n2) Write\n•  Rest\n· Walk\n●\tRun\no\tRow\n-\n',
    ),
    [
      { ...bread, description: 'Buy milk', dueDate: todayIso },
      { ...bread, description: 'Call Ana', dueDate: '2025-11-22', importance: 'HIGH' },
      { ...bread, description: 'Pay rent', dueDate: todayIso },
      { ...bread, description: 'Swim', dueDate: todayIso, state: 'DONE' },
      ...['Read', 'Write', 'Rest', 'Walk', 'Run', 'Row'].map((description) => ({
        ...bread,
        description,
        dueDate: todayIso,
      })),
    ],
  );
});

test('signs of a check list, letters and the cells of a table are no words of a task', () => {
  assert.deepEqual(
    fieldsIn('☐ Bread\n☑ Milk\n☑\uFE0F Eggs\n- ✓ Rice\n— Tea\na) Salt tomorrow\n☒Oil').map(
      ({ description, state }) => `${description} ${state}`,
    ),
    ['Bread TODO', 'Milk DONE', 'Eggs DONE', 'Rice DONE', 'Tea TODO', 'Salt TODO', 'Oil DONE'],
  );
  assert.deepEqual(
    fieldsIn('| Task | Due |\n|:---|---:|\n| Bread | 2025-12-03 |\n| Milk \\| oats | !high |\n'),
    [bread, { ...bread, description: 'Milk \\| oats', dueDate: todayIso, importance: 'HIGH' }],
  );
  assert.deepEqual(wordsIn('"Bread\nand ""rye"""\thome\nMilk\t"Eggs\n\ntea"'), [
    'Bread and "rye"\thome',
    'Milk\tEggs tea',
  ]);
  const lines = ['"Quoted" words', 'a | b', '|x', 'A) is the answer', '"open', 'ab) no'];
  assert.deepEqual(wordsIn(lines.join('\n')), lines);
});

test('pasted lines of Obsidian Tasks are due on the day after the calendar, and cancelled ones stay out', () => {
  const text =
    '- [ ] Bread ➕ 2025-11-01 📅 2025-12-03 ⏳ 2025-12-01\n- [-] Gone ❌ 2025-11-02\n' +
    '- [/] Water 🔁 every 3 days ⏫\n- [ ] Odd 📅 2026-02-30\n- [ ] Tea tomorrow';
  for (const region of Object.values(options).slice(0, 2))
    assert.deepEqual(fieldsIn(text, region), [
      bread,
      {
        description: 'Water every 3 days',
        dueDate: todayIso,
        importance: 'HIGH',
        state: 'WORKING',
      },
      { ...bread, description: 'Odd 2026-02-30', dueDate: todayIso },
      { ...bread, description: 'Tea', dueDate: '2025-11-22' },
    ]);
});

test('what only looks like a mark stays', () => {
  const lines = [
    '-5 degrees',
    '*bold* words',
    '3.5 km run',
    '[link] read',
    '#shop bread',
    'o no',
    'C:\\_old',
  ];
  assert.deepEqual(wordsIn(lines.join('\n')), lines);
  assert.deepEqual(wordsIn('   \n\n'), []);
});
