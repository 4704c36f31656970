import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { emptyFolder } from '../../test/folder.ts';
import { nameSources } from './source-names.ts';

test('a stack of the built program names its sources, and keeps the places that have no map', (t) => {
  const folder = emptyFolder(t);
  const built = pathToFileURL(join(folder, 'dist', 'start.mjs')).href;
  // Line 1 of the built file, column 1, is line 7, column 3 of the source.
  const map = { version: 3, sources: ['../server/start.ts'], names: [], mappings: 'AAME' };
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'start.mjs.map'), JSON.stringify(map));
  const source = pathToFileURL(join(folder, 'server', 'start.ts')).href;
  const others = '    at file:///packages-1.mjs:9:9\n    at node:net:1:1';
  assert.equal(
    nameSources(`Error: x\n    at f (${built}:1:1)\n${others}`),
    `Error: x\n    at f (${source}:7:3)\n${others}`,
  );
});
