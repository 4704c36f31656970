/** Numbers that look random and are the same in every run with the same seed (mulberry32). */
export type Chance = Readonly<{
  /** A whole number from 0 to `below` - 1. */
  below: (below: number) => number;
  /** True once in `times`, on average. */
  onceIn: (times: number) => boolean;
}>;

export function makeChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, onceIn: (times) => below(times) === 0 };
}
