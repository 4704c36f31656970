import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describedFiles } from './describe/files.ts';

// Writes dist/api, which the service serves under /api.
const folder = join(import.meta.dirname, '..', 'dist', 'api');
rmSync(folder, { recursive: true, force: true });
for (const [name, text] of describedFiles()) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
