import assert from 'node:assert/strict';
import { test } from 'node:test';

import { options as optionsIn, todayIso } from '../quick-add/options-fixture.ts';
import { openReader } from './reader.ts';
import type { WholeReader } from './reader.ts';
import * as pageReader from './page-reader.ts';
import * as wholeReader from './whole-reader.ts';

const options = optionsIn['en'];

const draft = {
  description: 'Bread tomorrow',
  dueDate: todayIso,
  importance: 'MEDIUM',
  state: 'TODO',
} as const;

test('before its files are loaded the reader finds nothing, and what needs it waits in order', async () => {
  const file = Promise.withResolvers<WholeReader>();
  const { reader, whenRead } = openReader(
    { page: () => new Promise(() => {}), whole: () => file.promise },
    () => assert.fail('it is loaded'),
    () => {},
  );
  const done: string[] = [];
  for (const name of ['first', 'second'])
    whenRead(({ repeatIn }) => done.push(`${name} ${repeatIn('Rent every month', options)?.text}`));
  assert.deepEqual(reader.value.readNewTask(draft, options), { fields: draft, chips: [] });
  assert.equal(reader.value.repeatIn('Rent every month', options), undefined);
  assert.equal(reader.value.suggestDates('', options)[0]?.iso, todayIso);
  assert.equal(done.length, 0);

  file.resolve(wholeReader);
  await new Promise(setImmediate);
  assert.deepEqual(done, ['first every month', 'second every month']);
  assert.equal(reader.value.readNewTask(draft, options).fields.description, 'Bread');
  whenRead(() => done.push('third'));
  assert.equal(done.length, 3, 'at once');
});

test('the page’s language reads first; once the others are there, the reader is another one that all that is shown reads with', async () => {
  const file = Promise.withResolvers<WholeReader>();
  const idle: (() => void)[] = [];
  const { reader, whenRead } = openReader(
    { page: async () => pageReader, whole: () => file.promise },
    () => assert.fail('they are loaded'),
    (step) => void idle.push(step),
  );
  await new Promise(setImmediate);
  const first = reader.value;
  assert.equal(first.readNewTask, pageReader.readNewTask);
  const saved: string[] = [];
  whenRead(({ readNewTask }) => saved.push(readNewTask(draft, options).fields.description));
  for (let at = 0; at < idle.length; at += 1) idle[at]?.();
  assert.deepEqual(saved, [], 'what saves waits');

  file.resolve(wholeReader);
  await new Promise(setImmediate);
  assert.deepEqual(saved, ['Bread']);
  assert.notEqual(reader.value, first);
  assert.equal(reader.value.readNewTask, wholeReader.readNewTask);
});

test('the others are loaded without a change that waits for them', async () => {
  const { reader } = openReader(
    { page: async () => pageReader, whole: async () => wholeReader },
    () => assert.fail('they are loaded'),
    () => {},
  );
  await new Promise(setImmediate);
  assert.equal(reader.value.daysToCome, wholeReader.daysToCome);
});

test('if a file cannot be loaded, each use says so and does nothing', async () => {
  let told = 0;
  const missing = () => Promise.reject(new TypeError('Failed to fetch'));
  const { whenRead } = openReader(
    { page: missing, whole: missing },
    () => void told++,
    () => {},
  );
  await Promise.resolve();
  whenRead(() => assert.fail('it is not loaded'));
  await new Promise(setImmediate);
  assert.equal(told, 2);
});

test('once its files are loaded, every pattern is used one by one while the page is idle', async () => {
  const steps: (() => void)[] = [];
  openReader(
    { page: async () => pageReader, whole: async () => wholeReader },
    () => assert.fail('it is loaded'),
    (step) => void steps.push(step),
  );
  await new Promise(setImmediate);
  assert.equal(steps.length, 2, 'one for each part');
  for (let at = 0; at < steps.length; at += 1) steps[at]?.();
  assert.equal(steps.length, 2 * wholeReader.firstReadings().length);

  const { RegExp } = globalThis;
  const compiled: string[] = [];
  globalThis.RegExp = new Proxy(RegExp, {
    construct(of, [source, flags]) {
      compiled.push(source);
      return new of(source, flags);
    },
  });
  try {
    wholeReader.readNewTask({ ...draft, description: 'Task number 3' }, options);
  } finally {
    globalThis.RegExp = RegExp;
  }
  assert.deepEqual(compiled, []);
});
