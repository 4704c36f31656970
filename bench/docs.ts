import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ratios, spreadOf } from './aims.ts';
import type { Outcome } from './case.ts';
import { packageFolder } from './options.ts';
import { barChart } from './plots.ts';
import { aimsTable, caseTable, markdown } from './tables.ts';

export type Measured = Readonly<{ machine: string; date: string; outcomes: readonly Outcome[] }>;

const page = join(packageFolder, 'docs', 'performance.md');
const folder = join(packageFolder, 'docs', 'performance');
const begin = '<!-- Written by `npm run bench -- --docs`: -->';
const end = '<!-- end -->';

/** Writes the figures of all cases into docs/performance.md, and a plot and the numbers beside it. Other text of the page stays. */
export function writeDocs(measured: Measured): void {
  const { machine, date, outcomes } = measured;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(measured));
  writeFileSync(join(folder, 'requests.svg'), plotOf(outcomes));
  const text = [
    begin,
    `Measured on ${date}: ${machine}.`,
    markdown(aimsTable(outcomes)),
    '![Requests a second as part of the floor](performance/requests.svg)',
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

function plotOf(outcomes: readonly Outcome[]): string {
  const groups = outcomes
    .filter(({ contenders }) => contenders['floor']?.['a second'] !== undefined)
    .map((outcome) => ({
      label: outcome.title,
      bars: Object.keys(outcome.contenders).map((name) => ({
        name,
        value: spreadOf(ratios(outcome, name, 'floor', 'a second')).median,
      })),
    }));
  return barChart('Requests a second as part of the floor', groups, (value) => value.toFixed(2));
}
