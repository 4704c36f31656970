import { existsSync, readFileSync } from 'node:fs';

/** The processes that this one has started and that still run, in the order in which they were started. */
export function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split(' ').map(Number).filter(Boolean);
}
