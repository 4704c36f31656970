import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commandReference } from './command-reference.ts';
import { configurationReference } from './configuration-reference.ts';
import { metricsReference } from './metrics-reference.ts';
import { profileJsonSchema } from './profile-schema.ts';
import { withModules } from './modules-reference.ts';

/** The files that are made from the code, each with its expected text. */
export function references(root: string): Readonly<Record<string, string>> {
  const textOf = (name: string) => readFileSync(join(root, `config/${name}.yaml`), 'utf8');
  const profiles = Object.fromEntries(['local', 'production'].map((name) => [name, textOf(name)]));
  return {
    'docs/architecture.md': withModules(readFileSync(join(root, 'docs/architecture.md'), 'utf8')),
    'config/profile.schema.json': profileJsonSchema(),
    'docs/reference/command.md': commandReference(),
    'docs/reference/configuration.md': configurationReference(profiles),
    'docs/reference/metrics.md': metricsReference(),
  };
}
