import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** With less room than this the next write may fail. */
const leastFreeBytes = 1024 * 1024;

/** Whether the disk of a database, or of the folder where it will be, has no room for writes. */
export function hasFullDisk(path: string): boolean {
  if (path === ':memory:') return false;
  const { blocks, bavail, bsize } = statfsSync(dirname(path));
  // A file system without a limit has no blocks, such as tmpfs with size=0.
  return blocks > 0 && bavail * bsize < leastFreeBytes;
}
