import { countIn } from '../language.ts';

const count = countIn('en');

/** Changes that are being sent, failed changes, and conflicts. */
export const queue = {
  underWay: (n: number) => `Saving ${count(n, 'change', 'changes')}`,
  refused: (n: number) => `${count(n, 'change', 'changes')} could not be saved.`,
  undecided: (n: number) => `${count(n, 'change needs', 'changes need')} your decision.`,
  show: 'Show',
  retryAll: 'Retry all',
};
