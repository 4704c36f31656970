import { globSync } from 'node:fs';
import { join } from 'node:path';

import type { Program } from '../../scripts/programs.mjs';
import { ensure } from '../../scripts/programs.mjs';

/** Debian packages as files in a folder: no script of theirs has run, no service was started, nothing is installed. */
export type Unpacked = Readonly<{
  /** A path inside, as it would be from the root of an installed system. */
  path: (installed: string) => string;
  /** The folder of shared libraries of this machine's kind, such as `/usr/lib/x86_64-linux-gnu`. */
  libraries: string;
}>;

/** The unpacked packages of a program. */
export function unpacked(program: Program): Unpacked {
  const folder = ensure(program);
  const [libraries] = globSync(join(folder, 'usr/lib/*-linux-gnu*'));
  if (libraries === undefined) throw new Error(`${folder} has no libraries: delete it, and it is made again`);
  return { path: (installed) => join(folder, installed), libraries };
}
