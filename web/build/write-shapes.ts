import { fileURLToPath, pathToFileURL } from 'node:url';

import * as Format from 'typebox/format';
import { Build } from 'typebox/schema';
import type { Plugin } from 'vite';

import { Guard } from '../service/shape.ts';
import type { shapeOf } from '../service/shape.ts';

type AnyShape = ReturnType<typeof shapeOf>;

/** Replaces each `*.shapes.ts` file by plain code with the same exports. */
export function writeShapes(): Plugin {
  return {
    name: 'dueline-shapes',
    apply: 'build',
    async load(id) {
      if (!id.endsWith('.shapes.ts')) return null;
      const file: unknown = await import(pathToFileURL(id).href);
      const exported = typeof file === 'object' && file !== null ? Object.entries(file) : [];
      const lines = exported.map(([name, value]) => `export const ${name} = ${write(value)};`);
      return [
        `import { Guard } from ${JSON.stringify(shapeFile)};`,
        "import { Hashing } from 'typebox/system';",
        "import * as Format from 'typebox/format';",
        ...lines,
      ].join('\n');
    },
    // TypeBox's modules have no side effects, but its package does not declare that.
    transform: (code, id) =>
      /[\\/]typebox[\\/]/.test(id) ? { code, map: null, moduleSideEffects: false } : null,
  };
}

const shapeFile = fileURLToPath(new URL('../service/shape.ts', import.meta.url));

/** A value as code: data as JSON, a shape as its name and the check that TypeBox writes for its schema. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isShape(value)) return `{ name: ${JSON.stringify(value.name)}, fits: ${writeCheck(value)} }`;
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${write(each)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function writeCheck({ schema, shared }: AnyShape): string {
  const built = Build(shared, schema);
  if (built.UseUnevaluated())
    throw new Error('A schema with unevaluated members cannot be written as code');
  const { identifier, variables } = built.External();
  const code = `((${identifier}) => { ${built.Functions().join(';')}; return (value) => ${built.Entry()}; })([${variables.map(writeExternal).join(', ')}])`;
  for (const [call, name = ''] of code.matchAll(/\bGuard\.(\w+)/g))
    if (!(name in Guard))
      throw new Error(`A check uses ${call}, which web/service/shape.ts does not have`);
  return code;
}

/** The code of a value that a check uses: a pattern, or the check of a format. */
function writeExternal(external: unknown): string {
  if (external instanceof RegExp) return String(external);
  const name = Object.entries(Format).find(([, each]) => each === external)?.[0];
  if (name === undefined)
    throw new Error(`A check refers to what cannot be written as code: ${String(external)}`);
  return `Format.${name}`;
}

const isShape = (value: object): value is AnyShape => 'fits' in value && 'schema' in value;
