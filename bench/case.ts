import type { World } from './world.ts';

/** The figures of one contender in one round, by their unit. */
export type Sample = Readonly<Record<string, number>>;

/** One measured program of a case. A round calls `measure` of each contender in turn. */
export type Contender = Readonly<{
  name: string;
  measure: () => Promise<Sample>;
  end?: () => Promise<void>;
}>;

export type Case = Readonly<{
  name: string;
  /** The title in the table. */
  title: string;
  /** Creates and warms up the contenders. */
  prepare: (world: World) => Promise<readonly Contender[]>;
}>;

/** All rounds of a case: the figures of each contender by their unit. */
export type Outcome = Readonly<{
  name: string;
  title: string;
  contenders: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}>;

/** Measures the contenders of a case in turns. */
export async function runCase(
  { name, title, prepare }: Case,
  world: World,
  rounds: number,
): Promise<Outcome> {
  const prepared = await prepare(world);
  const contenders: Record<string, Record<string, number[]>> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of prepared) {
      const figures = (contenders[contender.name] ??= {});
      for (const [unit, value] of Object.entries(await contender.measure()))
        (figures[unit] ??= []).push(value);
    }
  }
  for (const { end } of prepared) await end?.();
  return { name, title, contenders };
}
