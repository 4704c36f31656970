import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Check } from 'typebox/schema';

import { fc } from '../../test/generated.ts';
import { TaskCreateRequest } from '../../contract/task.ts';
import type { TaskResponse } from '../../contract/task.ts';

import { options as regions, todayIso } from '../quick-add/options-fixture.ts';
import { longestFile, mostEntries } from './file-table.ts';
import { readFile } from './read-file.ts';
import type { FileContent, ReadOptions } from './read-file.ts';

const options: ReadOptions = { existing: [], ...regions.en };
const read = (text: string, given: Partial<ReadOptions> = {}) =>
  readFile(new Blob([text]), { ...options, ...given });
const datesOf = async (text: string, given: Partial<ReadOptions> = {}) =>
  (await read(text, given)).tasks.map(({ fields }) => fields.dueDate);

test('columns are known by their English, German and French names, with any separator', async () => {
  for (const text of [
    'Task,Due date,Priority,Status\nBread,2025-12-03,high,in progress',
    'Beschreibung;Fällig am;Priorität;Zustand\r\nBread;03.12.2025;hoch;in Arbeit\r\n',
    'Betreff,Fällig am,Priorität,Status\nBread,3.12.2025,Hoch,Wartet auf jemand anderen',
    'Objet,Échéance,Priorité,État\nBread,2025-12-03,Haute,En attente de quelqu’un d’autre',
    'Tâche\tÉchéance\tPriorité\tÉtat\nBread\t2025-12-03\tHaute\ten cours',
    'sep=;\nTitel;Datum;Wichtigkeit;Status\nBread;2025-12-03T00:00:00Z;Dringend;begonnen',
    '[{"title":"Bread","due":"2025-12-03T00:00:00.000Z","priority":"high","status":"in-progress"}]',
    '{"items":[{"name":"Bread","deadline":"2025/12/03","prio":"HIGH","state":"WORKING"}]}',
  ]) {
    const { tasks, faults } = await read(text);
    assert.deepEqual(faults, [], text);
    assert.deepEqual(
      tasks.map(({ fields }) => fields),
      [{ description: 'Bread', dueDate: '2025-12-03', importance: 'HIGH', state: 'WORKING' }],
      text,
    );
  }
});

test('a title is the description where there are both, and columns that are not kept are named', async () => {
  const file = await read(
    'TYPE,CONTENT,DESCRIPTION,DATE,done\ntask,Bread,from the market,2025-12-03,yes',
  );
  const fields = file.tasks[0]?.fields;
  assert.deepEqual([fields?.description, fields?.state], ['Bread', 'DONE']);
  assert.deepEqual(file.tasks[0]?.details, { notes: 'from the market' });
  assert.deepEqual(file.ignored, ['TYPE']);
  const twice = await read('task,Note,Note,Cost,Cost\nBread,one,two,3,4');
  assert.deepEqual(twice.tasks[0]?.details, { notes: 'one / two' });
  assert.deepEqual(twice.ignored, ['Cost', 'Cost (2)'], 'none goes without a word');
});

test('blank fields become today, MEDIUM and TODO, and an assumed date is marked', async () => {
  for (const text of [
    'task,due,priority\nBread,,\n',
    '[{"title":"Bread","due":null}]',
    'task\nBread',
  ]) {
    const [task] = (await read(text)).tasks;
    assert.deepEqual(task?.fields, {
      description: 'Bread',
      dueDate: todayIso,
      importance: 'MEDIUM',
      state: 'TODO',
    });
    assert.equal(task?.isDateAssumed, true);
  }
});

test('dates are read in the one order that fits the whole column, else in that of the locale', async () => {
  assert.deepEqual(await datesOf('task,due\na,3/12/2026'), ['2026-03-12']);
  assert.deepEqual(await datesOf('task,due\na,3/12/2026', { locale: 'en-GB' }), ['2026-12-03']);
  assert.deepEqual(await datesOf('task,due\na,3/12/2026\nb,25/12/26'), [
    '2026-12-03',
    '2026-12-25',
  ]);
  assert.deepEqual(await datesOf('task,due\na,3-12-2026\nb,12-25-2026', { locale: 'de' }), [
    '2026-03-12',
    '2026-12-25',
  ]);
  assert.deepEqual(await datesOf('task,due\na,3.12.2026'), ['2026-12-03']);
  const inWords = 'task,due\na,"December 3, 2026 9:00 AM"\nb,4. Dezember 2026\nc,5 déc. 2026';
  assert.deepEqual(await datesOf(inWords), ['2026-12-03', '2026-12-04', '2026-12-05']);
  const chosen = await read('task,due\na,3/12/2026\nb,25/12/26', { dateOrder: 'month_first' });
  assert.equal(chosen.tasks[0]?.fields.dueDate, '2026-03-12');
  assert.deepEqual(chosen.faulty[0]?.faults, [
    { field: 'dueDate', code: 'not_a_date', found: '25/12/26' },
  ]);
  assert.equal((await read('task,due\na,25/12/26')).dateOrder, 'day_first');
});

test('the order of dates is open only while both orders fit all of them', async () => {
  const isOpen = async (text: string) => (await read(text)).isDateOrderOpen;
  assert.equal(await isOpen('task,due\nBread,3/4/2026'), true);
  assert.equal(await isOpen('task,due\nBread,3/3/2026'), false);
  assert.equal(await isOpen('task,due\nBread,25/4/2026\nMilk,3/4/2026'), false);
  assert.equal(await isOpen('task,due\nBread,3.4.2026'), false);
  assert.equal(await isOpen('task,due\nBread,2026-04-03'), false);
  assert.equal(await isOpen('task\nBread'), false);
  assert.equal(
    (await read('task,due\nBread,3/4/2026', { dateOrder: 'day_first' })).isDateOrderOpen,
    true,
  );
});

test('every fault of an entry is reported with its reason', async () => {
  const faultsOf = async (text: string) => (await read(text)).faulty.map(({ faults }) => faults);
  assert.deepEqual(await faultsOf('task,due,prio,state\n  ,tomorrow,9,maybe'), [
    [
      { field: 'description', code: 'blank' },
      { field: 'dueDate', code: 'not_a_date', found: 'tomorrow' },
    ],
  ]);
  assert.deepEqual(await faultsOf(`task,due\n${'🂡'.repeat(255)},0000-01-01`), [
    [{ field: 'dueDate', code: 'not_a_date', found: '0000-01-01' }],
  ]);
  assert.deepEqual(await faultsOf('task,due\nBread, milk,2026-01-01'), [
    [{ code: 'too_many_cells' }, { field: 'dueDate', code: 'not_a_date', found: 'milk' }],
  ]);
  assert.deepEqual(
    await faultsOf('[{"title":1},{"title":null},7,{"title":"a\\u0000","state":3}]'),
    [
      [{ field: 'description', code: 'type' }],
      [{ field: 'description', code: 'required' }],
      [{ code: 'not_an_object' }],
      [{ field: 'description', code: 'not_well_formed' }],
    ],
  );
});

test('an unknown importance or state never loses a task: it has the default, and the value is counted', async () => {
  const fieldsOf = ({ tasks }: FileContent) =>
    tasks.map(({ fields: { description, importance, state } }) => [description, importance, state]);
  const file = await read(
    'task,prio,state\na,Highest,Backlog\nb,5,todo\nc,high,Backlog\n ,5,Backlog\nd,,',
  );
  assert.deepEqual(fieldsOf(file), [
    ['a', 'MEDIUM', 'TODO'],
    ['b', 'MEDIUM', 'TODO'],
    ['c', 'HIGH', 'TODO'],
    ['d', 'MEDIUM', 'TODO'],
  ]);
  assert.deepEqual(file.unread, [
    { field: 'state', value: 'Backlog', tasks: 2 },
    { field: 'importance', value: 'Highest', tasks: 1 },
    { field: 'importance', value: '5', tasks: 1 },
  ]);
  const calendar = await read(
    'BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nPRIORITY:15\nSTATUS:NEEDS-ACTIONS\nEND:VTODO\nEND:VCALENDAR',
  );
  assert.deepEqual(fieldsOf(calendar), [['a', 'MEDIUM', 'TODO']]);
  assert.deepEqual(
    calendar.unread.map(({ value }) => value),
    ['15', 'NEEDS-ACTIONS'],
  );
  const long = await read(`task,prio\na,${'high '.repeat(30)}`);
  assert.deepEqual(long.unread, [
    { field: 'importance', value: `${'high '.repeat(16)}…`, tasks: 1 },
  ]);
});

test('a date of ISO 8601 without separators is read, and a title like one stays', async () => {
  const compact = ['20261201', '20261201T000000Z', '20261201T0930', '20261201T093000+0100'];
  assert.deepEqual(
    await datesOf(`task,due\n${compact.map((date) => `a,${date}`).join('\n')}`),
    compact.map(() => '2026-12-01'),
  );
  assert.equal((await read('task,due\na,20261301\nb,202612010')).faulty.length, 2);
  const calendar = await read(
    'BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:20261201\nEND:VTODO\nEND:VCALENDAR',
  );
  assert.equal(calendar.tasks[0]?.fields.description, '20261201');
});

test('blanks after a quotation mark are no text, and a line between cells separates them', async () => {
  const { tasks } = await read('"Title" ,"Due date"\n"Bread" ,2026-12-01\n"Milk"\t,2026-12-02');
  assert.deepEqual(
    tasks.map(({ fields }) => fields.description),
    ['Bread', 'Milk'],
  );
  const lines = await read('Title|Due date|Priority\nBread|2026-12-01|high\n"a|b"|2026-12-02|low');
  assert.deepEqual(
    lines.tasks.map(({ fields }) => `${fields.description} ${fields.dueDate} ${fields.importance}`),
    ['Bread 2026-12-01 HIGH', 'a|b 2026-12-02 LOW'],
  );
});

test('entries of a calendar are counted, and a to-do without a title says so', async () => {
  const event = 'BEGIN:VEVENT\nSUMMARY:Meeting\nBEGIN:VALARM\nEND:VALARM\nEND:VEVENT\n';
  const todo = 'BEGIN:VTODO\nDUE:20261201\nEND:VTODO\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n';
  const calendar = `BEGIN:VCALENDAR\n${event}${todo}${event}END:VCALENDAR`;
  const { leftOut, faulty, tasks } = await read(calendar);
  assert.deepEqual([leftOut, tasks.length], [{ events: 2 }, 1]);
  assert.deepEqual(
    faulty.map(({ faults }) => faults),
    [[{ code: 'no_title' }]],
  );
  const onlyEvents = await read(`BEGIN:VCALENDAR\n${event}END:VCALENDAR`);
  assert.deepEqual([onlyEvents.leftOut, onlyEvents.faults], [{ events: 1 }, [{ code: 'empty' }]]);
  assert.deepEqual((await read('task\na')).leftOut, {});
});

test('lines of a note and entries of other lists are counted', async () => {
  const leftOutOf = async (text: string, fileName = '') => (await read(text, { fileName })).leftOut;
  const note = '# Home\n\nCall first.\nThen:\n- [ ] Paint\n---\nSee you.';
  assert.deepEqual(await leftOutOf(note), { lines: 3 });
  assert.deepEqual(await leftOutOf(`Hello\n${note}`, 'note.md'), { lines: 4 });
  assert.deepEqual(await leftOutOf('- [ ] a \\\n  b\n- c\n'), { lines: 0 });
  const lists = { tasks: [{ title: 'a' }], done: [{ title: 'b' }, { title: 'c' }], tags: ['x'] };
  assert.deepEqual(await leftOutOf(JSON.stringify(lists)), { entries: 2 });
  assert.deepEqual(await leftOutOf(JSON.stringify({ data: lists })), { entries: 2 });
  assert.deepEqual(await leftOutOf(JSON.stringify([{ title: 'a' }])), { entries: 0 });
});

test('a task knows its line, and a faulty entry keeps its text', async () => {
  const { tasks, faulty } = await read(
    'sep=,\r\ntask,due\r\n"a\r\nb",2026-01-01\r\n\r\nc,soon\r\n',
  );
  assert.equal(tasks[0]?.line, 3);
  assert.deepEqual(
    faulty.map(({ line, faults, text }) => ({ line, faults, text })),
    [{ line: 6, faults: [{ field: 'dueDate', code: 'not_a_date', found: 'soon' }], text: 'c' }],
  );
});

test('duplicates of existing tasks and of earlier lines are marked', async () => {
  const existing: TaskResponse[] = [
    { id: 7, description: 'a', dueDate: '2026-01-01', importance: 'LOW', state: 'DONE' },
  ];
  const { tasks } = await read('task,due\na,2026-01-01\na,2026-01-02\na,2026-01-02\nb,2026-01-01', {
    existing,
  });
  assert.deepEqual(
    tasks.map(({ isDuplicate }) => isDuplicate),
    [true, false, true, false],
  );
});

test('a file that cannot be read says why', async () => {
  const codesOf = async (text: string) => (await read(text)).faults.map((fault) => fault.code);
  assert.deepEqual(await codesOf(''), ['empty']);
  assert.deepEqual(await codesOf('task,due\n'), ['empty']);
  assert.deepEqual(await codesOf('{"tasks":'), ['not_json']);
  assert.deepEqual(await codesOf('['.repeat(100_000)), ['not_json']);
  assert.deepEqual(await codesOf('{"entries":[]}'), ['no_list']);
  assert.deepEqual(await codesOf('[{"x":1,"y":2}]'), ['no_list']);
  assert.deepEqual(await codesOf('{"format":"dueline-tasks","version":2,"tasks":[]}'), [
    'other_version',
  ]);
  assert.deepEqual(await codesOf('a,b\n1,2'), ['no_description']);
  const note = await read('Only\nwords', { fileName: 'note.md' });
  assert.deepEqual([note.faults, note.ignored], [[{ code: 'outline' }], []]);
  const cut = await read('BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:Bread\nDESCRIPTION:From the ma');
  assert.deepEqual([cut.faults, cut.tasks.length], [[{ code: 'cut_off' }], 1]);
});

test('a quotation mark that is never closed leaves out its row, and counts the lines after it', async () => {
  const file = await read(
    'task,due\na,2026-12-01\n"b,2026-12-02\n\nc,2026-12-03\r\nd,2026-12-04\n',
  );
  assert.deepEqual(file.faults, [{ code: 'quote_not_closed', line: 3, lines: 3 }]);
  assert.deepEqual(
    file.tasks.map(({ fields }) => fields.description),
    ['a'],
  );
  assert.deepEqual(
    file.faulty.map(({ line, faults }) => [line, faults]),
    [[3, [{ code: 'open_quote' }]]],
  );
});

test('what is more than the limits is told and not read', async () => {
  const large = await read('x'.repeat(longestFile + 1));
  assert.deepEqual(large.faults, [{ code: 'too_large' }]);
  assert.deepEqual(large.tasks, []);
  const todo = 'BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n';
  const entries = { code: 'too_many_entries', found: mostEntries + 1 };
  for (const [text, fault, tasks] of [
    [`task\n${'a\n'.repeat(mostEntries + 1)}`, entries, mostEntries],
    [`[${'{"task":"a"},'.repeat(mostEntries)}{}]`, entries, mostEntries],
    [`# Tasks\n\n${'- a\n'.repeat(mostEntries + 1)}`, entries, mostEntries],
    [`BEGIN:VCALENDAR\n${todo.repeat(mostEntries + 1)}`, entries, mostEntries],
  ] as const) {
    const file = await read(text);
    assert.deepEqual([file.faults, file.faulty, file.tasks.length], [[fault], [], tasks]);
  }
});

test('lists inside each other are followed to a depth that no app has', async () => {
  const project = (depth: number) =>
    `[${'{"type":"project","attributes":{"title":"a","notes":"b","items":['.repeat(depth)}${']}}'.repeat(depth)}]`;
  assert.equal((await read(project(30))).tasks.length, 30);
  assert.deepEqual((await read(project(20_000))).faults, [{ code: 'unreadable' }]);
});

test('a text of more than 100 characters is no date', async () => {
  const datesOfApp = async (date: string) =>
    (await read(`TYPE,CONTENT,INDENT,DATE\ntask,a,1,${date}`)).tasks.map(({ fields, details }) => [
      fields.dueDate,
      details.repeat,
    ]);
  assert.deepEqual(await datesOfApp(`on${' '.repeat(92)}Monday`), [['2025-11-24', undefined]]);
  assert.deepEqual((await datesOfApp(`on${' '.repeat(93)}Monday`))[0]?.[0], todayIso);
  assert.equal((await read(`task,due\na,2026-01-01 ${'x'.repeat(90)}`)).tasks.length, 0);
});

test('the page gets its turn while a long file is read, and a file that cannot be opened is told', async () => {
  const pausesOf = async (text: string) => {
    let pauses = 0;
    await readFile(new Blob([text]), options, async () => void (pauses += 1));
    return pauses;
  };
  assert.equal(await pausesOf('task\na'), 0);
  assert.equal(await pausesOf(`task\n${'a\n'.repeat(mostEntries)}`), mostEntries / 20);
  assert.equal(await pausesOf('- a\n'.repeat(mostEntries)), (2 * mostEntries) / 20);
  assert.equal(await pausesOf(`BEGIN:VCALENDAR\n${'X:y\n'.repeat(30_000)}`), 3);
  const gone = Object.assign(new Blob(['task']), {
    arrayBuffer: () => Promise.reject(new Error('gone')),
  });
  assert.deepEqual((await readFile(gone, options)).faults, [{ code: 'unreadable' }]);
});

test('files of older and other programs are decoded', async () => {
  const described = async (bytes: number[] | Uint8Array) =>
    (await readFile(new Blob([Uint8Array.from(bytes)]), options)).tasks[0]?.fields.description;
  assert.equal(
    await described([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('task\nBrötchen')]),
    'Brötchen',
  );
  assert.equal(await described([...Buffer.from('task\nBr\u00f6tchen', 'latin1')]), 'Brötchen');
  assert.equal(
    await described([0xff, 0xfe, ...Buffer.from('task\nBrötchen', 'utf16le')]),
    'Brötchen',
  );
  assert.equal(
    await described([0xfe, 0xff, ...Buffer.from('task\nBrötchen', 'utf16le').swap16()]),
    'Brötchen',
  );
});

test('no file makes it fail, and every task satisfies the schema of the contract', async () => {
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((given) => Uint8Array.from(given)),
    fc.json(),
    fc
      .array(fc.constantFrom('task', 'due', ',', ';', '"', '\n', '3/13/2026', '=1', "'"))
      .map((parts) => `task,due\n${parts.join('')}`),
  );
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const file = await readFile(new Blob([given]), options);
      assert.ok(file.faults.every(({ code }) => code !== 'unreadable'));
      for (const { fields } of file.tasks) assert.ok(Check(TaskCreateRequest, fields));
      for (const { faults } of file.faulty) assert.ok(faults.length > 0);
    }),
    { numRuns: 500 },
  );
});
