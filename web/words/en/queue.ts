import { countIn } from '../language.ts';

const count = countIn('en');

/** Changes on their way to the service, those that it refused, and those that need a decision. */
export const queue = {
  underWay: (n: number) => `Saving ${count(n, 'change', 'changes')}`,
  refused: (n: number) => `${count(n, 'change', 'changes')} could not be saved.`,
  undecided: (n: number) => `${count(n, 'change needs', 'changes need')} your decision.`,
  show: 'Show',
  retryAll: 'Retry all',
};
