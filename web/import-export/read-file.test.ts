import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { Check } from 'typebox/schema';

import { TaskCreateRequest } from '../../contract/task.ts';
import type { TaskResponse } from '../../contract/task.ts';

import { longestFile, mostTasks, readFile } from './read-file.ts';
import type { ReadOptions } from './read-file.ts';

const todayIso = '2025-11-21';
const options: ReadOptions = { existing: [], todayIso, locale: 'en-US' };
const read = (text: string, given: Partial<ReadOptions> = {}) =>
  readFile(new TextEncoder().encode(text), { ...options, ...given });
const datesOf = (text: string, given: Partial<ReadOptions> = {}) =>
  read(text, given).tasks.map(({ fields }) => fields.dueDate);

test('columns are known by their English, German and French names, with any separator', () => {
  for (const text of [
    'Task,Due date,Priority,Status\nBread,2025-12-03,high,in progress',
    'Beschreibung;Fällig am;Priorität;Zustand\r\nBread;03.12.2025;hoch;in Arbeit\r\n',
    'Tâche\tÉchéance\tPriorité\tÉtat\nBread\t2025-12-03\tHaute\ten cours',
    'sep=;\nTitel;Datum;Wichtigkeit;Status\nBread;2025-12-03T10:00:00Z;Dringend;begonnen',
    '[{"title":"Bread","due":"2025-12-03T00:00:00.000Z","priority":"high","status":"in-progress"}]',
    '{"items":[{"name":"Bread","deadline":"2025/12/03","prio":"HIGH","state":"WORKING"}]}',
  ]) {
    const { tasks, faults } = read(text);
    assert.deepEqual(faults, [], text);
    assert.deepEqual(
      tasks.map(({ fields }) => fields),
      [{ description: 'Bread', dueDate: '2025-12-03', importance: 'HIGH', state: 'WORKING' }],
      text,
    );
  }
});

test('a title is the description where there are both, and columns that are not kept are named', () => {
  const file = read('TYPE,CONTENT,DESCRIPTION,DATE,done\ntask,Bread,from the market,2025-12-03,yes');
  const fields = file.tasks[0]?.fields;
  assert.deepEqual([fields?.description, fields?.state], ['Bread', 'DONE']);
  assert.deepEqual(file.ignored, ['TYPE', 'DESCRIPTION']);
});

test('blank fields become today, MEDIUM and TODO, and an assumed date is marked', () => {
  for (const text of ['task,due,priority\nBread,,\n', '[{"title":"Bread","due":null}]', 'task\nBread']) {
    const [task] = read(text).tasks;
    assert.deepEqual(task?.fields, {
      description: 'Bread',
      dueDate: todayIso,
      importance: 'MEDIUM',
      state: 'TODO',
    });
    assert.equal(task?.isDateAssumed, true);
  }
});

test('dates are read in the one order that fits the whole column, else in that of the locale', () => {
  assert.deepEqual(datesOf('task,due\na,3/12/2026'), ['2026-03-12']);
  assert.deepEqual(datesOf('task,due\na,3/12/2026', { locale: 'en-GB' }), ['2026-12-03']);
  assert.deepEqual(datesOf('task,due\na,3/12/2026\nb,25/12/26'), ['2026-12-03', '2026-12-25']);
  assert.deepEqual(datesOf('task,due\na,3-12-2026\nb,12-25-2026', { locale: 'de' }), [
    '2026-03-12',
    '2026-12-25',
  ]);
  assert.deepEqual(datesOf('task,due\na,3.12.2026'), ['2026-12-03']);
  const chosen = read('task,due\na,3/12/2026\nb,25/12/26', { dateOrder: 'month_first' });
  assert.equal(chosen.tasks[0]?.fields.dueDate, '2026-03-12');
  assert.deepEqual(chosen.faulty[0]?.faults, [{ field: 'dueDate', code: 'not_a_date', found: '25/12/26' }]);
  assert.equal(read('task,due\na,25/12/26').dateOrder, 'day_first');
});

test('the order of dates is open only while both orders fit all of them', () => {
  const isOpen = (text: string) => read(text).isDateOrderOpen;
  assert.equal(isOpen('task,due\nBread,3/4/2026'), true);
  assert.equal(isOpen('task,due\nBread,3/3/2026'), false);
  assert.equal(isOpen('task,due\nBread,25/4/2026\nMilk,3/4/2026'), false);
  assert.equal(isOpen('task,due\nBread,3.4.2026'), false);
  assert.equal(isOpen('task,due\nBread,2026-04-03'), false);
  assert.equal(isOpen('task\nBread'), false);
  assert.equal(read('task,due\nBread,3/4/2026', { dateOrder: 'day_first' }).isDateOrderOpen, true);
});

test('every fault of an entry is reported with its reason', () => {
  const faultsOf = (text: string) => read(text).faulty.map(({ faults }) => faults);
  assert.deepEqual(faultsOf('task,due,prio,state\n  ,tomorrow,9,maybe'), [
    [
      { field: 'description', code: 'blank' },
      { field: 'dueDate', code: 'not_a_date', found: 'tomorrow' },
      { field: 'importance', code: 'not_allowed' },
      { field: 'state', code: 'not_allowed' },
    ],
  ]);
  assert.deepEqual(faultsOf(`task,due\n${'x'.repeat(256)},0000-01-01\n${'🂡'.repeat(255)},2026-01-01`), [
    [
      { field: 'description', code: 'too_long' },
      { field: 'dueDate', code: 'not_a_date', found: '0000-01-01' },
    ],
  ]);
  assert.deepEqual(faultsOf('task,due\nBread, milk,2026-01-01'), [
    [{ code: 'too_many_cells' }, { field: 'dueDate', code: 'not_a_date', found: ' milk' }],
  ]);
  assert.deepEqual(faultsOf('[{"title":1},{"title":null},7,{"title":"a\\u0000","state":3}]'), [
    [{ field: 'description', code: 'type' }],
    [{ field: 'description', code: 'required' }],
    [{ code: 'not_an_object' }],
    [
      { field: 'description', code: 'not_well_formed' },
      { field: 'state', code: 'not_allowed' },
    ],
  ]);
});

test('a task knows its line, and a faulty entry keeps its text', () => {
  const { tasks, faulty } = read('sep=,\r\ntask,due\r\n"a\r\nb",2026-01-01\r\n\r\nc,soon\r\n');
  assert.equal(tasks[0]?.line, 3);
  assert.deepEqual(faulty, [
    { line: 6, faults: [{ field: 'dueDate', code: 'not_a_date', found: 'soon' }], text: 'c' },
  ]);
});

test('a past date is marked', () => {
  const { tasks } = read('task,due\na,2025-11-20\nb,2025-11-21');
  assert.deepEqual(
    tasks.map(({ isPast }) => isPast),
    [true, false],
  );
});

test('duplicates of existing tasks and of earlier lines are marked', () => {
  const existing: TaskResponse[] = [
    { id: 7, description: 'a', dueDate: '2026-01-01', importance: 'LOW', state: 'DONE' },
  ];
  const { tasks } = read('task,due\na,2026-01-01\na,2026-01-02\na,2026-01-02\nb,2026-01-01', { existing });
  assert.deepEqual(
    tasks.map(({ isDuplicate }) => isDuplicate),
    [true, false, true, false],
  );
});

test('a file that cannot be read says why', () => {
  const codesOf = (text: string) => read(text).faults.map((fault) => fault.code);
  assert.deepEqual(codesOf(''), ['empty']);
  assert.deepEqual(codesOf('task,due\n'), ['empty']);
  assert.deepEqual(codesOf('{"tasks":'), ['not_json']);
  assert.deepEqual(codesOf('['.repeat(100_000)), ['not_json']);
  assert.deepEqual(codesOf('{"entries":[]}'), ['no_list']);
  assert.deepEqual(codesOf('{"format":"dueline-tasks","version":2,"tasks":[]}'), ['other_version']);
  assert.deepEqual(codesOf('a,b\n1,2'), ['no_description']);
  assert.deepEqual(read('task\n"a').faults, [{ code: 'quote_not_closed', line: 2 }]);
});

test('the limits of 10 MiB and 5,000 tasks are hard and reported', () => {
  const large = read('x'.repeat(longestFile + 1));
  assert.deepEqual(large.faults, [{ code: 'too_large', most: longestFile, found: longestFile + 1 }]);
  assert.deepEqual(large.tasks, []);
  const many = read(`task\n${'a\n'.repeat(mostTasks + 1)}`);
  assert.deepEqual(many.faults, [{ code: 'too_many_tasks', most: mostTasks, found: mostTasks + 1 }]);
  assert.equal(many.tasks.length, mostTasks);
});

test('files of older and other programs are decoded', () => {
  const described = (bytes: number[] | Uint8Array) =>
    readFile(Uint8Array.from(bytes), options).tasks[0]?.fields.description;
  assert.equal(described([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('task\nBrötchen')]), 'Brötchen');
  assert.equal(described([...Buffer.from('task\nBr\u00f6tchen', 'latin1')]), 'Brötchen');
  assert.equal(described([0xff, 0xfe, ...Buffer.from('task\nBrötchen', 'utf16le')]), 'Brötchen');
  assert.equal(described([0xfe, 0xff, ...Buffer.from('task\nBrötchen', 'utf16le').swap16()]), 'Brötchen');
});

test('no file makes it throw, and every task satisfies the schema of the contract', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc
      .array(fc.constantFrom('task', 'due', ',', ';', '"', '\n', '3/13/2026', '=1', "'"))
      .map((parts) => new TextEncoder().encode(`task,due\n${parts.join('')}`)),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      const { tasks, faulty } = readFile(given, options);
      for (const { fields } of tasks) assert.ok(Check(TaskCreateRequest, fields));
      for (const { faults } of faulty) assert.ok(faults.length > 0);
    }),
    { numRuns: 500 },
  );
});
