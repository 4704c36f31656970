import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { programs } from '../../scripts/programs.mjs';
import { unpacked } from './packages.ts';

/** The clock of the service and of the provider's process together: the machine's, set forward by the test. */
export type SharedClock = Readonly<{
  nowMs: () => number;
  forward: (seconds: number) => void;
  /** The environment in which a program has this clock. */
  environment: Readonly<Record<string, string>>;
}>;

/** Starts at the machine's time. The program reads how far it is ahead from a file in `folder`, with each look. */
export function makeSharedClock(folder: string): SharedClock {
  const path = join(folder, 'clock');
  let aheadSeconds = 0;
  const write = () => {
    // Renamed into place: never half a file.
    writeFileSync(`${path}.new`, `+${aheadSeconds}`);
    renameSync(`${path}.new`, path);
  };
  write();
  return {
    nowMs: () => Date.now() + aheadSeconds * 1000,
    forward: (seconds) => {
      aheadSeconds += seconds;
      write();
    },
    environment: {
      LD_PRELOAD: join(unpacked(programs.faketime).libraries, 'faketime/libfaketimeMT.so.1'),
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
  };
}
