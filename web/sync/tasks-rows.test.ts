import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/generated.ts';
import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from './fields.ts';
import type { Change } from './kept.shapes.ts';
import { changesUnderWay } from './next-write.ts';
import { rowsOf } from './rows.ts';
import { needsDecision, newWrite, noTasks } from './queue.ts';

const fields: fc.Arbitrary<Fields> = fc.record({
  description: fc.constantFrom('Milk', 'Bread'),
  dueDate: fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22', '2026-12-01'),
  importance: fc.constant('LOW'),
  state: fc.constantFrom('TODO', 'DONE'),
});

/** A list in the order of the service. */
const answer: fc.Arbitrary<readonly TaskResponse[]> = fc
  .array(fields, { maxLength: 12 })
  .map((all) =>
    all
      .map((each, at) => ({ ...each, id: at + 1 }))
      .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id),
  );

const change: fc.Arbitrary<Change> = fc.oneof(
  fields.map((after) => ({ kind: 'replace', fields: after }) as const),
  fc.constant({ kind: 'delete' } as const),
);

test('with any unsaved changes every row is there once, by its date, and unchanged rows are the same objects', () => {
  const changes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), change), {
    selector: ([id]) => id,
    maxLength: 6,
  });
  fc.assert(
    fc.property(answer, changes, fc.array(fields, { maxLength: 4 }), (base, changed, made) => {
      const ofBase = changed.filter(([id]) => id <= base.length);
      const writes = [
        ...ofBase.map(([id, what], at) => newWrite(`changed ${at}`, String(id), what)),
        ...made.map((what, at) =>
          newWrite(`made ${at}`, `new ${at}`, { kind: 'create', fields: what }),
        ),
      ];
      const before = rowsOf({ ...noTasks, base });
      const rows = rowsOf({ ...noTasks, base, writes });

      const meant = new Map(base.map(({ id, ...rest }) => [String(id), rest]));
      for (const { target, change: what } of writes) {
        if (what.kind === 'delete') meant.delete(target);
        else meant.set(target, what.fields);
      }
      assert.deepEqual(new Map(rows.map((row) => [row.key, row.fields])), meant);
      assert.equal(rows.length, meant.size);

      const place = ({ fields: { dueDate }, key }: (typeof rows)[number]) =>
        key.startsWith('new ') ? `${dueDate} new ${key}` : `${dueDate} ${key.padStart(3, '0')}`;
      assert.deepEqual(rows.map(place), rows.map(place).toSorted());

      const touched = new Set(writes.map(({ target }) => target));
      const still = (row: (typeof rows)[number]) => !touched.has(row.key);
      assert.deepEqual(rows.filter(still), before.filter(still));
      assert.ok(rows.filter(still).every((row) => before.includes(row)));
    }),
  );
});

const writes = Array.from({ length: 102 }, (_, at) =>
  newWrite(`k${at}`, `${at}`, { kind: 'delete' }),
);
const queued = writes.map((write) => ({ ...write, status: 'queued' as const }));

test('changes on their way are counted where they are many; what waits, is held or was refused is not on its way', () => {
  assert.equal(changesUnderWay(queued), 102);
  assert.equal(changesUnderWay(queued.slice(0, 100)), 0);
  const others = (['held', 'waiting', 'failed', 'conflict'] as const).map((status) => ({
    ...newWrite('k', '1', { kind: 'delete' }),
    status,
  }));
  assert.equal(changesUnderWay([...queued, ...others]), 102);
  assert.deepEqual(
    [...queued, ...others].filter(needsDecision).map(({ status }) => status),
    ['failed', 'conflict'],
  );
});
