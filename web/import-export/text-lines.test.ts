import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';
import { mostEntries } from './file-table.ts';

const read = (fileName: string, ...lines: string[]) => readExport(lines.join('\n'), { fileName });

test('todo.txt: priorities, days, projects and contexts, recurrences', async () => {
  const file = await read(
    'todo.txt',
    '(A) 2026-09-01 Call Ann +Family @phone due:2026-10-05',
    'x 2026-09-20 2026-09-01 Post the signs pri:B',
    'x (C) 2026-09-20 Sweep @home',
    '(B) Paint t:2026-10-07 color:red',
    '(E) Rent due:2026-10-01 rec:+1m',
    'Cut hair due:2026-10-02 rec:6w',
    '',
    'xylophone lesson at a+b',
    'Bread due:soon',
  );
  assert.equal(file.app, 'todo.txt');
  assert.deepEqual(linesOf(file), [
    'Call Ann #Family #phone | 2026-10-05 HIGH TODO',
    'Post the signs | ? MEDIUM DONE',
    'Sweep #home | ? LOW DONE',
    'Paint color:red | 2026-10-07 MEDIUM TODO',
    'Rent every month | 2026-10-01 LOW TODO',
    'Cut hair every! 6 weeks | 2026-10-02 MEDIUM TODO',
    'xylophone lesson at a+b | ? MEDIUM TODO',
    'Bread | 2026-09-29 MEDIUM TODO | repeat: soon',
  ]);
  assert.deepEqual([file.faulty, file.unread], [[], []]);
});

test('a text file is a table, a calendar, or one task on each line', async () => {
  const table = await read('tasks.txt', 'Title\tDue', 'Bread\t2026-10-05');
  assert.deepEqual(linesOf(table), ['Bread | 2026-10-05 MEDIUM TODO']);
  const calendar = await read('tasks.txt', 'BEGIN:VTODO', 'SUMMARY:Bread', 'END:VTODO');
  assert.deepEqual(linesOf(calendar), ['Bread | ? MEDIUM TODO']);
  const lines = await read('tasks.txt', 'Bread', '', 'Call Ann, 2026-10-05', '[x] Milk');
  assert.deepEqual(
    lines.tasks.map(({ fields, isDateAssumed }) => [
      fields.description,
      isDateAssumed ? '?' : fields.dueDate,
      fields.state,
    ]),
    [
      ['Bread', '?', 'TODO'],
      ['Call Ann,', '2026-10-05', 'TODO'],
      ['Milk', '?', 'DONE'],
    ],
  );
  for (const line of ['Bread', '(A) Bread']) {
    const many = await read('todo.txt', ...Array(mostEntries + 1).fill(line));
    assert.deepEqual(many.faults, [{ code: 'too_many_entries', found: mostEntries + 1 }]);
    assert.equal(many.tasks.length, mostEntries);
  }
  assert.deepEqual((await read('tasks.csv', 'Bread', 'Milk')).faults, [{ code: 'no_description' }]);
});
