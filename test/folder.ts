import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Registers functions that run at the end of a test, or of several. */
export type Cleanup = Readonly<{ after: (run: () => unknown) => void }>;

/** Runs them in reverse order: the last one first. */
export function lastFirst(t: Cleanup): Cleanup {
  const ends = new AsyncDisposableStack();
  t.after(() => ends.disposeAsync());
  return { after: (end) => ends.defer(async () => void (await end())) };
}

/** A new folder that is removed with the test. The path is the real one: on macOS the temporary folder is a link. */
export function emptyFolder(t: Cleanup): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dueline-test-')));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
