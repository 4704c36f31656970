import { countIn } from '../count.ts';

const count = countIn('en');

/** Many changes on their way to the service, and those that it refused. */
export const outbox = {
  underWay: (n: number) => `${count(n, 'change is', 'changes are')} being saved`,
  refused: (n: number) => `${count(n, 'change', 'changes')} could not be saved.`,
  show: 'Show',
  retryAll: 'Retry all',
};
