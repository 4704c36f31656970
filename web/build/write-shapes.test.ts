import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { build } from 'vite';

import { fc } from '../../test/generated.ts';
import * as serviceShapes from '../service/service.shapes.ts';
import * as kept from '../sync/kept.shapes.ts';
import { writeShapes } from './write-shapes.ts';

const files = ['service/service.shapes.ts', 'sync/kept.shapes.ts'];
const modules: object[] = [serviceShapes, kept];

test('what the build writes says the same of every value as the schema that it stands for', async () => {
  const written = await buildAll();
  const pairs = modules.flatMap((module, at) => pairsOf(module, written[at]));
  assert.equal(pairs.length, 12);
  for (const { inSource, inPage } of pairs) {
    assert.equal(inPage.name, inSource.name);
    for (const sample of samples)
      assert.equal(inPage.fits(sample), inSource.fits(sample), say(inSource, sample));
    fc.assert(
      fc.property(damaged, (value) =>
        assert.equal(inPage.fits(value), inSource.fits(value), say(inSource, value)),
      ),
    );
    assert.ok(
      samples.some((sample) => inPage.fits(sample)),
      `no sample fits ${inSource.name}`,
    );
    assert.equal(inPage.fits(Symbol('no value of JSON')), false);
  }
});

test('all else that such a file exports stands there as it is', async () => {
  const [page] = await buildAll();
  assert.ok(page && 'loginPath' in page && 'requests' in page);
  assert.equal(page.loginPath, serviceShapes.loginPath);
  assert.deepEqual(
    JSON.parse(JSON.stringify(page.requests)),
    withoutSchemas(serviceShapes.requests),
  );
});

test('neither schemas nor what reads them come into the page', async () => {
  const code = await bundle();
  assert.doesNotMatch(code, /maxLength|instancePath|IsHostname/);
});

type Checked = { name: string; fits: (value: unknown) => boolean };

const task = {
  id: 7,
  description: 'Water 🌱',
  dueDate: '2026-11-21',
  importance: 'LOW',
  state: 'TODO',
};
const { id: _, ...fields } = task;
const fault = { kind: 'refused', status: 400, code: 'x', detail: 'y', requestId: null, errors: [] };
const write = {
  key: 'k',
  target: '7',
  change: { kind: 'replace', fields },
  status: 'queued',
  tried: true,
  known: [task],
  fault,
};
const wrote = { kind: 'wrote', writes: [write] };
const samples: unknown[] = [
  [task],
  task,
  [],
  { owner: 'ada@example.com', atMs: 1, tasks: [task] },
  {
    kind: 'handed',
    owner: 'ada@example.com',
    writes: [write],
    sent: [{ kind: 'accepted', key: 'k', task }],
  },
  { email: 'ada@example.com', name: 'Ada', pictureUrl: null },
  { email: 'ada@example.com', name: '🌱'.repeat(256) },
  { location: 'https://id.example.com/end' },
  { email: 'no address' },
  {
    enabled: true,
    providers: [
      {
        id: 'local',
        label: 'Local',
        available: true,
        loginUrl: '/api/auth/login',
        issuer: 'http://x',
      },
    ],
  },
  {
    type: 'about:blank',
    title: 't',
    status: 400,
    code: 'c',
    errors: [{ pointer: '/', code: 'blank', detail: '' }],
  },
  { newTask: { ...fields, byHand: ['date'] }, edits: { 7: fields } },
  { newTask: null, edits: { 7: 'not fields' } },
  [{ draft: { ...fields, byHand: ['date'] }, dayIso: '2026-11-21' }],
  [write, { ...write, change: { kind: 'delete' }, fault: null }],
  wrote,
  { kind: 'accepted', key: 'k', task },
  { kind: 'hello' },
  { kind: 'did', tab: 'a', n: 1, event: wrote },
  { kind: 'queue', heard: { a: 1 }, writes: [write], rowKeys: [['a', '7']] },
  { kind: 'queue', heard: { a: 'one' }, writes: [], rowKeys: [] },
  [{ ...task, id: 0 }],
  [{ ...task, id: 2 ** 53 }],
  [{ ...task, dueDate: '0000-01-01' }],
  [{ ...task, dueDate: '2026-02-30' }],
];

/** A sample in which one member, at any depth, is missing or has another value. */
const damaged = fc
  .tuple(fc.constantFrom(...samples), fc.nat(), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
  .map(([sample, at, instead]) => {
    let left = at % (places(sample) + 1);
    return JSON.parse(
      JSON.stringify(sample, (_name, value: unknown) => (left-- === 0 ? instead : value)) ?? 'null',
    ) as unknown;
  });

function places(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + places(each), 1);
}

const say = ({ name }: Checked, value: unknown) => `${name} of ${JSON.stringify(value)}`;

/** Every shape within an export, with the one that the build has written in its place. */
function pairsOf(source: unknown, page: unknown): { inSource: Checked; inPage: Checked }[] {
  if (isChecked(source)) {
    assert.ok(isChecked(page));
    return [{ inSource: source, inPage: page }];
  }
  if (typeof source !== 'object' || source === null) return [];
  assert.ok(typeof page === 'object' && page !== null);
  const inPage = new Map(Object.entries(page));
  return Object.entries(source).flatMap(([name, each]) => pairsOf(each, inPage.get(name)));
}

const isChecked = (value: unknown): value is Checked =>
  typeof value === 'object' && value !== null && 'fits' in value;

const withoutSchemas = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, each: unknown) =>
      ['schema', 'shared'].includes(name) ? undefined : each,
    ),
  );

async function buildAll(): Promise<object[]> {
  const loaded: unknown = await import(
    `data:text/javascript,${encodeURIComponent(await bundle())}`
  );
  assert.ok(
    typeof loaded === 'object' && loaded !== null && 'all' in loaded && Array.isArray(loaded.all),
  );
  return loaded.all;
}

/** The shapes as the page has them, in one module. */
async function bundle(): Promise<string> {
  const web = join(import.meta.dirname, '..');
  const names = files.map((_file, at) => `m${at}`);
  const source = [
    ...files.map((file, at) => `import * as m${at} from ${JSON.stringify(join(web, file))};`),
    `export const all = [${names.join(', ')}];`,
  ].join('\n');
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    plugins: [
      writeShapes(),
      {
        name: 'entry',
        resolveId: (id) => (id.endsWith('entry') ? '\0entry' : null),
        load: (id) => (id === '\0entry' ? source : null),
      },
    ],
    build: { write: false, minify: false, lib: { entry: 'entry', formats: ['es'] } },
  });
  const [first] = Array.isArray(built) ? built : [];
  const [chunk] = first?.output ?? [];
  assert.ok(chunk);
  return chunk.code;
}
