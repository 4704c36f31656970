import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import fc from 'fast-check';

import type { TaskCreateRequest, TaskResponse } from '../../contract/task.ts';
import type { Store } from './store.ts';

/** A new, empty database. `open` may be called again for another store on the same database. */
export type EmptyDatabase = Readonly<{ open: () => Promise<Store>; remove: () => Promise<void> }>;

/** What every store promises, run against one engine; each test gets a database of its own. */
export function describeStore(name: string, makeDatabase: () => Promise<EmptyDatabase>, runs = 50): void {
  /** A test with one store, or with two on the same database, as two processes have. */
  function withStores(
    title: string,
    check: (store: Store, other: () => Promise<Store>) => Promise<void>,
  ): void {
    test(title, async () => {
      const database = await makeDatabase();
      const opened: Store[] = [];
      const open = async () => {
        const store = await database.open();
        opened.push(store);
        return store;
      };
      try {
        await check(await open(), open);
      } finally {
        await Promise.all(opened.map((store) => store.close()));
        await database.remove();
      }
    });
  }

  describe(`${name}: tasks`, () => tasks(withStores, runs));
  describe(`${name}: many people at once`, () => fairness(withStores));
  describe(`${name}: the limit of tasks per person`, () => limits(withStores));
  describe(`${name}: a create that arrives again`, () => repeats(withStores));
  describe(`${name}: renewals shared between processes`, () => renewals(withStores));
  describe(`${name}: sessions that were ended`, () => endings(withStores));
  describe(`${name}: the sweep`, () => sweeping(withStores));
  describe(`${name}: life`, () => life(withStores));
}

type WithStores = (
  title: string,
  check: (store: Store, other: () => Promise<Store>) => Promise<void>,
) => void;

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const nowMs = Date.UTC(2026, 0, 15);
const dayMs = 24 * 60 * 60 * 1000;
const walk: TaskCreateRequest = {
  description: 'Walk the dog',
  dueDate: '2026-03-01',
  importance: 'LOW',
  state: 'TODO',
};

async function create(
  store: Store,
  owner: string,
  fields: Partial<TaskCreateRequest> = {},
): Promise<TaskResponse> {
  const created = await store.createTask(owner, { ...walk, ...fields }, nowMs);
  assert.equal(created.kind, 'created');
  return created.kind === 'created' ? created.task : assert.fail();
}

function tasks(withStores: WithStores, runs: number): void {
  withStores('a created task is returned with its id and listed as it was given', async (store) => {
    const fields = { ...walk, importance: 'HIGH', state: 'WORKING' } as const;
    const task = await create(store, ada, fields);
    assert.deepEqual(task, { id: task.id, ...fields });
    assert.ok(Number.isSafeInteger(task.id) && task.id >= 1);
    assert.deepEqual(await store.listOwnedBy(ada), [task]);
  });

  withStores('the list is ordered by dueDate, then by id', async (store) => {
    const late = await create(store, ada, { dueDate: '9999-12-31' });
    const first = await create(store, ada, { dueDate: '0001-01-01' });
    const middle = await create(store, ada);
    const middleToo = await create(store, ada);
    const leapDay = await create(store, ada, { dueDate: '2024-02-29' });
    assert.deepEqual(await store.listOwnedBy(ada), [first, leapDay, middle, middleToo, late]);
  });

  withStores('replacing replaces every field and keeps the id', async (store) => {
    const other = await create(store, ada);
    const { id } = await create(store, ada);
    const fields = { description: 'Read', dueDate: '2025-01-01', importance: 'HIGH', state: 'DONE' } as const;
    assert.deepEqual(await store.replaceTask(ada, id, fields, nowMs), { id, ...fields });
    assert.deepEqual(await store.listOwnedBy(ada), [{ id, ...fields }, other]);
  });

  withStores('unknown members of the fields, id included, leave no trace', async (store) => {
    const { id } = await create(store, ada);
    const more = { ...walk, id: 77, owner: grace, extra: true };
    assert.deepEqual(await store.replaceTask(ada, id, more, nowMs), { id, ...walk });
    const created = await store.createTask(ada, more, nowMs);
    assert.ok(created.kind === 'created' && created.task.id !== 77);
    assert.deepEqual(await store.listOwnedBy(ada), [
      { id, ...walk },
      { id: created.task.id, ...walk },
    ]);
  });

  withStores('a deleted task is gone, and its id is never given again', async (store) => {
    const { id } = await create(store, ada);
    assert.equal(await store.deleteTask(ada, id), true);
    assert.equal(await store.deleteTask(ada, id), false);
    assert.equal(await store.replaceTask(ada, id, walk, nowMs), undefined);
    assert.deepEqual(await store.listOwnedBy(ada), []);
    assert.ok((await create(store, ada)).id > id);
  });

  withStores('a task of someone else cannot be seen, replaced or deleted', async (store) => {
    const task = await create(store, ada);
    const own = await create(store, grace, { description: 'Debug' });
    assert.deepEqual(await store.listOwnedBy(grace), [own]);
    assert.equal(await store.replaceTask(grace, task.id, walk, nowMs), undefined);
    assert.equal(await store.deleteTask(grace, task.id), false);
    assert.deepEqual(await store.listOwnedBy(ada), [task]);
  });

  withStores('an unassigned id belongs to nobody, up to the largest that JSON carries', async (store) => {
    for (const id of [1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      assert.equal(await store.replaceTask(ada, id, walk, nowMs), undefined);
      assert.equal(await store.deleteTask(ada, id), false);
    }
  });

  withStores('emails are compared exactly, as the provider writes them', async (store) => {
    const spellings = [
      'a@example.com',
      'A@example.com',
      'a@example.com ',
      'a\u0301@example.com',
      '\u00e1@example.com',
    ];
    for (const email of spellings) await create(store, email, { description: email });
    for (const email of spellings) {
      const descriptions = (await store.listOwnedBy(email)).map((task) => task.description);
      assert.deepEqual(descriptions, [email]);
    }
  });

  withStores('the longest email and description are kept, counted in code points', async (store) => {
    const email = `${'e'.repeat(242)}@example.com`;
    const description = '\u{1F600}'.repeat(255);
    await create(store, email, { description });
    assert.deepEqual(
      (await store.listOwnedBy(email)).map((task) => task.description),
      [description],
    );
  });

  withStores('any well-formed text is returned unchanged', async (store) => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .filter((one) => !one.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, async (description) => {
        const task = await create(store, ada, { description });
        const listed = (await store.listOwnedBy(ada)).find((one) => one.id === task.id);
        assert.equal(listed?.description, description);
      }),
      { numRuns: runs },
    );
  });

  withStores(
    'any sequence of creates, replaces and deletes has the result of the same changes to a list',
    async (store) => {
      const fields = fc.record({
        description: fc.constantFrom('a', 'b'),
        dueDate: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
        importance: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
        state: fc.constantFrom('TODO', 'WORKING', 'DONE'),
      });
      const step = fc.record({
        act: fc.constantFrom('create', 'replace', 'delete'),
        fields,
        which: fc.nat({ max: 7 }),
      });
      let people = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const owner = `person-${people++}@example.com`;
          let model: TaskResponse[] = [];
          for (const { act, fields: wanted, which } of steps) {
            const id = model[which]?.id ?? Number.MAX_SAFE_INTEGER;
            const there = which < model.length;
            if (act === 'create') {
              model.push(await create(store, owner, wanted));
            } else if (act === 'replace') {
              const replaced = await store.replaceTask(owner, id, wanted, nowMs);
              assert.deepEqual(replaced, there ? { id, ...wanted } : undefined);
              model = model.map((task) => (task.id === id ? { id, ...wanted } : task));
            } else {
              assert.equal(await store.deleteTask(owner, id), there);
              model = model.filter((task) => task.id !== id);
            }
            model.sort((a, b) => (a.dueDate === b.dueDate ? a.id - b.id : a.dueDate < b.dueDate ? -1 : 1));
          }
          assert.deepEqual(await store.listOwnedBy(owner), model);
        }),
        { numRuns: runs },
      );
    },
  );

  withStores('creates that arrive together all get ids of their own', async (store, other) => {
    const stores = [store, await other()];
    const wanted = Array.from({ length: 100 }, (_, index) => index);
    const created = await Promise.all(
      wanted.map((index) => create(stores[index % 2] ?? store, index % 3 === 0 ? ada : grace)),
    );
    assert.equal(new Set(created.map((task) => task.id)).size, wanted.length);
    assert.equal(
      (await store.listOwnedBy(ada)).length + (await store.listOwnedBy(grace)).length,
      wanted.length,
    );
  });
}

function fairness(withStores: WithStores): void {
  withStores('requests of others do not wait for many creates of one person', async (store) => {
    await Promise.all([create(store, ada), create(store, grace)]);
    const [many, few] = [150, 90];
    let done = 0;
    const ofAda = Array.from({ length: many }, () => create(store, ada).then(() => (done += 1)));
    const doneBefore = async (work: Promise<unknown>) => work.then(() => done);
    const others = await Promise.all([
      doneBefore(create(store, grace)),
      doneBefore(store.listOwnedBy(grace)),
      doneBefore(store.claimRenewal('token', nowMs, nowMs + 1000)),
      doneBefore(store.check()),
    ]);
    for (const ahead of others) assert.ok(ahead <= few, `${ahead} of ${many} creates were done before`);
    await Promise.all(ofAda);
    assert.equal((await store.listOwnedBy(ada)).length, many + 1);
  });

  withStores(
    '2,000 creates of one person: those beyond their share are refused, others create',
    async (store) => {
      await create(store, ada);
      const ofAda = Promise.allSettled(Array.from({ length: 2000 }, () => create(store, ada)));
      const ofOthers = Array.from({ length: 20 }, (_, person) =>
        create(store, `person-${person}@example.com`),
      );
      await Promise.all(ofOthers);
      const outcomes = await ofAda;
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.ok(refused.length > 1000, `only ${refused.length} were refused`);
      for (const { reason } of refused) assert.equal(reason.code, 'overloaded');
      await create(store, ada);
      assert.equal((await store.listOwnedBy(ada)).length, 2 + outcomes.length - refused.length);
    },
  );
}

function limits(withStores: WithStores): void {
  const once = { key: 'a key', bodyHash: 'hash of walk' };
  const tooMany = { kind: 'too_many' };

  withStores(
    'a person with the maximum number of tasks creates no more, and others do',
    async (store, other) => {
      const most = 3;
      const make = (from: Store, owner: string, key?: string) =>
        from.createTask(owner, walk, nowMs, key === undefined ? undefined : { ...once, key }, most);
      for (let n = 0; n < most; n += 1) assert.equal((await make(store, ada)).kind, 'created');
      assert.deepEqual(await make(store, ada), tooMany);
      assert.deepEqual(await make(await other(), ada, 'a new key'), tooMany);
      assert.equal((await store.listOwnedBy(ada)).length, most);
      assert.equal((await make(store, grace)).kind, 'created');

      const [first] = await store.listOwnedBy(ada);
      await store.deleteTask(ada, first?.id ?? 0);
      assert.equal((await make(store, ada, 'a new key')).kind, 'created', 'the key was not used up');
      assert.deepEqual(await make(store, ada), tooMany);
      await store.createTask(ada, walk, nowMs, undefined, most + 1);
      assert.deepEqual(await make(store, ada), tooMany, 'also beyond the limit, should it have been higher');
    },
  );

  withStores('a repeated create returns its task, also at the maximum number of tasks', async (store) => {
    const first = await store.createTask(ada, walk, nowMs, once, 1);
    assert.ok(first.kind === 'created');
    const again = await store.createTask(ada, walk, nowMs, once, 1);
    assert.deepEqual(again, { kind: 'repeated', task: first.task });
    const another = await store.createTask(ada, walk, nowMs, { ...once, bodyHash: 'another' }, 1);
    assert.deepEqual(another, { kind: 'key_reused' });
  });

  withStores(
    'concurrent creates of one person exceed the limit by the number of connections at most',
    async (store, other) => {
      const stores = [store, await other()];
      const [most, connections] = [10, 8];
      const created = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          (stores[n % 2] ?? store).createTask(ada, walk, nowMs, undefined, most),
        ),
      );
      const made = created.filter(({ kind }) => kind === 'created').length;
      assert.ok(made >= most && made <= most + connections, `${made} were made`);
      assert.equal((await store.listOwnedBy(ada)).length, made);
    },
  );
}

function repeats(withStores: WithStores): void {
  const once = { key: 'a key', bodyHash: 'hash of walk' };

  withStores(
    'findCreated finds the same as a create with the key, and creates nothing',
    async (store, other) => {
      const reader = await other();
      assert.equal(await reader.findCreated(ada, walk, nowMs, once), undefined);
      const first = await store.createTask(ada, walk, nowMs, once);
      assert.ok(first.kind === 'created');
      const found = await reader.findCreated(ada, walk, nowMs + dayMs - 1, once);
      assert.deepEqual(found, { kind: 'repeated', task: first.task });
      const another = { ...once, bodyHash: 'hash of another' };
      assert.deepEqual(await reader.findCreated(ada, walk, nowMs, another), { kind: 'key_reused' });
      assert.equal(await reader.findCreated(ada, walk, nowMs, { ...once, key: 'another key' }), undefined);
      assert.equal(await reader.findCreated(grace, walk, nowMs, once), undefined);
      assert.equal(await reader.findCreated(ada, walk, nowMs + dayMs, once), undefined);
      assert.deepEqual(await store.listOwnedBy(ada), [first.task]);
    },
  );

  withStores('the same key and body answers the same task, made once', async (store, other) => {
    const first = await store.createTask(ada, walk, nowMs, once);
    assert.ok(first.kind === 'created');
    const second = await (await other()).createTask(ada, walk, nowMs + dayMs - 1, once);
    assert.deepEqual(second, { kind: 'repeated', task: first.task });
    assert.deepEqual(await store.listOwnedBy(ada), [first.task]);
  });

  withStores('the same key with another body is recognised and creates nothing', async (store) => {
    await store.createTask(ada, walk, nowMs, once);
    const reused = await store.createTask(ada, walk, nowMs, { ...once, bodyHash: 'hash of another' });
    assert.deepEqual(reused, { kind: 'key_reused' });
    assert.equal((await store.listOwnedBy(ada)).length, 1);
  });

  withStores('the same key of another person is another key', async (store) => {
    await store.createTask(ada, walk, nowMs, once);
    assert.equal((await store.createTask(grace, walk, nowMs, once)).kind, 'created');
  });

  withStores('after 24 h the key makes a new task', async (store) => {
    await store.createTask(ada, walk, nowMs, once);
    assert.equal((await store.createTask(ada, walk, nowMs + dayMs, once)).kind, 'created');
    assert.equal((await store.createTask(ada, walk, nowMs + dayMs, once)).kind, 'repeated');
    assert.equal((await store.listOwnedBy(ada)).length, 2);
  });

  withStores('a task replaced or deleted since is answered as it was created', async (store) => {
    const first = await store.createTask(ada, walk, nowMs, once);
    assert.ok(first.kind === 'created');
    const repeated = { kind: 'repeated', task: first.task };
    await store.replaceTask(ada, first.task.id, { ...walk, state: 'DONE' }, nowMs);
    assert.deepEqual(await store.createTask(ada, walk, nowMs, once), repeated);
    await store.deleteTask(ada, first.task.id);
    assert.deepEqual(await store.createTask(ada, walk, nowMs, once), repeated);
    assert.deepEqual(await store.listOwnedBy(ada), []);
  });

  withStores('one key sent many times together makes one task', async (store, other) => {
    const stores = [store, await other()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (stores[index % 2] ?? store).createTask(ada, walk, nowMs, once),
      ),
    );
    const [task, ...more] = await store.listOwnedBy(ada);
    assert.deepEqual(more, []);
    assert.equal(answers.filter((answer) => answer.kind === 'created').length, 1);
    for (const answer of answers) assert.deepEqual('task' in answer ? answer.task : undefined, task);
  });
}

function renewals(withStores: WithStores): void {
  const leaseEndsMs = nowMs + 10_000;
  const untilMs = nowMs + 60_000;

  withStores('one of many claims wins, the others have to wait', async (store, other) => {
    const stores = [store, await other()];
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (stores[index % 2] ?? store).claimRenewal('token', nowMs, leaseEndsMs),
      ),
    );
    assert.equal(claims.filter((claim) => claim.kind === 'claimed').length, 1);
    assert.equal(claims.filter((claim) => claim.kind === 'taken').length, 9);
  });

  withStores(
    'a published renewal is what every later claim gets, until its time is over',
    async (store, other) => {
      await store.claimRenewal('token', nowMs, leaseEndsMs);
      await store.publishRenewal('token', 'sealed', untilMs);
      const late = await (await other()).claimRenewal('token', untilMs - 1, untilMs + 10_000);
      assert.deepEqual(late, { kind: 'published', sealed: 'sealed' });
      assert.deepEqual(await store.claimRenewal('token', untilMs, untilMs + 10_000), { kind: 'claimed' });
    },
  );

  withStores('a claim whose holder died is free when its lease ends', async (store) => {
    await store.claimRenewal('token', nowMs, leaseEndsMs);
    assert.deepEqual(await store.claimRenewal('token', leaseEndsMs - 1, leaseEndsMs + 1), { kind: 'taken' });
    assert.deepEqual(await store.claimRenewal('token', leaseEndsMs, leaseEndsMs + 1), { kind: 'claimed' });
  });

  withStores('a released claim is free at once, a published one cannot be released', async (store) => {
    await store.claimRenewal('token', nowMs, leaseEndsMs);
    await store.releaseRenewal('token');
    assert.deepEqual(await store.claimRenewal('token', nowMs, leaseEndsMs), { kind: 'claimed' });
    await store.publishRenewal('token', 'sealed', untilMs);
    await store.releaseRenewal('token');
    assert.equal((await store.claimRenewal('token', nowMs, leaseEndsMs)).kind, 'published');
  });

  withStores('tokens do not stand in each other’s way', async (store) => {
    await store.claimRenewal('token', nowMs, leaseEndsMs);
    assert.deepEqual(await store.claimRenewal('another', nowMs, leaseEndsMs), { kind: 'claimed' });
  });
}

function endings(withStores: WithStores): void {
  const ending = { subject: 'a', endedAtMs: nowMs, untilMs: nowMs + dayMs };
  const beginning = { notedAtMs: 0, subject: '' };

  withStores(
    'an ending is found by its subject, in every process and after a restart',
    async (store, other) => {
      await store.noteEnding(ending);
      assert.partialDeepStrictEqual(await (await other()).findEndings(['b', 'a']), [ending]);
      await store.close();
      const again = await other();
      assert.partialDeepStrictEqual(await again.findEndings(['a']), [ending]);
      assert.deepEqual(await again.findEndings(['b', 'c']), []);
      assert.deepEqual(await again.findEndings([]), []);
    },
  );

  withStores('of two endings of one subject the later times count, in any order', async (store) => {
    const later = { subject: 'a', endedAtMs: nowMs + 5, untilMs: nowMs + 5 + dayMs };
    for (const one of [ending, later, ending]) await store.noteEnding(one);
    assert.partialDeepStrictEqual(await store.findEndings(['a']), [later]);
    assert.equal((await store.findEndings(['a'])).length, 1);
  });

  withStores('endings noted after a time are listed in order, a page at a time', async (store, other) => {
    const writer = await other();
    const subjects = ['d', 'a', 'c', 'b', 'e'];
    for (const subject of subjects) await writer.noteEnding({ ...ending, subject });
    const all = await store.listEndings(beginning, 10);
    assert.deepEqual(all.map(({ subject }) => subject).toSorted(), subjects.toSorted());
    const read = [];
    for (let after = beginning; ;) {
      const page = await store.listEndings(after, 2);
      assert.ok(page.length <= 2);
      read.push(...page);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last;
    }
    assert.deepEqual(read, all);
  });

  withStores(
    'an ending noted again is listed again, and the time of noting never decreases',
    async (store) => {
      await store.noteEnding(ending);
      const [first] = await store.listEndings(beginning, 10);
      assert.ok(first && Math.abs(first.notedAtMs - Date.now()) < 60_000, 'it is the clock of the store');
      await store.noteEnding({ ...ending, subject: '_' });
      await store.noteEnding(ending);
      const listed = await store.listEndings({ ...first, subject: '' }, 10);
      assert.ok(listed.every(({ notedAtMs }) => notedAtMs >= first.notedAtMs));
      assert.deepEqual(listed.map(({ subject }) => subject).toSorted(), ['_', 'a']);
    },
  );
}

function sweeping(withStores: WithStores): void {
  withStores('the sweep removes all expired rows and nothing else', async (store, other) => {
    const mostSubjects = 1200;
    for (let number = 0; number < mostSubjects; number += 1) {
      void store.noteEnding({ subject: `old ${number}`, endedAtMs: nowMs, untilMs: nowMs });
      if (number % 100 === 0) await store.check();
    }
    await store.noteEnding({ subject: 'alive', endedAtMs: nowMs, untilMs: nowMs + 1 });
    await store.publishRenewal('old', 'sealed', nowMs);
    await store.publishRenewal('alive', 'sealed', nowMs + 1);
    await store.claimRenewal('abandoned', nowMs - 2, nowMs - 1);
    const once = (key: string) => ({ key, bodyHash: 'hash' });
    await store.createTask(ada, walk, nowMs - dayMs, once('old'));
    await store.createTask(ada, walk, nowMs - dayMs + 1, once('alive'));

    const sweeper = await other();
    let removed = 0;
    for (let some = -1; some !== 0; removed += some) some = await sweeper.sweep(nowMs);
    assert.equal(removed, mostSubjects + 2 + 1);
    assert.deepEqual(
      (await store.listEndings({ notedAtMs: 0, subject: '' }, 10)).map(({ subject }) => subject),
      ['alive'],
    );
    // Asked of a time before its end, a row that is still there would answer.
    assert.deepEqual(await store.claimRenewal('old', nowMs - 1, nowMs), { kind: 'claimed' });
    assert.equal((await store.claimRenewal('alive', nowMs, nowMs)).kind, 'published');
    assert.equal(await store.findCreated(ada, walk, nowMs - 1, once('old')), undefined);
    assert.equal((await store.findCreated(ada, walk, nowMs, once('alive')))?.kind, 'repeated');
    assert.equal((await store.listOwnedBy(ada)).length, 2, 'no task is swept');
  });
}

function life(withStores: WithStores): void {
  withStores('a remembered user has no tasks, and remembering again changes nothing', async (store) => {
    await store.rememberUser(ada, nowMs);
    assert.deepEqual(await store.listOwnedBy(ada), []);
    const task = await create(store, ada);
    await store.rememberUser(ada, nowMs + 1);
    assert.deepEqual(await store.listOwnedBy(ada), [task]);
  });

  withStores('one user remembered many times together is one user', async (store, other) => {
    const stores = [store, await other()];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => (stores[index % 2] ?? store).rememberUser(ada, nowMs)),
    );
    const task = await create(store, ada);
    assert.deepEqual(await store.listOwnedBy(ada), [task]);
  });

  withStores('everything is still there after a restart', async (store, other) => {
    const task = await create(store, ada);
    const once = { key: 'key', bodyHash: 'hash' };
    const keyed = await store.createTask(grace, walk, nowMs, once);
    assert.ok(keyed.kind === 'created');
    await store.claimRenewal('token', nowMs, nowMs + 1000);
    await store.close();
    const again = await other();
    assert.deepEqual(await again.listOwnedBy(ada), [task]);
    assert.deepEqual(await again.createTask(grace, walk, nowMs, once), {
      kind: 'repeated',
      task: keyed.task,
    });
    assert.deepEqual(await again.claimRenewal('token', nowMs, nowMs + 1000), { kind: 'taken' });
    assert.ok((await create(again, ada)).id > keyed.task.id);
  });

  withStores('a write of one process is what another reads next', async (store, other) => {
    const reader = await other();
    const task = await create(store, ada);
    assert.deepEqual(await reader.listOwnedBy(ada), [task]);
  });

  withStores('closing waits for all earlier writes, and may be repeated', async (store, other) => {
    const writes = [create(store, ada), create(store, ada)];
    await Promise.all([store.close(), store.close()]);
    const written = (await Promise.all(writes)).toSorted((a, b) => a.id - b.id);
    assert.deepEqual(await (await other()).listOwnedBy(ada), written);
  });

  withStores('a store that is closed refuses with a clear code', async (store) => {
    await store.close();
    const unavailable = { name: 'StoreError', code: 'unavailable' };
    await assert.rejects(store.listOwnedBy(ada), unavailable);
    await assert.rejects(create(store, ada), unavailable);
    await assert.rejects(store.check(), unavailable);
  });

  withStores('check resolves while the store answers', async (store) => store.check());
}
