import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { referencePage } from './help.ts';

const folder = join(import.meta.dirname, '../docs/reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'command.md'), referencePage());
