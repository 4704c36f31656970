/** Runs once after so many milliseconds; returns what calls it off. */
export type SetTimer = (run: () => void, ms: number) => () => void;

export const setTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
