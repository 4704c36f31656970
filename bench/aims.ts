import type { Outcome } from './case.ts';

type Aim = Readonly<{ case: string; contender: string; unit: string }> &
  (Readonly<{ of: string; least: number }> | Readonly<{ most: number }>);

const onSqlite = { contender: 'Dueline, SQLite', unit: 'a second' };

/** The target figures: a part or a multiple of another contender's figure in the same round, or an absolute figure. */
const aims: readonly Aim[] = [
  { case: 'list', ...onSqlite, of: 'floor', least: 0.4 },
  { case: 'list', ...onSqlite, of: 'Express, PostgreSQL', least: 8 },
  { case: 'unchanged', ...onSqlite, of: 'floor', least: 0.45 },
  { case: 'me', ...onSqlite, of: 'floor', least: 0.45 },
  { case: 'create-1', ...onSqlite, of: 'floor', least: 0.32 },
  { case: 'create-16', ...onSqlite, of: 'floor', least: 0.22 },
  { case: 'create-64', ...onSqlite, of: 'floor', least: 0.27 },
  { case: 'start', contender: 'Dueline, SQLite', unit: 'ms to the first list', most: 200 },
  { case: 'start', contender: 'Dueline, SQLite', unit: 'MB idle', most: 80 },
  { case: 'start', contender: 'Dueline, SQLite', unit: 'MB after load', most: 120 },
  { case: 'beside', contender: '40 a second', unit: 'p99 ms', most: 60 },
  { case: 'waiting', contender: '5000 wait', unit: 'MB more', most: 60 },
  { case: 'waiting', contender: '5000 wait', unit: '% of a processor, idle', most: 2 },
  { case: 'waiting', contender: 'seen in one process', unit: 'p99 ms', most: 1000 },
  { case: 'waiting', contender: 'seen across two', unit: 'p99 ms', most: 2000 },
  { case: 'beside', contender: '60 in one packet', unit: 'longest ms', most: 100 },
];

/** Minimum, median and maximum of all rounds. */
export type Spread = Readonly<{ least: number; median: number; most: number }>;

export type AimRow = Readonly<{
  title: string;
  unit: string;
  aim: string;
  spread: Spread;
  isMet: boolean;
}>;

/** The aims of the measured cases, each with its result. The median decides. */
export function compareWithAims(outcomes: readonly Outcome[]): AimRow[] {
  return aims.flatMap((aim) => {
    const outcome = outcomes.find(({ name }) => name === aim.case);
    const values = outcome?.contenders[aim.contender]?.[aim.unit];
    if (outcome === undefined || values === undefined) return [];
    const row = { title: outcome.title };
    if ('most' in aim) {
      const spread = spreadOf(values);
      const isMet = spread.median <= aim.most;
      return [{ ...row, unit: aim.unit, aim: `at most ${aim.most}`, spread, isMet }];
    }
    const spread = spreadOf(ratios(outcome, aim.contender, aim.of, aim.unit));
    const isMet = spread.median >= aim.least;
    return [{ ...row, unit: `of ${aim.of}`, aim: `at least ${aim.least}`, spread, isMet }];
  });
}

/** A contender's figures as parts of another's, round by round. */
export function ratios(
  { contenders }: Outcome,
  contender: string,
  of: string,
  unit: string,
): number[] {
  const others = contenders[of]?.[unit] ?? [];
  return (contenders[contender]?.[unit] ?? []).map(
    (value, round) => value / (others[round] ?? Number.NaN),
  );
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { least: at(0), median: at(Math.floor(sorted.length / 2)), most: at(sorted.length - 1) };
}
