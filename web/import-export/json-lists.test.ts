import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const json = (content: unknown) => readExport(JSON.stringify(content));

test('Nextcloud Deck: boards and stacks are lists, done or archived is finished, deleted is gone', async () => {
  const card = (title: string, more: object = {}) => ({
    id: 1,
    title,
    description: '',
    labels: [],
    archived: false,
    done: null,
    duedate: null,
    deletedAt: 0,
    ...more,
  });
  const cards = [
    card('Dig', { duedate: '2026-10-05T04:00:00+00:00', labels: [{ id: 3, title: 'beds' }] }),
    card('Sow', { done: '2026-09-01T10:00:00+00:00', description: 'peas' }),
    card('Rake', { archived: true, duedate: '2026-10-05T16:30:00+00:00' }),
    card('Gone', { deletedAt: 1790000000 }),
  ];
  const stack = { id: 7, title: 'Soon', deletedAt: 0, cards };
  const board = { id: 2, title: 'Garden', archived: false, deletedAt: 0, stacks: { 7: stack } };
  const old = {
    ...board,
    title: 'Old',
    archived: true,
    stacks: [{ ...stack, cards: [card('a')] }],
  };
  const gone = { ...board, deletedAt: 1790000000 };
  const file = await json({ version: '1.15', boards: { 2: board, 3: old, 4: gone } });
  assert.equal(file.app, 'Nextcloud Deck');
  const lines = [
    'Dig | 2026-10-05 MEDIUM TODO | list: Garden / Soon | labels: beds',
    'Sow | ? MEDIUM DONE | list: Garden / Soon | notes: peas',
    'Rake 12:30 | 2026-10-05 MEDIUM DONE | list: Garden / Soon',
  ];
  assert.deepEqual(linesOf(file), [...lines, 'a | ? MEDIUM DONE | list: Old / Soon']);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
  assert.deepEqual(linesOf(await json({ boards: [board] })), lines);
  assert.deepEqual(linesOf(await json(board)), lines);
});

test('Google Keep: each item of a list is a task, and so is a note of text', async () => {
  const note = { color: 'DEFAULT', isTrashed: false, isArchived: false, isPinned: false };
  const edited = { userEditedTimestampUsec: 1790000000000000 };
  const list = await json({
    ...note,
    ...edited,
    title: 'Groceries',
    labels: [{ name: 'Home' }],
    listContent: [
      { text: 'Bread', isChecked: false },
      { text: 'Milk', isChecked: true },
      { text: '', isChecked: false },
    ],
  });
  assert.equal(list.app, 'Google Keep');
  assert.deepEqual(linesOf(list), [
    'Bread | ? MEDIUM TODO | list: Groceries | labels: Home',
    'Milk | ? MEDIUM DONE | list: Groceries | labels: Home',
  ]);
  const text = await json({ ...note, ...edited, title: '', textContent: 'Call Ada\nabout Rome' });
  assert.deepEqual(linesOf(text), ['Call Ada | ? MEDIUM TODO | notes: about Rome']);
  const titled = await json({ ...note, ...edited, title: 'Call', textContent: 'Ada' });
  assert.deepEqual(linesOf(titled), ['Call | ? MEDIUM TODO | notes: Ada']);
  const trash = await json({ ...note, ...edited, title: 'a', textContent: '', isTrashed: true });
  assert.deepEqual([trash.tasks, trash.faults], [[], [{ code: 'empty' }]]);
});

test('lists inside each other of any program: no task is lost, and each has its lists', async () => {
  const task = (title: string) => ({ title, due: '2026-10-05' });
  const nested = await json({
    version: 3,
    tasks: [],
    projects: [
      {
        name: 'Home',
        sections: [{ title: 'Soon', tasks: [{ ...task('a'), subtasks: [{ title: 'b' }] }] }],
        tasks: [task('c')],
      },
      { name: 'Empty', tasks: [] },
    ],
  });
  assert.deepEqual(linesOf(nested), [
    'c | 2026-10-05 MEDIUM TODO | list: Home',
    'a | 2026-10-05 MEDIUM TODO | list: Home / Soon',
    'b | ? MEDIUM TODO | list: Home / Soon | parent: a',
  ]);
  const bare = await json([{ name: 'Home', tasks: [task('a')] }]);
  assert.deepEqual(linesOf(bare), ['a | 2026-10-05 MEDIUM TODO | list: Home']);
  const inData = await json({ data: { boards: { 7: { title: 'Home', cards: [task('a')] } } } });
  assert.deepEqual(linesOf(inData), ['a | 2026-10-05 MEDIUM TODO | list: Home']);
  const titled = {
    title: 'Home',
    tasks: [{ ...task('a'), notes: 'n', subtasks: [{ title: 'b' }] }],
  };
  assert.deepEqual(linesOf(await json([titled])), [
    'a | 2026-10-05 MEDIUM TODO | list: Home | notes: n',
    'b | ? MEDIUM TODO | list: Home | parent: a',
  ]);
  const mixed = await json([task('a'), { ...task('b'), tasks: [{ title: 'c' }] }]);
  assert.deepEqual(linesOf(mixed), [
    'a | 2026-10-05 MEDIUM TODO',
    'b | 2026-10-05 MEDIUM TODO',
    'c | ? MEDIUM TODO | parent: b',
  ]);
  const apart = await json({ lists: [{ id: 1, title: 'Home' }], tasks: [task('a')] });
  assert.deepEqual(linesOf(apart), ['a | 2026-10-05 MEDIUM TODO']);
  const apartInData = await json({
    data: { lists: [{ id: 1, title: 'Home' }], tasks: [task('a')] },
  });
  assert.deepEqual(linesOf(apartInData), ['a | 2026-10-05 MEDIUM TODO']);
});
