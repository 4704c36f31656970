import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Takes what runs at the end of a test, or of several. */
export type Tidy = Readonly<{ after: (run: () => void) => void }>;

/** A new folder that is removed with the test. */
export function emptyFolder(t: Tidy): string {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
