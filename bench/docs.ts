import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ratios, spreadOf } from './aims.ts';
import type { Outcome } from './case.ts';
import { packageFolder } from './options.ts';
import type { Line } from './plots.ts';
import { barChart, lineChart } from './plots.ts';
import { aimsTable, caseTable, markdown } from './tables.ts';

export type Measured = Readonly<{ machine: string; date: string; outcomes: readonly Outcome[] }>;

const page = join(packageFolder, 'docs', 'performance.md');
const folder = join(packageFolder, 'docs', 'performance');
const begin = '<!-- Written by `npm run bench -- --docs`: -->';
const end = '<!-- end -->';

/** Writes the figures of all cases into docs/performance.md, and the plots and numbers beside it. Other text of the page stays. */
export function writeDocs(measured: Measured): void {
  const { machine, date, outcomes } = measured;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(measured));
  for (const [name, plot] of Object.entries(plotsOf(outcomes)))
    writeFileSync(join(folder, name), plot);
  const text = [
    begin,
    `Measured on ${date}: ${machine}.`,
    markdown(aimsTable(outcomes)),
    '![Requests a second as part of the floor](performance/requests.svg)',
    '![Cost by the tasks of one owner](performance/owner.svg)',
    '![Cost by all tasks](performance/tasks.svg)',
    ...outcomes.flatMap((outcome) => [`### ${outcome.title}`, markdown(caseTable(outcome))]),
    end,
  ].join('\n\n');
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(begin);
  const [, after = ''] = rest.split(end);
  writeFileSync(page, before + text + after);
  const formatter = join(packageFolder, 'node_modules', '.bin', 'oxfmt');
  spawnSync(formatter, [page, join(folder, 'results.json')], {
    cwd: packageFolder,
    stdio: 'inherit',
  });
}

function plotsOf(outcomes: readonly Outcome[]): Record<string, string> {
  const groups = outcomes
    .filter(({ contenders }) => contenders['floor']?.['a second'] !== undefined)
    .map((outcome) => ({
      label: outcome.title,
      bars: Object.keys(outcome.contenders).map((name) => ({
        name,
        value: spreadOf(ratios(outcome, name, 'floor', 'a second')).median,
      })),
    }));
  const axes = { y: 'µs at the store, one caller' };
  return {
    'requests.svg': barChart('Requests a second as part of the floor', groups, (value) =>
      value.toFixed(2),
    ),
    'owner.svg': lineChart('Cost by the tasks of one owner', linesOf(outcomes, 'owner'), {
      ...axes,
      x: 'tasks of the owner',
    }),
    'tasks.svg': lineChart('Cost by all tasks', linesOf(outcomes, 'tasks'), {
      ...axes,
      x: 'tasks',
    }),
  };
}

/** The lines of a plot, from contenders that are named `<store>, <size>`. */
function linesOf(outcomes: readonly Outcome[], name: string): Line[] {
  const contenders = Object.entries(
    outcomes.find((outcome) => outcome.name === name)?.contenders ?? {},
  );
  return ['SQLite', 'PostgreSQL'].flatMap((store) =>
    ['create', 'list after it'].map((what) => ({
      name: `${store} ${what}`,
      points: contenders
        .filter(([contender]) => contender.startsWith(store))
        .map(([contender, figures]) => [
          Number(contender.replace(/\D/g, '')),
          spreadOf(figures[`${what}, µs`] ?? []).median,
        ]),
    })),
  );
}
