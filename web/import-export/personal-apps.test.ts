import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const json = (content: unknown) => readExport(JSON.stringify(content));

test('Taskwarrior: priorities, tags, notes, the next of a recurrence, and no deleted task', async () => {
  const task = (description: string, more: object) => ({
    uuid: `id of ${description}`,
    description,
    entry: '20260901T080000Z',
    status: 'pending',
    ...more,
  });
  const tasks = [
    task('Bread', { priority: 'H', due: '20261005T040000Z', project: 'home.food', tags: ['shop'] }),
    task('Gone', { status: 'deleted' }),
    task('Later', {
      status: 'waiting',
      priority: 'L',
      annotations: [{ description: 'ask', entry: '' }],
    }),
    task('Begun', { start: '20260902T080000Z', wait: '20261002T040000Z' }),
    task('Old', { status: 'completed', end: '20260902T080000Z' }),
    task('Bins', { status: 'recurring', recur: '2w', due: '20260801T040000Z' }),
    task('Bins', {
      uuid: '2',
      parent: 'id of Bins',
      recur: '2w',
      due: '20261003T040000Z',
      imask: 1,
    }),
    task('Bins', {
      uuid: '1',
      parent: 'id of Bins',
      recur: '2w',
      due: '20260919T040000Z',
      imask: 0,
    }),
    task('Run', { status: 'recurring', recur: 'P1D', due: '20261002T160000Z' }),
  ];
  const lines = [
    'Bread | 2026-10-05 HIGH TODO | list: home.food | labels: shop',
    'Later | ? LOW TODO | notes: ask',
    'Begun | ? MEDIUM WORKING',
    'Old | ? MEDIUM DONE',
    'Bins every 2 weeks | 2026-10-03 MEDIUM TODO',
    'Run every day 12:00 | 2026-10-02 MEDIUM TODO',
  ];
  const file = await json(tasks);
  assert.equal(file.app, 'Taskwarrior');
  assert.deepEqual(linesOf(file), lines);
  assert.deepEqual([file.unread, file.ignored], [[], ['wait']]);
  const asLines = tasks.map((each) => JSON.stringify(each));
  assert.deepEqual(linesOf(await readExport(asLines.join('\n'))), lines);
  assert.deepEqual(linesOf(await readExport(asLines.join(',\r\n'))), lines);
});

test('Remember The Milk: days, times, lists, notes, recurrences, and nothing from the trash', async () => {
  const task = (name: string, more: object) => ({
    id: name,
    series_id: `series of ${name}`,
    list_id: '7',
    name,
    priority: 'PN',
    date_due_has_time: false,
    tags: [],
    ...more,
  });
  const file = await json({
    lists: [{ id: '7', name: 'Home' }],
    notes: [{ id: '1', series_id: 'series of Milk', content: 'two litres' }],
    tasks: [
      task('Milk', { priority: 'P1', date_due: Date.UTC(2026, 9, 5, 4), tags: ['shop'] }),
      task('Call', { date_due: Date.UTC(2026, 9, 5, 13, 30), date_due_has_time: true }),
      task('Part', { parent_id: 'Milk', priority: 'P3', url: 'https://a.example' }),
      task('Done', { date_completed: Date.UTC(2026, 8, 1) }),
      task('Trash', { date_trashed: Date.UTC(2026, 8, 1) }),
      task('Bins', {
        date_due: Date.UTC(2026, 9, 5, 4),
        repeat: 'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
        repeat_every: true,
      }),
      task('Cut hair', {
        date_due: Date.UTC(2026, 9, 5, 4),
        repeat: 'FREQ=MONTHLY;INTERVAL=1',
        repeat_every: false,
      }),
    ],
  });
  assert.equal(file.app, 'Remember The Milk');
  assert.deepEqual(linesOf(file), [
    'Milk | 2026-10-05 HIGH TODO | list: Home | labels: shop | notes: two litres',
    'Call 09:30 | 2026-10-05 MEDIUM TODO | list: Home',
    'Part | ? LOW TODO | list: Home | parent: Milk | notes: https://a.example',
    'Done | ? MEDIUM DONE | list: Home',
    'Bins every 2 weeks | 2026-10-05 MEDIUM TODO | list: Home',
    'Cut hair every! month | 2026-10-05 MEDIUM TODO | list: Home',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
});

test('Wekan: cards with their lists, labels and checklists, finished in the archive', async () => {
  const file = await json({
    _format: 'wekan-board-1.0.0',
    title: 'Garden',
    lists: [{ _id: 'l', title: 'Soon', archived: false }],
    labels: [
      { _id: 'a', name: 'beds', color: 'red' },
      { _id: 'b', name: '', color: 'green' },
    ],
    cards: [
      { _id: 'c', title: 'Dig', listId: 'l', labelIds: ['a', 'b'], dueAt: '2026-10-05T16:00:00Z' },
      { _id: 'd', title: 'Sow', listId: 'l', labelIds: [], description: 'peas', archived: true },
    ],
    checklistItems: [{ cardId: 'c', title: 'Sharpen the spade', isFinished: false }],
  });
  assert.equal(file.app, 'Wekan');
  assert.deepEqual(linesOf(file), [
    'Dig 12:00 | 2026-10-05 MEDIUM TODO | list: Garden / Soon | labels: beds, green | notes: Sharpen the spade',
    'Sow | ? MEDIUM DONE | list: Garden / Soon | notes: peas',
  ]);
});

test('Todoist as JSON: recurrences, times in their zone, priorities from below, no deleted task', async () => {
  const task = (content: string, more: object) => ({
    id: content,
    content,
    description: '',
    project_id: 'p',
    section_id: null,
    parent_id: null,
    priority: 1,
    labels: [],
    due: null,
    checked: false,
    is_deleted: false,
    ...more,
  });
  const due = (date: string, string: string, more: object = {}) => ({
    due: { date, string, lang: 'en', is_recurring: false, timezone: null, ...more },
  });
  const items = [
    task('Bread', { ...due('2026-10-05', '5 Oct'), priority: 4, labels: ['shop'] }),
    task('Bins', due('2026-10-06', 'every tue', { is_recurring: true })),
    task('Call', due('2026-10-05T13:30:00Z', '5 Oct', { timezone: 'Europe/Berlin' })),
    task('Rye', { parent_id: 'Bread', deadline: { date: '2026-10-09' }, checked: true }),
    task('Sow', { section_id: 's', description: 'peas' }),
    task('Gone', { is_deleted: true }),
  ];
  const projects = [{ id: 'p', name: 'Home' }];
  const sections = [{ id: 's', name: 'Garden' }];
  const notes = [{ item_id: 'Sow', content: 'in rows' }];
  const account = await json({ items, projects, sections, notes });
  assert.equal(account.app, 'Todoist');
  assert.deepEqual(linesOf(account), [
    'Bread | 2026-10-05 HIGH TODO | list: Home | labels: shop',
    'Bins every tue | 2026-10-06 MEDIUM TODO | list: Home',
    'Call 15:30 | 2026-10-05 MEDIUM TODO | list: Home',
    'Rye | 2026-10-09 MEDIUM DONE | list: Home | parent: Bread',
    'Sow | ? MEDIUM TODO | list: Home / Garden | notes: peas, in rows',
  ]);
  assert.deepEqual([account.faulty, account.unread, account.ignored], [[], [], []]);
  for (const content of [items, { results: items, next_cursor: null }])
    assert.equal(linesOf(await json(content))[1], 'Bins every tue | 2026-10-06 MEDIUM TODO');
});

test('Toodledo: times in a column of their own, priorities from below, stars, contexts', async () => {
  const file = await readExport(
    [
      '"TASK","FOLDER","CONTEXT","GOAL","LOCATION","STARTDATE","STARTTIME","DUEDATE","DUETIME","REPEAT","LENGTH","TIMER","PRIORITY","TAG","STATUS","STAR","NOTE"',
      '"Pay","Home","@desk","","","","","2026-10-05","8:00 pm","Every 1 month","15","0","3","money, bank","Next Action","No","by card"',
      '"Read","","","","","2026-10-01","","0000-00-00","","None","0","0","-1","","Canceled","Yes",""',
      '"Wait","","","","","","","","","","0","0","0","","Waiting","No",""',
    ].join('\n'),
  );
  assert.equal(file.app, 'Toodledo');
  assert.deepEqual(linesOf(file), [
    'Pay Every 1 month 8:00 pm | 2026-10-05 HIGH TODO | list: Home | labels: desk / money, bank | notes: by card',
    'Read | 2026-10-01 LOW DONE | labels: starred',
    'Wait | ? MEDIUM WORKING',
  ]);
  assert.deepEqual([file.unread, file.ignored], [[], ['LENGTH']]);
});

test('Tasks.org: days and times, priorities from above, lists, parents, no deleted task', async () => {
  const day = Date.UTC(2026, 9, 5, 16);
  const list = (remoteId: string, more = {}) => [{ calendar: 'c', remoteId, ...more }];
  const file = await json({
    version: 140200,
    data: {
      tasks: [
        {
          task: { title: 'Move', priority: 0, dueDate: day, notes: 'soon', recurrence: null },
          tags: [{ name: 'home', tagUid: '1' }],
          comments: [{ message: 'by car' }],
          caldavTasks: [{ calendar: 'old', remoteId: 'r' }, ...list('r')],
        },
        {
          task: {
            title: 'Pack',
            priority: 3,
            dueDate: day + 1000,
            recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2',
            repeatFrom: 1,
          },
          caldavTasks: list('s', { remoteParent: 'r' }),
        },
        { task: { title: 'Done', priority: 2, completionDate: day } },
        { task: { title: 'Gone', deletionDate: day } },
        { task: { priority: 1 } },
      ],
      caldavCalendars: [
        { uuid: 'c', name: 'House' },
        { uuid: 'old', name: 'Inbox' },
      ],
    },
  });
  assert.equal(file.app, 'Tasks.org');
  assert.deepEqual(linesOf(file), [
    'Move | 2026-10-05 HIGH TODO | list: House | labels: home | notes: soon, by car',
    'Pack every! 2 weeks 12:00 | 2026-10-05 MEDIUM TODO | list: House | parent: Move',
    'Done | ? LOW DONE',
  ]);
  assert.deepEqual(
    file.faulty.map(({ faults }) => faults),
    [[{ code: 'no_title' }]],
  );
});

test('Habitica: to-dos and dailies with their days, and the number of habits and rewards', async () => {
  const daily = (text: string, more: object) => ({
    type: 'daily',
    text,
    everyX: 1,
    startDate: '2026-09-01T04:00:00.000Z',
    completed: true,
    ...more,
  });
  const file = await json({
    tags: [{ id: 't', name: 'Work' }],
    tasks: {
      habits: [{ text: 'Water' }],
      rewards: [{ text: 'Cake' }, { text: 'Film' }],
      todos: [
        {
          text: 'Tax',
          date: '2026-10-05T04:00:00.000Z',
          notes: 'all',
          tags: ['t'],
          checklist: [{ text: 'print' }],
        },
        { text: 'Old', completed: true },
      ],
      dailys: [
        daily('Run', { frequency: 'weekly', repeat: { m: true, t: false, th: true } }),
        daily('Fern', { frequency: 'daily', everyX: 3 }),
        daily('Rent', { frequency: 'monthly', daysOfMonth: [1], weeksOfMonth: [] }),
        daily('Club', { frequency: 'monthly', daysOfMonth: [], weeksOfMonth: [2] }),
        daily('Tree', { frequency: 'yearly' }),
        daily('Never', { frequency: 'daily', everyX: 0 }),
      ],
    },
  });
  assert.equal(file.app, 'Habitica');
  assert.deepEqual(file.leftOut, { entries: 3 });
  assert.deepEqual(linesOf(file), [
    'Tax | 2026-10-05 MEDIUM TODO | labels: Work | notes: all / print',
    'Old | ? MEDIUM DONE',
    'Run every Monday, Thursday | 2026-10-01 MEDIUM TODO',
    'Fern every 3 days | 2026-10-01 MEDIUM TODO',
    'Rent every month on the 1st | 2026-10-01 MEDIUM TODO',
    'Club | 2026-09-29 MEDIUM TODO | repeat: FREQ=MONTHLY;INTERVAL=1;BYSETPOS=1 starting 2026-09-01',
    'Tree every year on September 1 | 2027-09-01 MEDIUM TODO',
    'Never | ? MEDIUM TODO',
  ]);
});

test('Amazing Marvin: projects above a task, labels by id, steps, recurrences that are listed', async () => {
  const file = await json([
    { _id: 'c', db: 'Categories', title: 'House', parentId: 'root' },
    { _id: 'p', db: 'Categories', title: 'Kitchen', parentId: 'c' },
    {
      _id: 't',
      db: 'Tasks',
      title: 'Paint',
      parentId: 'p',
      day: '2026-10-03',
      dueDate: '2026-10-05',
      labelIds: ['l'],
      note: 'white',
      isStarred: 3,
      subtasks: { s: { title: 'Buy', done: true } },
    },
    { _id: 'u', db: 'Tasks', title: 'Run', day: 'unassigned', recurringTaskId: 'r' },
    { _id: 'v', db: 'Tasks', title: 'Old', day: '2026-09-01', done: true },
    { _id: 'r', db: 'RecurringTasks', title: 'Run', type: 'daily' },
    { _id: 'strategySettings.labels', db: 'ProfileItems', val: [{ id: 'l', title: 'diy' }] },
  ]);
  assert.equal(file.app, 'Amazing Marvin');
  assert.deepEqual(file.leftOut, { entries: 1 });
  assert.deepEqual(linesOf(file), [
    'Paint | 2026-10-05 HIGH TODO | list: House / Kitchen | labels: diy | otherDate: 2026-10-03 | notes: white',
    'Buy | ? MEDIUM DONE | list: House / Kitchen | parent: Paint',
    'Run | 2026-09-29 MEDIUM TODO | repeat: recurring task: daily',
    'Old | 2026-09-01 MEDIUM DONE',
  ]);
});

test('Wunderlist: the same tasks in its older and its newer form', async () => {
  const older = {
    data: {
      lists: [{ id: 1, title: 'Home' }],
      tasks: [
        {
          id: 5,
          list_id: 1,
          title: 'Milk',
          starred: true,
          completed: false,
          due_date: '2026-10-05',
          recurrence_type: 'week',
          recurrence_count: 2,
        },
        { id: 6, list_id: 1, title: 'Old', starred: false, completed: true },
      ],
      subtasks: [{ task_id: 5, title: 'oat', completed: false }],
      notes: [{ task_id: 5, content: 'cold' }],
    },
  };
  const file = await json(older);
  assert.equal(file.app, 'Wunderlist');
  assert.deepEqual(linesOf(file), [
    'Milk every 2 weeks | 2026-10-05 HIGH TODO | list: Home | notes: cold',
    'oat | ? MEDIUM TODO | list: Home | parent: Milk',
    'Old | ? MEDIUM DONE | list: Home',
  ]);
  const newer = await json([
    {
      title: 'Home',
      tasks: [
        {
          title: 'Milk',
          starred: true,
          completed: false,
          dueDate: '2026-10-05',
          subtasks: [{ title: 'oat', completed: false }],
          notes: [{ content: 'cold' }],
        },
      ],
    },
  ]);
  assert.deepEqual(linesOf(newer), [
    'Milk | 2026-10-05 HIGH TODO | list: Home | notes: cold',
    'oat | ? MEDIUM TODO | list: Home | parent: Milk',
  ]);
});
