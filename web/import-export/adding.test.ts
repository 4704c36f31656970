import assert from 'node:assert/strict';
import { test } from 'node:test';

import { signal } from '@preact/signals-core';

import { fields, refused } from '../sync/answers-fixture.ts';
import { addAll, mostAtOnce } from './adding.ts';

const answers = {
  pending: { status: 'sending', fault: null },
  failed: { status: 'failed', fault: refused(409) },
  full: { status: 'failed', fault: { ...refused(409), code: 'too_many_tasks' } },
} as const;

/** An import of `count` tasks; the test gives the responses of the service. */
function startImport(count: number) {
  type Entry = { key: string; target: string } & (typeof answers)[keyof typeof answers];
  const state = signal<{ writes: readonly Entry[] }>({ writes: [] });
  const noted: (readonly string[])[] = [];
  const discarded: string[] = [];
  let made = 0;
  const all = Array.from({ length: count }, (_, at) => ({ ...fields, description: `Task ${at}` }));
  const adding = addAll(
    all,
    {
      state,
      create({ description }) {
        made += 1;
        const entry = { key: `write of ${description}`, target: description, ...answers.pending };
        state.value = { writes: [...state.value.writes, entry] };
        return description;
      },
      discard: (key) => discarded.push(key),
    },
    (rowKeys) => {
      noted.push(rowKeys);
      return () => noted.push([]);
    },
  );
  return {
    adding,
    noted,
    discarded,
    made: () => made,
    answer: (answer: 'saved' | 'failed' | 'full', most: number) => {
      const pending = state.value.writes
        .filter(({ status }) => status === 'sending')
        .slice(0, most);
      state.value = {
        writes: state.value.writes.flatMap((write) => {
          if (!pending.includes(write)) return [write];
          return answer === 'saved' ? [] : [{ ...write, ...answers[answer] }];
        }),
      };
    },
  };
}

test('a limited number of tasks is pending at once, and all are made in the end', () => {
  const { adding, made, answer } = startImport(50);
  assert.equal(made(), mostAtOnce);
  answer('saved', 5);
  assert.equal(made(), mostAtOnce + 5);
  assert.deepEqual(adding.progress.value, { state: 'adding', all: 50, added: 5, failed: 0 });
  answer('saved', 50);
  answer('saved', 50);
  answer('saved', 50);
  assert.equal(made(), 50);
  assert.deepEqual(adding.progress.value, { state: 'done', all: 50, added: 50, failed: 0 });
});

test('refused tasks are counted apart and do not stop the import', () => {
  const { adding, answer } = startImport(mostAtOnce + 1);
  answer('failed', mostAtOnce);
  answer('saved', 1);
  assert.deepEqual(adding.progress.value, {
    state: 'done',
    all: mostAtOnce + 1,
    added: 1,
    failed: mostAtOnce,
  });
});

test('an import ends where the service keeps no more tasks; tasks it did not take stay in the file only', () => {
  const { adding, made, answer, discarded, noted } = startImport(100);
  answer('saved', 3);
  answer('full', 1);
  answer('saved', 1);
  assert.equal(adding.progress.value.state, 'adding', 'the import waits for the pending ones');
  answer('full', 50);
  assert.equal(made(), mostAtOnce + 3, 'no more are made');
  assert.deepEqual(adding.progress.value, { state: 'full', all: 100, added: 4, failed: 0 });
  assert.equal(discarded.length, mostAtOnce - 1);
  assert.deepEqual(
    noted,
    [['Task 0', 'Task 1', 'Task 2', 'Task 4']],
    'what was added can be taken back',
  );
});

test('a stopped import makes no more tasks and says how far it is', () => {
  const { adding, made, answer } = startImport(50);
  answer('saved', 3);
  adding.stop();
  answer('saved', 50);
  assert.equal(made(), mostAtOnce + 3);
  assert.deepEqual(adding.progress.value, { state: 'stopped', all: 50, added: 3, failed: 0 });
});

test('an import is one step of the history and can be taken back once', () => {
  const { adding, noted, answer } = startImport(3);
  assert.equal(adding.undo(), null, 'not while tasks are being added');
  answer('saved', 3);
  answer('saved', 0);
  assert.deepEqual(noted, [['Task 0', 'Task 1', 'Task 2']], 'once, whatever changes afterwards');
  adding.undo()?.();
  assert.deepEqual(noted.at(-1), [], 'taken back');
  assert.equal(adding.progress.value.state, 'undone');
  assert.equal(adding.undo(), null);
});

test('a stopped import can be taken back, one of very many tasks cannot', () => {
  const stopped = startImport(50);
  stopped.answer('saved', 3);
  stopped.adding.stop();
  assert.equal(stopped.noted[0]?.length, mostAtOnce + 3);
  const many = startImport(501);
  for (let turn = 0; turn < 30; turn += 1) many.answer('saved', 20);
  assert.equal(many.adding.progress.value.state, 'done');
  assert.equal(many.adding.undo(), null);
});
