import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { references } from './references.ts';

const root = join(import.meta.dirname, '..');
for (const [path, text] of Object.entries(references(root))) writeFileSync(join(root, path), text);
