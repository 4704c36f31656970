import assert from 'node:assert/strict';
import { test } from 'node:test';

import { options as regions } from '../quick-add/options-fixture.ts';
import { repeatIn } from '../quick-add/all-words.ts';
import { linesOf, readExport } from './apps-fixture.ts';
import type { FileContent } from './read-file.ts';

test('Todoist: sections, indented tasks, notes and dates in words', async () => {
  const file = await readExport(
    [
      '\uFEFFTYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG',
      'meta,view_style=list,,,,,,,,,,,,',
      'task,Repot the basil @garden,Terracotta pot,1,1,Kai (48151623),,Oct 5 2026,en,Africa/Cairo,30,minute,,',
      'task,Buy **good** compost,See [the shop](https://a.example/b),4,2,Kai (48151623),,,en,Africa/Cairo,,None,,',
      'note,Get the peat-free one,,,,Kai (48151623),,,,,,,,',
      ',,,,,,,,,,,,,',
      'section,Weekly,,,,,,,,,,,,',
      'task,Water the ferns,,2,1,Kai (48151623),,every monday at 9am,en,Africa/Cairo,,,,',
      'task,"Order seeds, ""heirloom""",,3,1,Kai (48151623),Ann (7),tomorrow 18:00,en,Africa/Cairo,,,2026-10-09,en',
      'task,Call,,,1,,,2026-10-06T23:30:00Z,en,Africa/Cairo,,,,',
      'project_note,About the garden,,,,,,,,,,,,',
    ].join('\r\n'),
    { fileName: 'Garden [220474322].csv' },
  );
  assert.equal(file.app, 'Todoist');
  assert.deepEqual(linesOf(file), [
    'Repot the basil #garden | 2026-10-05 HIGH TODO | list: Garden | notes: Terracotta pot',
    'Buy good compost | ? MEDIUM TODO | list: Garden | parent: Repot the basil #garden | notes: See the shop https://a.example/b / Get the peat-free one',
    'Water the ferns every monday at 9am | 2026-10-05 MEDIUM TODO | list: Garden / Weekly',
    'Order seeds, "heirloom" 18:00 | 2026-09-30 MEDIUM TODO | list: Garden / Weekly | otherDate: 2026-10-09',
    'Call 02:30 | 2026-10-07 MEDIUM TODO | list: Garden / Weekly',
  ]);
  assert.deepEqual(
    file.faulty.map(({ faults, text }) => [text, faults]),
    [['About the garden', [{ code: 'not_an_object' }]]],
  );
  assert.deepEqual(file.ignored, ['RESPONSIBLE', 'DURATION']);
});

test('TickTick: lines above the columns, days in the zone of the task, parents', async () => {
  const file = await readExport(
    [
      '"Date: 2026-09-29+0000"',
      '"Version: 7.2"',
      '"Status: \n0 Normal\n1 Completed\n2 Archived"',
      '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId","projectKind"',
      '"","Home","Buy food","TEXT","shop, week","Milk\nBread","N","2026-09-29T22:00:00+0000","2026-09-29T22:00:00+0000","","","5","0","2026-09-20T10:00:00+0000","","1","Europe/Berlin","true","false","","","list","1","","TASK"',
      '"","Home","Milk","TEXT","","","N","","","","","0","2","","","2","Europe/Berlin","","","","","list","2","1","TASK"',
      '"Life","Sport","Run","TEXT","","","N","2026-09-30T05:00:00+0000","2026-10-01T05:00:00+0000","-PT1440M","RRULE:FREQ=WEEKLY","1","0","","","3","Mars/Olympus","false","false","Soon","","list","3","","TASK"',
    ].join('\r\n'),
  );
  assert.equal(file.app, 'TickTick');
  assert.deepEqual(linesOf(file), [
    'Buy food | 2026-09-30 HIGH TODO | list: Home | labels: shop, week | notes: Milk Bread',
    'Milk | ? MEDIUM DONE | list: Home | parent: Buy food',
    'Run every week 01:00 | 2026-10-01 LOW TODO | list: Life / Sport / Soon | otherDate: 2026-09-30 01:00',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['Reminder']]);
});

test('TickTick: a whole day has no time whatever its zone is, and no title is no task', async () => {
  const row = (title: string, due: string, zone: string) =>
    `"Home","${title}","${due}","true","${zone}","RRULE:FREQ=DAILY"`;
  const file = await readExport(
    [
      '"List Name","Title","Due Date","Is All Day","Timezone","Repeat","Folder Name"',
      row('Here', '2026-09-29T22:00:00+0000', 'Europe/Berlin'),
      row('Moved', '2026-09-30T00:00:00+0000', 'Europe/Moscow'),
      row('Behind', '2026-09-29T22:00:00+0000', ''),
      row('', '2026-09-30T05:00:00+0000', 'Europe/Berlin'),
    ].join('\n'),
  );
  assert.deepEqual(linesOf(file), [
    'Here every day | 2026-09-30 MEDIUM TODO | list: Home',
    'Moved every day | 2026-09-30 MEDIUM TODO | list: Home',
    'Behind every day | 2026-09-30 MEDIUM TODO | list: Home',
  ]);
  assert.deepEqual(
    file.faulty.map(({ faults }) => faults),
    [[{ code: 'no_title' }]],
  );
});

const outlookFile = [
  '"Subject","Start Date","Due Date","Reminder On/Off","Reminder Date","Reminder Time","Date Completed","% Complete","Total Work","Actual Work","Billing Information","Categories","Companies","Contacts","Mileage","Notes","Priority","Private","Role","Schedule+ Priority","Sensitivity","Status"',
  '"Zahnarzt für Jörg","9/30/2026","10/10/2026","True","9/10/2026","9:00:00 AM",,"0","0 hours","0 hours",,"Home;Büro",,,,"Ask about\r\nthe crown.","High","False",,,"Normal","Not Started"',
  '"Send the forms",,"8/30/2026","False",,,"9/1/2026","1","2 hours","0 hours",,,,,,,"Low","False",,,"Normal","Completed"',
  '"Wait for the plumber",,,"False",,,,".5","0 hours","0 hours",,,,,,,"Normal","False",,,"Normal","Waiting on someone else"',
].join('\r\n');

test('Outlook and To Do: in the encodings of Windows, dates in the order of the file', async () => {
  const withMark = Buffer.from(`\uFEFF${outlookFile}`, 'utf16le');
  const withoutMark = Buffer.from(outlookFile, 'utf16le');
  for (const bytes of [
    Buffer.from(outlookFile, 'latin1'),
    withMark,
    withoutMark,
    Buffer.from(withoutMark).swap16(),
  ]) {
    const file = await readExport(Uint8Array.from(bytes), { locale: 'de-DE' });
    assert.equal(file.app, 'Microsoft To Do / Outlook');
    assert.deepEqual(linesOf(file), [
      'Zahnarzt für Jörg | 2026-10-10 HIGH TODO | labels: Home;Büro | otherDate: 9/30/2026 | notes: Ask about the crown.',
      'Send the forms | 2026-08-30 LOW DONE',
      'Wait for the plumber | ? MEDIUM WORKING',
    ]);
    assert.deepEqual(file.ignored, ['Reminder Date', 'Reminder Time', 'Total Work']);
  }
});

test('Google Tasks: all lists of Tasks.json, dates without their time, no deleted tasks', async () => {
  const due = '2026-10-01T00:00:00.000Z';
  const common = { kind: 'tasks#task', updated: due, position: '0001', selfLink: 'https://a/b' };
  const task = (id: string, title: string, parts: object) => ({
    ...common,
    id,
    title,
    status: 'needsAction',
    ...parts,
  });
  const links = [{ type: 'email', link: 'https://mail.example/1' }];
  const mine = [
    task('a', 'Bread', { due, notes: 'rye', links }),
    task('b', 'Flour', { parent: 'a', status: 'completed', completed: due, hidden: true, due }),
    task('c', 'Gone', { deleted: true }),
  ];
  const lists = [
    { kind: 'tasks#taskList', title: 'My Tasks', items: mine },
    { kind: 'tasks#taskList', title: 'Work', items: [task('d', 'Report', { starred: true })] },
    { kind: 'tasks#taskList', title: 'Empty' },
  ];
  const file = await readExport(JSON.stringify({ kind: 'tasks#taskLists', items: lists }));
  assert.equal(file.app, 'Google Tasks');
  assert.deepEqual(linesOf(file), [
    'Bread | 2026-10-01 MEDIUM TODO | list: My Tasks | notes: rye / email, https://mail.example/1',
    'Flour | 2026-10-01 MEDIUM DONE | list: My Tasks | parent: Bread',
    'Report | ? MEDIUM TODO | list: Work',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['starred']]);
});

test('Things: to-dos of projects and headings, deadlines before days, check lists', async () => {
  const toDo = (attributes: object) => ({ type: 'to-do', attributes });
  const items = [
    toDo({ title: 'Pack' }),
    { type: 'heading', attributes: { title: 'On the way' } },
    toDo({
      title: 'Tickets',
      when: '2026-10-02@14:00',
      deadline: '2026-10-04',
      tags: ['Trip', 'Rail'],
    }),
  ];
  const checklist = [{ type: 'checklist-item', attributes: { title: 'Milk', completed: true } }];
  const file = await readExport(
    JSON.stringify([
      { type: 'project', attributes: { title: 'Rome', notes: 'Passport!', area: 'Family', items } },
      toDo({ title: 'Shop', when: 'evening', 'checklist-items': checklist, completed: true }),
      toDo({ title: 'Paint', when: 'someday', canceled: true }),
    ]),
  );
  assert.equal(file.app, 'Things');
  assert.deepEqual(linesOf(file), [
    'Rome | ? MEDIUM TODO | list: Family | notes: Passport!',
    'Pack | ? MEDIUM TODO | list: Rome',
    'Tickets | 2026-10-04 MEDIUM TODO | list: Rome / On the way | labels: Trip, Rail | otherDate: 2026-10-02 14:00',
    'Shop | 2026-09-29 MEDIUM DONE | notes: Milk',
    'Paint | ? MEDIUM DONE',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
});

test('Apple Reminders: folded lines, escaped text, zones and days, alarms named', async () => {
  const file = await readExport(
    `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Apple Inc.//Reminders//EN
X-WR-CALNAME:Home
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
RRULE:FREQ=YEARLY
END:STANDARD
END:VTIMEZONE
BEGIN:VTODO
UID:1
SUMMARY:Milk\\, eggs\\; and a long te
 xt
DUE;VALUE=DATE:20261001
PRIORITY:1
STATUS:NEEDS-ACTION
DESCRIPTION:one\\ntwo
CATEGORIES:shop,week
X-APPLE-SORT-ORDER:7
END:VTODO
BEGIN:VTODO
UID:2
RELATED-TO:1
SUMMARY:Call
DUE;TZID="Europe/Berlin":20261002T003000
PRIORITY:9
RRULE:FREQ=DAILY
BEGIN:VALARM
DESCRIPTION:Ring
TRIGGER:-PT15M
END:VALARM
END:VTODO
BEGIN:VTODO
UID:3
SUMMARY:Late
DUE:20261003T013000Z
COMPLETED:20260901T080000Z
PRIORITY:0
END:VTODO
no line of the format
END:VCALENDAR
`.replaceAll('\n', '\r\n'),
  );
  assert.equal(file.app, 'Apple Reminders / iCalendar');
  assert.deepEqual(linesOf(file), [
    'Milk, eggs; and a long text | 2026-10-01 HIGH TODO | list: Home | labels: shop,week | notes: one two',
    'Call every day 00:30 | 2026-10-02 LOW TODO | list: Home | parent: Milk, eggs; and a long text',
    'Late 21:30 | 2026-10-02 MEDIUM DONE | list: Home',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['VALARM']]);
});

test('a repetition is kept with its first day and its time, or it is listed whole', async () => {
  for (const [date, line] of [
    ['every 3 months starting 31 Jan', 'a every 3 months | 2026-10-31'],
    ['every 3 days starting Sep 10', 'a every 3 days | 2026-10-01'],
    ['every 3 days starting Sep 10 2026', 'a every 3 days | 2026-10-01'],
    ['every 2 weeks starting Dec 29 2027', 'a every 2 weeks | 2027-12-29'],
    ['every month starting tomorrow', 'a every month | 2026-09-30'],
    ['every other Tue 7am starting 3 Nov', 'a every other Tue 7am | 2026-11-03'],
    ['at 9am every monday', 'a at 9am every monday | 2026-10-05'],
    ['every month on the 15th', 'a every month on the 15th | 2026-10-15'],
    ['every day ending 5 Oct', 'a every day ending 5 Oct | 2026-09-29'],
    ['every day for 3 days starting 1 Oct', 'a every day for 3 days | 2026-10-01'],
    [
      'every day starting 25 Sep for 10 days',
      'a | 2026-09-29 | every day starting 25 Sep for 10 days',
    ],
    [
      'every day starting 5 Sep for 10 days',
      'a | 2026-09-29 | every day starting 5 Sep for 10 days',
    ],
    ['every 3rd friday', 'a | 2026-09-29 | every 3rd friday'],
    ['every 2nd friday', 'a | 2026-09-29 | every 2nd friday'],
    ['"every monday, but not in May"', 'a | 2026-09-29 | every monday, but not in May'],
  ] as const) {
    const file = await readExport(`TYPE,CONTENT,INDENT,DATE\ntask,a,1,${date}`);
    assert.deepEqual(repetitionsOf(file), [line], date);
  }
});

test('a rule of iCalendar is kept as it is, or it is listed whole', async () => {
  const due = '2026-10-01';
  for (const [rule, words] of [
    ['FREQ=MONTHLY;BYMONTHDAY=1', 'every month on the 1st'],
    ['FREQ=MONTHLY;BYMONTHDAY=22', 'every month on the 22nd'],
    ['FREQ=MONTHLY;BYMONTHDAY=13;INTERVAL=2', 'every 2 months on the 13th'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1', 'every 3 months on the last day'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', 'every Monday, Wednesday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', 'every 2 weeks on Monday, Wednesday'],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', 'every year on December 24'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20991231T235959Z', 'every Monday until 2099-12-31'],
    // In New York the day still lasts at this instant; midnight in UTC is a whole day.
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=21000101T045959Z', 'every Monday until 2099-12-31'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20991231T000000Z', 'every Monday until 2099-12-31'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20991231T120000', 'every Monday until 2099-12-31'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20990231', undefined],
    ['FREQ=WEEKLY;UNTIL=20991231', 'every week until 2099-12-31'],
    ['FREQ=WEEKLY;UNTIL=20010101', undefined],
    ['FREQ=WEEKLY;UNTIL=tomorrow', undefined],
    ['FREQ=WEEKLY;COUNT=3', undefined],
    ['FREQ=YEARLY;BYMONTH=12', undefined],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', undefined],
    ['FREQ=MONTHLY;BYMONTHDAY=-2', undefined],
    ['FREQ=MONTHLY;BYDAY=3FR', undefined],
    ['FREQ=MONTHLY;BYDAY=FR,3MO', undefined],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', undefined],
    ['FREQ=DAILY;INTERVAL=2;BYDAY=MO', undefined],
    ['FREQ=DAILY;BYMONTHDAY=31', undefined],
  ] as const)
    for (const region of ['en', 'de', 'fr'] as const) {
      const todo = `BEGIN:VTODO\nSUMMARY:a\nDUE;VALUE=DATE:20261001\nRRULE:${rule}\nEND:VTODO`;
      const file = await readExport(`BEGIN:VCALENDAR\n${todo}\nEND:VCALENDAR`, regions[region]);
      const line = words === undefined ? `a | ${due} | ${rule}` : `a ${words} | ${due}`;
      assert.deepEqual(repetitionsOf(file), [line], `${rule} in ${region}`);
      assert.equal(repeatIn(file.tasks[0]?.fields.description ?? '', regions[region])?.text, words);
    }
});

/** The description and date of each task, and a recurrence that was not understood. */
const repetitionsOf = ({ tasks }: FileContent) =>
  tasks.map(({ fields, details }) =>
    [fields.description, fields.dueDate, details.repeat ?? []].flat().join(' | '),
  );
