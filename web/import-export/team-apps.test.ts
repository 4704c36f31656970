import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const csv = (...lines: readonly string[]) => readExport(lines.join('\r\n'));
const json = (content: unknown) => readExport(JSON.stringify(content));

test('Asana: a day of completion finishes a task, sections and parents are its place', async () => {
  const file = await csv(
    'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task',
    '11,2026-09-01,,2026-09-02,Order tiles,Bathroom,Ada,,,2026-10-12,"wet, blue",20 m²,Flat,',
    '12,2026-09-01,2026-09-20,2026-09-20,Measure,Bathroom,,,,2026-09-15,,,Flat,Order tiles',
  );
  assert.equal(file.app, 'Asana');
  assert.deepEqual(linesOf(file), [
    'Order tiles | 2026-10-12 MEDIUM TODO | list: Flat / Bathroom | labels: wet, blue | notes: 20 m²',
    'Measure | 2026-09-15 MEDIUM DONE | list: Flat / Bathroom | parent: Order tiles',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['Assignee']]);
});

test('Trello as CSV: a complete or archived card is finished, an instant is a local day', async () => {
  const file = await csv(
    'Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,List ID,List Name,Board ID,Board Name,Archived,Start Date,Due Complete',
    'c1,Paint the door,https://a.example/1,Two coats,Green (green),,2026-10-09T01:30:00.000Z,l1,Doing,b1,House,false,,false',
    'c2,Buy paint,https://a.example/2,,,,2026-10-01T10:00:00.000Z,l2,Bought,b1,House,false,,true',
    'c3,Old idea,https://a.example/3,,,,,l2,Ideas,b1,House,true,,false',
  );
  assert.equal(file.app, 'Trello');
  assert.deepEqual(linesOf(file), [
    'Paint the door 21:30 | 2026-10-08 MEDIUM TODO | list: House / Doing | labels: Green (green) | notes: Two coats',
    'Buy paint 06:00 | 2026-10-01 MEDIUM DONE | list: House / Bought',
    'Old idea | ? MEDIUM DONE | list: House / Ideas',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
});

test('Trello as JSON: cards with their lists, labels and check lists; a list in the archive finishes its cards', async () => {
  const card = (name: string, parts: object) => ({ id: name, name, closed: false, ...parts });
  const board = {
    name: 'House',
    lists: [
      { id: 'l1', name: 'Doing', closed: false },
      { id: 'l2', name: 'Last year', closed: true },
    ],
    cards: [
      card('Paint the door', {
        idList: 'l1',
        due: '2026-10-09T16:00:00.000Z',
        dueComplete: false,
        desc: 'Two coats',
        labels: [
          { name: 'wood', color: 'green' },
          { name: '', color: 'red' },
        ],
      }),
      card('Gutter', { idList: 'l2', due: null }),
      card('Ladder', { idList: 'l1', due: null, closed: true }),
    ],
    checklists: [
      {
        idCard: 'Paint the door',
        checkItems: [
          { name: 'Sand', state: 'complete' },
          { name: 'Paint', state: 'incomplete' },
        ],
      },
      { idCard: 'a card that is gone', checkItems: [] },
    ],
  };
  const file = await json(board);
  assert.equal(file.app, 'Trello');
  assert.deepEqual(linesOf(file), [
    'Paint the door 12:00 | 2026-10-09 MEDIUM TODO | list: House / Doing | labels: wood, red | notes: Two coats / Sand, Paint',
    'Gutter | ? MEDIUM DONE | list: House / Last year',
    'Ladder | ? MEDIUM DONE | list: House / Doing',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
  assert.equal((await json({ ...board, checklists: undefined })).tasks.length, 3);
});

test('ClickUp: instants in milliseconds, lists in brackets, null as nothing, parents by id', async () => {
  const atFour = Date.parse('2026-10-10T08:00:00Z');
  const atNine = Date.parse('2026-10-11T13:00:00Z');
  const file = await csv(
    'Task ID,Task Name,Task Content,Status,Due date,Due Date Text,Priority,Space Name,List Name,Tags,Parent ID,Time Estimated',
    `a1,Order pipes,DN50,in progress,${atFour},x,1,Work,Site,"[steel, long]",null,5400000`,
    `a2,Call the shop,,complete,${atNine},x,4,Work,Site,[],a1,null`,
    'a3,Plan,,waiting for Ben,null,,null,Work,Site,[],null,null',
  );
  assert.equal(file.app, 'ClickUp');
  assert.deepEqual(linesOf(file), [
    'Order pipes | 2026-10-10 HIGH WORKING | list: Work / Site | labels: steel, long | notes: DN50',
    'Call the shop 09:00 | 2026-10-11 LOW DONE | list: Work / Site | parent: Order pipes',
    'Plan | ? MEDIUM TODO | list: Work / Site',
  ]);
  assert.deepEqual(file.unread, [{ field: 'state', value: 'waiting for Ben', tasks: 1 }]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['Time Estimated']]);
  const folders = await csv(
    'Task Name,Task Content,Status,Folder Name/Path,List Name',
    'Dig,one\\ntwo,to do,"[""Flat: bath""]",Site',
    'Sow,,to do,hidden,Site',
  );
  assert.deepEqual(linesOf(folders), [
    'Dig | ? MEDIUM TODO | list: Flat: bath / Site | notes: one two',
    'Sow | ? MEDIUM TODO | list: Site',
  ]);
});

test('Jira: its own dates and priorities, several columns of labels, and the category of a status', async () => {
  const file = await csv(
    'Summary,Issue key,Issue id,Issue Type,Status,Status Category,Priority,Assignee,Created,Resolved,Due date,Labels,Labels,Description,Parent id,Project name',
    '"Leak, ground floor",H-1,100,Task,In Review,In Progress,Highest,,12/Mar/26 9:41 AM,,31/Oct/26 12:00 AM,wet,urgent,See photo,,House',
    'Find the valve,H-2,101,Sub-task,Shipped,Done,Trivial,,12/Mar/26 9:41 AM,,,,,,100,House',
    'Call,H-3,102,Task,Odd,,Medium,,12/Mar/26 9:41 AM,20/Mar/26 4:00 PM,05/Oct/26,,,,,House',
  );
  assert.equal(file.app, 'Jira');
  assert.deepEqual(linesOf(file), [
    'Leak, ground floor | 2026-10-31 HIGH WORKING | list: House | labels: wet / urgent | notes: See photo',
    'Find the valve | ? LOW DONE | list: House | parent: Leak, ground floor',
    'Call | 2026-10-05 MEDIUM DONE | list: House',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
});

test('Planner: the name is the title, not the notes; buckets are lists', async () => {
  const file = await csv(
    'Task ID,Task Name,Bucket Name,Progress,Priority,Assigned To,Created By,Created Date,Start date,Due date,Is Recurring,Late,Completed Date,Completed By,Completed Checklist Items,Checklist Items,Labels,Description',
    'x1,Book a hall,Autumn,Not started,Important,Ada,Ada,09/01/2026,,10/13/2026,false,false,,,0/2,Ask;Pay,Red,Large',
    'x2,Invite,Autumn,Completed,Low,,Ada,09/01/2026,,09/05/2026,false,false,09/04/2026,Ada,,,,',
  );
  assert.equal(file.app, 'Microsoft Planner');
  assert.deepEqual(linesOf(file), [
    'Book a hall | 2026-10-13 HIGH TODO | list: Autumn | labels: Red | notes: Large / Ask;Pay',
    'Invite | 2026-09-05 LOW DONE | list: Autumn',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['Assigned To']]);
});

test('Planner in German and French: the name is the title there, too', async () => {
  const german = await csv(
    'Aufgaben-ID;Aufgabenname;Bucketname;Fortschritt;Priorität;Fälligkeitsdatum;Bezeichnungen;Beschreibung',
    'x1;Saal buchen;Herbst;Nicht begonnen;Wichtig;13.10.2026;Rot;Groß',
  );
  assert.deepEqual(linesOf(german), [
    'Saal buchen | 2026-10-13 HIGH TODO | list: Herbst | labels: Rot | notes: Groß',
  ]);
  const french = await csv(
    'ID de la tâche;Nom de la tâche;Priorité;Date d’échéance;Description',
    'x1;Réserver;Urgente;13/10/2026;Grand',
  );
  assert.deepEqual(linesOf(french), ['Réserver | 2026-10-13 HIGH TODO | notes: Grand']);
});

test('monday.com: groups are lists, and subitems have a header of their own', async () => {
  const file = await csv(
    'House,,,,',
    'This month,,,,',
    'Name,Subitems,Person,Status,Date',
    'Paint,"Sand, Prime",Ada,Working on it,2026-10-03',
    'Subitems,Name,Owner,Status,Date',
    ',Sand,Ada,Done,2026-10-01',
    ',,,,1',
    'Later,,,,',
    'Name,Subitems,Person,Status,Date',
    'Gutter,,,Stuck,',
  );
  assert.equal(file.app, 'monday.com');
  assert.deepEqual(linesOf(file), [
    'Paint | 2026-10-03 MEDIUM WORKING | list: This month',
    'Sand | 2026-10-01 MEDIUM DONE | list: This month | parent: Paint',
    'Gutter | ? MEDIUM TODO | list: Later',
  ]);
  assert.deepEqual(file.unread, [{ field: 'state', value: 'Stuck', tasks: 1 }]);
  assert.deepEqual(file.faulty, [], 'the sums of a group are no task');
});

test('Vikunja: tasks inside projects, the year 1 is no date, seconds are a recurrence', async () => {
  const none = '0001-01-01T00:00:00Z';
  const task = (title: string, parts: object) => ({
    title,
    done: false,
    due_date: none,
    priority: 0,
    ...parts,
  });
  const projects = [
    {
      title: 'House',
      buckets: [{ id: 5, title: 'Soon' }],
      tasks: [
        task('Water', { due_date: '2026-10-01T12:00:00Z', repeat_after: 259_200, bucket_id: 5 }),
        task('Door', {
          priority: 4,
          description: '<p>Two <b>coats</b></p>',
          labels: [{ title: 'wood' }],
        }),
        task('Hinge', { done: true, related_tasks: { parenttask: [{ title: 'Door' }] } }),
      ],
    },
    { title: 'Empty', tasks: null },
  ];
  const lines = [
    'Water every 3 days 08:00 | 2026-10-01 MEDIUM TODO | list: House / Soon',
    'Door | ? HIGH TODO | list: House | labels: wood | notes: Two coats',
    'Hinge | ? MEDIUM DONE | list: House | parent: Door',
  ];
  for (const content of [projects, [{ title: 'Old', lists: projects }]]) {
    const file = await json(content);
    assert.equal(file.app, 'Vikunja');
    assert.deepEqual(linesOf(file), lines);
    assert.deepEqual([file.faulty, file.ignored], [[], []]);
  }
});

test('Super Productivity: the tasks of a backup with their projects, tags and parents', async () => {
  const entities = (items: Readonly<Record<string, object>>) => ({
    ids: Object.keys(items),
    entities: items,
  });
  const data = {
    task: entities({
      t1: {
        title: 'Write',
        projectId: 'p',
        tagIds: ['TODAY', 'g'],
        dueDay: '2026-10-02',
        notes: 'a',
      },
      t2: {
        title: 'Call',
        parentId: 't1',
        isDone: true,
        tagIds: [],
        dueWithTime: Date.UTC(2026, 9, 3, 13),
      },
    }),
    project: entities({ p: { title: 'Book' } }),
    tag: entities({ g: { title: 'deep' } }),
    archiveYoung: { task: entities({ o: { title: 'Old', isDone: true } }) },
    archiveOld: { task: entities({}) },
  };
  for (const content of [{ timestamp: 1, data }, data]) {
    const file = await json(content);
    assert.equal(file.app, 'Super Productivity');
    assert.deepEqual(linesOf(file), [
      'Write | 2026-10-02 MEDIUM TODO | list: Book | labels: deep | notes: a',
      'Call 09:00 | 2026-10-03 MEDIUM DONE | parent: Write',
    ]);
    assert.deepEqual(file.leftOut, { entries: 1 });
  }
});

test('Microsoft To Do as JSON: lists with tasks, or one response of its interface', async () => {
  const task = {
    title: 'Bread',
    importance: 'high',
    status: 'waitingOnOthers',
    dueDateTime: { dateTime: '2026-10-04T00:00:00.0000000', timeZone: 'UTC' },
    body: { content: 'rye', contentType: 'text' },
    categories: ['shop'],
    checklistItems: [{ displayName: 'Ask', isChecked: false }],
  };
  const line = '2026-10-04 HIGH WORKING';
  const details = 'labels: shop | notes: rye / Ask';
  const lists = await json({ value: [{ displayName: 'Home', tasks: [task] }] });
  assert.equal(lists.app, 'Microsoft To Do');
  assert.deepEqual(linesOf(lists), [`Bread | ${line} | list: Home | ${details}`]);
  assert.deepEqual(linesOf(await json({ value: [task] })), [`Bread | ${line} | ${details}`]);
});

test('Notion and others: the name of a task is its title, a range ends on its due date', async () => {
  const file = await csv(
    'Task name,Status,Due,Priority,Notes,Completed on',
    'Write,In progress,"October 2, 2026 → October 5, 2026",High,a,',
    'Send,Not started,"October 6, 2026 9:00 AM",Low,,',
    'Plan,Not started,2026/10/07,Low,,2026-09-01',
  );
  assert.equal(file.app, null);
  assert.deepEqual(linesOf(file), [
    'Write | 2026-10-05 HIGH WORKING | notes: a',
    'Send 9:00 AM | 2026-10-06 LOW TODO',
    'Plan | 2026-10-07 LOW DONE',
  ]);
  assert.deepEqual(file.ignored, []);
  const instants = await csv(
    'task,due',
    'Late,2026-10-08T01:30:00Z',
    'Day,2026-10-08T00:00:00.000Z',
    'End,2026-10-08T23:59:59Z',
    'Own,2026-10-08T01:30:00+02:00',
  );
  assert.deepEqual(
    instants.tasks.map(({ fields }) => fields.dueDate),
    ['2026-10-07', '2026-10-08', '2026-10-08', '2026-10-08'],
  );
  for (const content of [{ cards: [] }, { value: [] }, { task: [] }, { data: { task: 7 } }])
    assert.deepEqual((await json(content)).faults, [{ code: 'no_list' }]);
});

test('Microsoft To Do as JSON: midnight of the person in UTC, recurrences, HTML, tasks of Outlook', async () => {
  const task = (title: string, dateTime: string, timeZone: string, more: object = {}) => ({
    title,
    dueDateTime: { dateTime, timeZone },
    ...more,
  });
  const pattern = (type: string, more: object) => ({
    recurrence: { pattern: { type, interval: 1, ...more }, range: { type: 'noEnd' } },
  });
  const html = { body: { contentType: 'html', content: '<p>Salt &amp; <b>oil</b></p>' } };
  const file = await json({
    value: [
      task('East', '2026-12-04T23:00:00.0000000', 'UTC'),
      task('Far east', '2026-12-04T15:00:00.0000000', 'UTC'),
      task('Far west', '2026-12-05T10:00:00.0000000', 'UTC'),
      task('West', '2026-12-05T05:00:00.0000000', 'UTC', html),
      task('Zone', '2026-12-05T23:00:00.0000000', 'Pacific Standard Time'),
      task(
        'Bins',
        '2026-12-05T00:00:00',
        'UTC',
        pattern('weekly', { interval: 2, daysOfWeek: ['saturday'] }),
      ),
      task(
        'Tax',
        '2026-12-05T00:00:00',
        'UTC',
        pattern('absoluteYearly', { month: 12, dayOfMonth: 5 }),
      ),
      task('Club', '2026-12-05T00:00:00', 'UTC', pattern('relativeMonthly', { index: 'first' })),
      { ...task('', '2026-12-05T05:00:00.0000000', 'UTC'), title: undefined, subject: 'Outlook' },
    ],
  });
  assert.deepEqual(linesOf(file), [
    'East | 2026-12-05 MEDIUM TODO',
    'Far east | 2026-12-05 MEDIUM TODO',
    'Far west | 2026-12-05 MEDIUM TODO',
    'West | 2026-12-05 MEDIUM TODO | notes: Salt & oil',
    'Zone | 2026-12-05 MEDIUM TODO',
    'Bins every 2 weeks on Saturday | 2026-12-05 MEDIUM TODO',
    'Tax every year on December 5 | 2026-12-05 MEDIUM TODO',
    'Club | 2026-12-05 MEDIUM TODO | repeat: relativeMonthly, 1, first',
    'Outlook | 2026-12-05 MEDIUM TODO',
  ]);
});

test('Super Productivity: recurrences of tasks, and those that have no task today', async () => {
  const recurrence = (id: string, title: string, more: object) => ({
    [id]: {
      id,
      title,
      repeatCycle: 'WEEKLY',
      repeatEvery: 1,
      startDate: '2026-09-03',
      tagIds: [],
      ...more,
    },
  });
  const file = await json({
    data: {
      task: {
        entities: {
          a: { title: 'Bins', dueDay: '2026-09-19', repeatCfgId: 'r1', created: 1 },
          b: { title: 'Bins', dueDay: '2026-10-03', repeatCfgId: 'r1', created: 2 },
          c: { title: 'Bins', dueDay: '2026-09-05', repeatCfgId: 'r1', isDone: true, created: 0 },
        },
      },
      project: { entities: { p: { title: 'Home' } } },
      tag: { entities: {} },
      taskRepeatCfg: {
        entities: {
          ...recurrence('r1', 'Bins', { repeatEvery: 2, saturday: true }),
          ...recurrence('r2', 'Rent', { repeatCycle: 'MONTHLY', projectId: 'p', monday: true }),
          ...recurrence('r3', 'Salt', { repeatCycle: 'MONTHLY', monthlyLastDay: true }),
          ...recurrence('r4', 'Tax', { repeatCycle: 'YEARLY' }),
          ...recurrence('r5', 'Water', { repeatCycle: 'DAILY', repeatEvery: 3, startTime: '8:00' }),
          ...recurrence('r6', 'Club', { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH' }),
          ...recurrence('r7', 'Third', { repeatCycle: 'MONTHLY', monthlyWeekOfMonth: 3 }),
          ...recurrence('r8', 'Paused', { isPaused: true }),
        },
      },
    },
  });
  assert.deepEqual(linesOf(file), [
    'Bins | 2026-09-19 MEDIUM TODO',
    'Bins every 2 weeks on Saturday | 2026-10-03 MEDIUM TODO',
    'Bins | 2026-09-05 MEDIUM DONE',
    'Rent every month on the 3rd | 2026-10-03 MEDIUM TODO | list: Home',
    'Salt every month on the last day | 2026-09-30 MEDIUM TODO',
    'Tax every year on September 3 | 2027-09-03 MEDIUM TODO',
    'Water every 3 days at 8:00 | 2026-09-30 MEDIUM TODO',
    'Club every Tuesday, Thursday | 2026-09-29 MEDIUM TODO',
    'Third | 2026-09-29 MEDIUM TODO | repeat: FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=3;BYSETPOS=1 starting 2026-09-03',
  ]);
  assert.deepEqual(file.faulty, []);
});
