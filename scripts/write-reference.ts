import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { profileJsonSchema } from '../server/config/json-schema.ts';
import { referencePage as configurationPage } from '../server/config/reference.ts';
import { commandReference } from './command-reference.ts';
import { limitsReference } from './limits-reference.ts';
import { metricsReference } from './metrics-reference.ts';

const root = join(import.meta.dirname, '..');
const textOf = (name: string) => readFileSync(join(root, `config/${name}.yaml`), 'utf8');
const profiles = Object.fromEntries(['local', 'test', 'production'].map((name) => [name, textOf(name)]));

for (const [path, text] of [
  ['config/profile.schema.json', profileJsonSchema()],
  ['docs/reference/command.md', commandReference()],
  ['docs/reference/configuration.md', configurationPage(profiles)],
  ['docs/reference/limits.md', limitsReference()],
  ['docs/reference/metrics.md', metricsReference()],
] as const)
  writeFileSync(join(root, path), text);
