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
  const account = await json({ items, projects, sections });
  assert.equal(account.app, 'Todoist');
  assert.deepEqual(linesOf(account), [
    'Bread | 2026-10-05 HIGH TODO | list: Home | labels: shop',
    'Bins every tue | 2026-10-06 MEDIUM TODO | list: Home',
    'Call 15:30 | 2026-10-05 MEDIUM TODO | list: Home',
    'Rye | 2026-10-09 MEDIUM DONE | list: Home | parent: Bread',
    'Sow | ? MEDIUM TODO | list: Home / Garden | notes: peas',
  ]);
  assert.deepEqual([account.faulty, account.unread, account.ignored], [[], [], []]);
  for (const content of [items, { results: items, next_cursor: null }])
    assert.equal(linesOf(await json(content))[1], 'Bins every tue | 2026-10-06 MEDIUM TODO');
});
