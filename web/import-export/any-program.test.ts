import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const csv = (...lines: readonly string[]) => readExport(lines.join('\r\n'));
const json = (content: unknown) => readExport(JSON.stringify(content));

test('a file of any program: lists, labels and notes, each date column, what is not to be done', async () => {
  const table = await csv(
    'ID,Title,Description,Status,Priority,Project,Labels,Due date,Deadline,Date',
    'A-1,Write,"first\nsecond",In Review,No priority,Site,"web, copy",,2026-10-05,2026-09-01',
    'A-2,Send,,Canceled,Critical,,,2026-10-06,2026-10-08,2026-09-01',
    "A-3,Ask,,Won't do,Low,Site,,,,2026-09-01",
  );
  assert.equal(table.app, null);
  assert.deepEqual(linesOf(table), [
    'Write | 2026-10-05 MEDIUM WORKING | list: Site | labels: web, copy | notes: first second',
    'Send | 2026-10-06 HIGH DONE | otherDate: 2026-10-08',
    'Ask | ? LOW DONE | list: Site',
  ]);
  assert.deepEqual(
    table.tasks.map(({ isCancelled }) => isCancelled),
    [false, true, true],
  );
  assert.deepEqual([table.unread, table.ignored], [[], ['ID', 'Date']]);
  const records = await json({
    data: [{ name: 'Bread', due_on: '2026-10-05', tags: [{ id: 7, name: 'shop', color: 'red' }] }],
  });
  assert.deepEqual(linesOf(records), ['Bread | 2026-10-05 MEDIUM TODO | labels: shop']);
});

test('cancelled tasks of each app are left out at first', async () => {
  const calendar = ['BEGIN:VTODO', 'SUMMARY:a', 'STATUS:CANCELLED', 'END:VTODO'].join('\n');
  const files = [
    await readExport(calendar),
    await csv('Summary,Issue key,Status', "a,B-1,Won't Do"),
    await json([{ type: 'to-do', attributes: { title: 'a', canceled: true } }]),
    await csv('Folder Name,List Name,Title,Status', ',Home,a,-1'),
  ];
  for (const { tasks } of files)
    assert.deepEqual(
      tasks.map(({ isCancelled, fields }) => [isCancelled, fields.state]),
      [[true, 'DONE']],
    );
});

test('tasks inside tasks are not lost, nor the lists of a file of Google without its kind', async () => {
  const nested = await json([
    {
      title: 'Move',
      children: [{ title: 'Pack', children: [{ title: 'Boxes', done: true }] }, 7],
    },
    { name: 'Bread', subtasks: [] },
    { title: ' ', description: 'Milk' },
  ]);
  assert.deepEqual(linesOf(nested), [
    'Move | ? MEDIUM TODO',
    'Pack | ? MEDIUM TODO | parent: Move',
    'Boxes | ? MEDIUM DONE | parent: Pack',
    'Bread | ? MEDIUM TODO',
    'Milk | ? MEDIUM TODO | notes: Milk',
  ]);
  assert.equal(nested.faulty.length, 1);
  const depth = 3000;
  const deep = `${'{"title":"a","children":['.repeat(depth)}{"title":"b"}${']}'.repeat(depth)}`;
  assert.deepEqual(linesOf(await readExport(`[${deep}]`)).at(-1), 'b | ? MEDIUM TODO | parent: a');
  const google = await json({
    items: [{ title: 'Home', items: [{ title: 'Bread', due: '2026-10-05T00:00:00Z' }] }],
  });
  assert.deepEqual(linesOf(google), ['Bread | 2026-10-05 MEDIUM TODO | list: Home']);
});

test('a time is kept to the minute, and a file in a note of Todoist by its name', async () => {
  const note =
    'See [[file {""file_name"":""plan.pdf"",""file_size"":7,""file_url"":""https:\\/\\/a.example""}]]';
  const file = await csv(
    'TYPE,CONTENT,PRIORITY,INDENT,DATE',
    'task,Plan,4,1,2026-10-05 14:59:52',
    `note,"${note}",,,`,
  );
  assert.deepEqual(linesOf(file), ['Plan 14:59 | 2026-10-05 MEDIUM TODO | notes: See plan.pdf']);
});

test('the parent of a task is found by its id in a file of any program', async () => {
  const table = await csv(
    'ID,Title,Parent issue',
    'A-2,Paint,A-1',
    'A-1,Kitchen,',
    'A-3,Floor,A-99',
  );
  const lines = [
    'Paint | ? MEDIUM TODO | parent: Kitchen',
    'Kitchen | ? MEDIUM TODO',
    'Floor | ? MEDIUM TODO',
  ];
  assert.deepEqual(linesOf(table), lines);
  const records = [
    { id: 2, title: 'Paint', parent_id: 1 },
    { id: 1, title: 'Kitchen', parent_id: null },
    { id: 3, title: 'Floor', parent_id: 99 },
  ];
  assert.deepEqual(linesOf(await json(records)), lines);
  const titles = await csv('Title,Parent task', 'Paint,Kitchen');
  assert.deepEqual(linesOf(titles), ['Paint | ? MEDIUM TODO | parent: Kitchen']);
});

test('times in UTC that all stand for whole days are days in a calendar; with others they are instants', async () => {
  const calendar = (...dates: readonly string[]) =>
    readExport(dates.map((date) => `BEGIN:VTODO\nSUMMARY:a\n${date}\nEND:VTODO`).join('\n'));
  const days = ['DUE:20261005T000000Z', 'DUE:20261006T235900Z', 'DTSTART:20261007T000000Z'];
  const local = ['DUE;TZID=Europe/Berlin:20261008T090000', 'DUE;VALUE=DATE:20261009'];
  assert.deepEqual(linesOf(await calendar(...days, ...local)), [
    'a | 2026-10-05 MEDIUM TODO',
    'a | 2026-10-06 MEDIUM TODO',
    'a | 2026-10-07 MEDIUM TODO',
    'a 09:00 | 2026-10-08 MEDIUM TODO',
    'a | 2026-10-09 MEDIUM TODO',
  ]);
  assert.deepEqual(linesOf(await calendar(...days, 'DUE:20261008T170000Z')), [
    'a 20:00 | 2026-10-04 MEDIUM TODO',
    'a 19:59 | 2026-10-06 MEDIUM TODO',
    'a 20:00 | 2026-10-06 MEDIUM TODO',
    'a 13:00 | 2026-10-08 MEDIUM TODO',
  ]);
});

test('each of several calendars in one file has its own list', async () => {
  const calendar = (name: string) =>
    `BEGIN:VCALENDAR\n${name}BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n`;
  const file = await readExport(
    [calendar('X-WR-CALNAME:Home\n'), calendar('X-WR-CALNAME:Work\n'), calendar('')].join(''),
  );
  assert.deepEqual(linesOf(file), [
    'a | ? MEDIUM TODO | list: Home',
    'a | ? MEDIUM TODO | list: Work',
    'a | ? MEDIUM TODO',
  ]);
});

test('yes and no in each language, and 1 and 0 in a column that says only them', async () => {
  const values = ['WAHR', 'falsch', 'VRAI', 'faux', 'CHECKED', 'UNCHECKED', 'j', '1', '0'];
  const rows = values.map((value) => `a,${value}`);
  const statesIn = async (column: string) =>
    (await csv(`Title,${column}`, ...rows)).tasks.map(({ fields }) => fields.state);
  const words = ['DONE', 'TODO', 'DONE', 'TODO', 'DONE', 'TODO', 'DONE'];
  assert.deepEqual(await statesIn('Done'), [...words, 'DONE', 'TODO']);
  assert.deepEqual(await statesIn('IS_DONE'), [...words, 'DONE', 'TODO']);
  assert.deepEqual(await statesIn('Status'), [...words, 'TODO', 'TODO']);
  assert.deepEqual(linesOf(await json([{ title: 'a', completed: 1 }])), ['a | ? MEDIUM DONE']);
});

test('lines about the file may come before the header of any program', async () => {
  const file = await csv('Meine Liste', '', 'Stand: 28.11.2026', 'Titel;Fällig', 'a, b;2026-12-05');
  assert.deepEqual(linesOf(file), ['a, b | 2026-12-05 MEDIUM TODO']);
  assert.equal(file.tasks[0]?.line, 5);
  const headless = await csv('Bread,2026-12-05', 'Milk,2026-12-06');
  assert.deepEqual(headless.faults, [{ code: 'no_description' }]);
});

test('a list of texts is a list of tasks, and a second column of the same name is named', async () => {
  assert.deepEqual(linesOf(await json(['Bread', 'Milk'])), [
    'Bread | ? MEDIUM TODO',
    'Milk | ? MEDIUM TODO',
  ]);
  const twice = await csv('Title,Due,Title', 'a,2026-12-05,b');
  assert.deepEqual(linesOf(twice), ['a | 2026-12-05 MEDIUM TODO']);
  assert.deepEqual(twice.ignored, ['Title (2)']);
});

test('a recurrence of any program is kept in words, listed if it is not understood, or none', async () => {
  const file = await csv(
    'Task,Due,Repeat,,',
    'Bins,2026-10-06 07:00,every tuesday,,',
    'Rent,2026-10-01,RRULE:FREQ=MONTHLY;BYMONTHDAY=1,by hand,',
    'Club,2026-10-07,each full moon,,',
    'Bread,2026-10-08,Never,,',
  );
  assert.deepEqual(linesOf(file), [
    'Bins every tuesday 07:00 | 2026-10-06 MEDIUM TODO',
    'Rent every month on the 1st | 2026-10-01 MEDIUM TODO',
    'Club | 2026-10-07 MEDIUM TODO | repeat: each full moon',
    'Bread | 2026-10-08 MEDIUM TODO',
  ]);
  assert.deepEqual(file.ignored, ['']);
});

test('tables of Markdown, with backslashes, and with texts as formulas', async () => {
  const table = ['| Task | Due |', '|:--|--:|', '| Milk  | 2026-10-05 |', '|Eggs||'].join('\n');
  for (const fileName of ['table.md', 'table.csv', 'table.txt'])
    assert.deepEqual(linesOf(await readExport(table, { fileName })), [
      'Milk | 2026-10-05 MEDIUM TODO',
      'Eggs | ? MEDIUM TODO',
    ]);
  const escaped = await csv('Task,Due', '"say \\"hi, you\\"",2026-10-05', '"a ""b"" c",');
  assert.equal(escaped.tasks.length, 1, 'one of both forms is a form');
  assert.deepEqual(linesOf(await csv('Task,Due', '"say \\"hi, you\\"",2026-10-05')), [
    'say "hi, you" | 2026-10-05 MEDIUM TODO',
  ]);
  assert.deepEqual(linesOf(await csv('Task,Due', '="007",="2026-10-05"')), [
    '007 | 2026-10-05 MEDIUM TODO',
  ]);
});

test('the day on which a task was completed is a yes, and other names of states and importances', async () => {
  const file = await csv(
    'Task,Completed,Priority,Status',
    'a,2026-09-01,P1,',
    'b,9/1/2026 10:00,p2,',
    'c,1796486400,P3,',
    'd,,,Resolved',
    'f,2026-9-1,,Logbook',
    'e,,,',
  );
  assert.deepEqual(linesOf(file), [
    'a | ? HIGH DONE',
    'b | ? MEDIUM DONE',
    'c | ? LOW DONE',
    'd | ? MEDIUM DONE',
    'f | ? MEDIUM DONE',
    'e | ? MEDIUM TODO',
  ]);
  assert.deepEqual(file.unread, []);
  const todo = (...lines: readonly string[]) => ['BEGIN:VTODO', 'SUMMARY:a', ...lines, 'END:VTODO'];
  const calendar = [
    ...todo('PERCENT-COMPLETE:100'),
    ...todo('STATUS:IN-PROCESS', 'PERCENT-COMPLETE:0'),
  ];
  assert.deepEqual(linesOf(await readExport(calendar.join('\n'))), [
    'a | ? MEDIUM DONE',
    'a | ? MEDIUM WORKING',
  ]);
});

test('a list of tasks may be inside of another object, or an object by id', async () => {
  const lines = ['a | 2026-10-05 MEDIUM TODO', 'b | ? MEDIUM TODO'];
  const tasks = [{ title: 'a', due: '2026-10-05' }, { title: 'b' }];
  for (const content of [{ export: { tasks } }, { tasks: { x: tasks[0], y: tasks[1] } }])
    assert.deepEqual(linesOf(await json(content)), lines);
  const withoutId = [{ content: 'a', project_id: 'p', priority: 1, due: null }];
  assert.deepEqual(
    linesOf(await json({ items: withoutId, projects: [{ id: 'p', name: 'Home' }] })),
    ['a | ? MEDIUM TODO | list: Home'],
  );
});

test('a second day has no midnight, and a context is a label', async () => {
  const file = await csv(
    'Task,Context,Tasklist name,Start Date,Due Date',
    'a,@home,House,2026-10-01 00:00:00 +0000,2026-10-05 17:00:00 +0000',
  );
  assert.deepEqual(linesOf(file), [
    'a 13:00 | 2026-10-05 MEDIUM TODO | list: House | labels: @home | otherDate: 2026-10-01',
  ]);
});

test('a file whose every ampersand begins an entity was written for HTML', async () => {
  const titlesOf = async (...titles: readonly string[]) =>
    (await csv('Title,Due', ...titles.map((title) => `${title},`))).tasks.map(
      ({ fields }) => fields.description,
    );
  assert.deepEqual(await titlesOf('Fish &amp; chips', 'a &lt; b', '&#72;i &#x1F382;', 'plain'), [
    'Fish & chips',
    'a < b',
    'Hi 🎂',
    'plain',
  ]);
  assert.deepEqual(await titlesOf('Write &amp; in HTML', 'Salt & pepper'), [
    'Write &amp; in HTML',
    'Salt & pepper',
  ]);
  const own = await csv(
    'description,dueDate,importance,state,id',
    'a &amp; b,2026-12-05,LOW,TODO,1',
  );
  assert.deepEqual(linesOf(own), ['a &amp; b | 2026-12-05 LOW TODO']);
});

test('a table of one column has no separator, and a title may stand in the second one of its name', async () => {
  assert.deepEqual(linesOf(await csv('Task', 'Milk, eggs; bread', '"a ""b"" c"')), [
    'Milk, eggs; bread | ? MEDIUM TODO',
    'a "b" c | ? MEDIUM TODO',
  ]);
  const twice = await csv(
    'Task,Task,Deadline date,Start date',
    'a,b,2026-12-05,2026-12-01',
    ',c,,',
  );
  assert.deepEqual(linesOf(twice), [
    'a | 2026-12-05 MEDIUM TODO | otherDate: 2026-12-01',
    'c | ? MEDIUM TODO',
  ]);
});

test('a calendar may break a line inside a character, or write its text as vCalendar does', async () => {
  const start = 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n';
  const end = 'END:VTODO\r\n';
  const cake = Buffer.from('🎂');
  const folded = Buffer.concat([
    Buffer.from(`${start}SUMMARY:Bake `),
    cake.subarray(0, 2),
    Buffer.from('\r\n '),
    cake.subarray(2),
    Buffer.from(` now\r\nDESCRIPTION:é\r\n è\r\n${end}`),
  ]);
  assert.deepEqual(linesOf(await readExport(Uint8Array.from(folded))), [
    'Bake 🎂 now | ? MEDIUM TODO | notes: éè',
  ]);
  const older = `${start}SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=84pfel und=\r\n=20Birnen\r\nURL:https://a.example/?b=\r\nDUE:20261005\r\n${end}`;
  assert.deepEqual(linesOf(await readExport(older)), [
    'Äpfel und Birnen | 2026-10-05 MEDIUM TODO | notes: https://a.example/?b=',
  ]);
});

test('the lists of a board of Nextcloud Deck are no tasks in its calendar', async () => {
  const calendar = [
    ['X-WR-CALNAME:Deck: House'],
    ['BEGIN:VTODO', 'UID:deck-card-4', 'RELATED-TO:deck-stack-8', 'SUMMARY:Paint', 'END:VTODO'],
    ['BEGIN:VTODO', 'UID:deck-stack-8', 'SUMMARY:List : To do', 'END:VTODO'],
  ];
  assert.deepEqual(linesOf(await readExport(['BEGIN:VCALENDAR', ...calendar.flat()].join('\n'))), [
    'Paint | ? MEDIUM TODO | list: Deck: House / To do',
  ]);
});

test('names of a calendar are read in small letters, too', async () => {
  const file = await readExport('begin:vcalendar\nbegin:vtodo\nsummary:a\ndue:20261205\nend:vtodo');
  assert.deepEqual(linesOf(file), ['a | 2026-12-05 MEDIUM TODO']);
});
