import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs what ends a test, or whatever outlives several tests. */
export type Tidy = Readonly<{ after: (run: () => void) => void }>;

/** A new folder that is removed with the test. */
export function emptyFolder(t: Tidy): string {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
