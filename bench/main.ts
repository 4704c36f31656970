import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { besideCase } from './beside.ts';
import type { Case, Outcome } from './case.ts';
import { runCase } from './case.ts';
import type { Measured } from './docs.ts';
import { writeDocs } from './docs.ts';
import { durableCases } from './durable.ts';
import { makeHttpCase } from './http-case.ts';
import { httpCases, listCase } from './http-cases.ts';
import { describeMachine, pinTo } from './machine.ts';
import type { Options } from './options.ts';
import { readOptions } from './options.ts';
import { startUpCase } from './start-up.ts';
import { signInCase } from './sign-ins.ts';
import { aimsTable, caseTable, printable } from './tables.ts';
import { waitingCase } from './waiting.ts';
import { makeWorld } from './world.ts';
import { ensureWrk } from './wrk.ts';

// `npm run bench [-- <case> ... --rounds 5 ...]`: docs/performance.md describes the measurements and the options.

const Results = Type.Object({
  machine: Type.String(),
  date: Type.String(),
  outcomes: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      contenders: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.Number()))),
    }),
  ),
});

const options = readOptions(process.argv.slice(2));
const results: Measured =
  options.from === undefined
    ? await measureAll(options)
    : Parse(Results, JSON.parse(readFileSync(options.from, 'utf8')));
if (options.docs) writeDocs(results);
console.log(
  `\nAims, with minimum, median and maximum of the rounds\n${printable(aimsTable(results.outcomes))}`,
);

async function measureAll(wanted: Options): Promise<Measured> {
  const cases = casesOf(wanted);
  ensureWrk();
  const machine = describeMachine();
  // Processes without processors of their own run on those of the load: wrk, PostgreSQL, the provider.
  pinTo(wanted.loadProcessors);
  console.log(machine);
  const world = await makeWorld(wanted);
  const outcomes: Outcome[] = [];
  try {
    for (const each of cases) {
      const startMs = performance.now();
      try {
        const outcome = await runCase(each, world, wanted.rounds);
        outcomes.push(outcome);
        const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
        console.log(
          `\n${outcome.title} (${outcome.name}, ${seconds} s)\n${printable(caseTable(outcome))}`,
        );
      } catch (error) {
        // The figures of the other cases are still useful.
        console.error(`\n${each.title} (${each.name}) has no figures:`, error);
        process.exitCode = 1;
      }
    }
  } finally {
    await world.close();
  }
  const measured = {
    machine: `${machine}, ${wanted.rounds} rounds of ${wanted.seconds} s`,
    date: new Date().toISOString().slice(0, 10),
    outcomes,
  };
  mkdirSync(dirname(wanted.jsonFile), { recursive: true });
  writeFileSync(wanted.jsonFile, `${JSON.stringify(measured, null, 2)}\n`);
  return measured;
}

/** The cases named in the arguments, or all. */
function casesOf(wanted: Options): Case[] {
  const all = [
    ...httpCases.map((each) => makeHttpCase(each, wanted.seconds)),
    ...durableCases(wanted),
    startUpCase(listCase, wanted),
    signInCase,
    besideCase(wanted.seconds),
    waitingCase(wanted.seconds),
  ];
  const unknown = wanted.cases.filter((name) => !all.some((each) => each.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no case ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  return all.filter(({ name }) => wanted.cases.length === 0 || wanted.cases.includes(name));
}
