import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

import { startProcess } from '../test/process.ts';
import { openProfile } from './web-browser.ts';
import { measureInteractions } from './web-interactions.ts';
import { forms, installLighthouse, measurePage } from './web-lighthouse.ts';
import type { Figures } from './web-lighthouse.ts';
import { measureSizes } from './web-sizes.ts';

// `npm run bench:web [sizes] [pages] [interactions]`: without an argument all three. docs/web-quality.md has the figures.
const wanted = process.argv.slice(2);
const wants = (part: string) => wanted.length === 0 || wanted.includes(part);
const times = 3;
const interactionTimes = 5;
/** The aim for the slowest interaction, in milliseconds, by the number of tasks. */
const interactionAims = [
  { tasks: 1_000, mostMs: 120 },
  { tasks: 10_000, mostMs: 200 },
];

const endings: (() => void)[] = [];
const service = await startProcess({ after: (end) => endings.push(end) }, { LOG_LEVEL: 'warn' });
await service.line(/Dueline is ready/);
// The address of the service that is registered at the local provider.
const address = `http://localhost:${service.port}`;
const folder = mkdtempSync(join(tmpdir(), 'dueline-bench-web-'));
endings.push(() => rmSync(folder, { recursive: true, force: true }));

try {
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
  if (wants('sizes')) printSizes();
  if (wants('pages')) await printPages();
  if (wants('interactions')) await printInteractions();
} finally {
  service.signal('SIGTERM');
  await service.ended;
  for (const end of endings.toReversed()) end();
}

function printSizes(): void {
  const { script, style, font, reader, parts } = measureSizes(
    join(import.meta.dirname, '..', 'dist', 'web'),
  );
  console.log('Size, gzip (KiB)');
  console.table([
    { part: 'initial JavaScript', KiB: kib(script), 'at most': 70 },
    { part: 'CSS', KiB: kib(style), 'at most': 15 },
    { part: 'font', KiB: kib(font), 'at most': 5 },
    { part: 'reader of dates, largest language', KiB: kib(reader), 'at most': 14 },
    ...parts.map(({ name, bytes }) => ({ part: `later: ${name}`, KiB: kib(bytes), 'at most': '' })),
  ]);
}

async function printPages(): Promise<void> {
  installLighthouse();
  const people = { many: join(folder, 'many'), none: join(folder, 'none') };
  for (const [name, profile] of Object.entries(people)) {
    const tasks = name === 'many' ? 200 : 0;
    const context = await openProfile(profile, address, { email: `${name}@example.com`, tasks });
    await context.close();
  }
  const pages = [
    { page: 'signed out', path: '/', profile: null },
    { page: 'list of 200', path: '/', profile: people.many },
    { page: 'board of 200', path: '/?view=board', profile: people.many },
    { page: 'empty', path: '/', profile: people.none },
  ];
  const table: object[] = [];
  const speeds: number[] = [];
  for (const { page, path, profile } of pages) {
    for (const form of forms) {
      const all = await measurePage(`${address}${path}`, form, { profile, times });
      speeds.push(...all.map(({ speed }) => speed));
      table.push({ page, form, ...rowOf(all) });
    }
  }
  console.log(`Lighthouse, median of ${times}`);
  console.table(table);
  console.log(
    `Noise of the machine: Lighthouse's benchmark index from ${Math.min(...speeds)} to ${Math.max(...speeds)}\n`,
  );
}

async function printInteractions(): Promise<void> {
  const table = new Map<string, Record<string, string>>();
  const worst: object[] = [];
  for (const { tasks, mostMs } of interactionAims) {
    const all = await interactionsWith(tasks);
    for (const [name, values] of all)
      table.set(name, { ...table.get(name), [`${tasks} tasks`]: spreadOf(values) });
    const [slowest = '', values = []] =
      [...all].toSorted(([, a], [, b]) => median(b) - median(a))[0] ?? [];
    worst.push({ tasks, slowest, ms: spreadOf(values), 'at most': mostMs });
  }
  console.log(
    `Slowest event of each interaction at 4x CPU slowdown, median of ${interactionTimes}, least to most (ms)`,
  );
  console.table(Object.fromEntries(table));
  console.table(worst);
}

/** The slowest event of each interaction in milliseconds, once for each time. */
async function interactionsWith(tasks: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const profile = join(folder, String(tasks));
  const context = await openProfile(profile, address, { email: `of-${tasks}@example.com`, tasks });
  const worst = new Map<string, number[]>();
  for (let time = 0; time < interactionTimes; time += 1) {
    const page = await context.newPage();
    for (const { name, worstMs } of await measureInteractions(page, address))
      worst.set(name, [...(worst.get(name) ?? []), worstMs]);
    await page.close();
  }
  await context.close();
  return worst;
}

function spreadOf(values: readonly number[]): string {
  return `${median(values)} (${Math.min(...values)} to ${Math.max(...values)})`;
}

function rowOf(all: readonly Figures[]) {
  const medianOf = (figure: (figures: Figures) => number) => median(all.map(figure));
  return {
    performance: medianOf(({ performance }) => performance),
    accessibility: medianOf(({ accessibility }) => accessibility),
    'best practices': medianOf(({ bestPractices }) => bestPractices),
    SEO: medianOf(({ seo }) => seo),
    'LCP ms': Math.round(medianOf(({ lcpMs }) => lcpMs)),
    'TBT ms': Math.round(medianOf(({ tbtMs }) => tbtMs)),
    CLS: Number(medianOf(({ cls }) => cls).toFixed(3)),
    'below 90': [...new Set(all.flatMap(({ failed }) => failed))].join(', '),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function kib(bytes: number): number {
  return Math.round((bytes / 1024) * 10) / 10;
}
