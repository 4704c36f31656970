import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const packageFolder = join(import.meta.dirname, '..');

export type Options = ReturnType<typeof readOptions>;

/** Reads the command line: names of cases, and options that make a run longer. Throws on an unknown option. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      sessions: { type: 'string', default: '10000' },
      'server-processors': { type: 'string', default: '0' },
      'load-processors': { type: 'string', default: '1' },
      json: { type: 'string', default: join(packageFolder, 'dist', 'bench.json') },
      docs: { type: 'boolean', default: false },
      from: { type: 'string' },
      profiles: { type: 'string' },
    },
  });
  const number = (name: 'rounds' | 'seconds' | 'sessions') => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new Error(`--${name} is a whole number from 1 on`);
    return value;
  };
  if (values.docs && positionals.length > 0)
    throw new Error('--docs takes all cases, or --from a file of all');
  return {
    cases: positionals,
    rounds: number('rounds'),
    seconds: number('seconds'),
    sessions: number('sessions'),
    serverProcessors: values['server-processors'],
    loadProcessors: values['load-processors'],
    jsonFile: values.json,
    /** Writes the tables and the plot of docs/performance.md. */
    docs: values.docs,
    /** The file of an earlier run, whose figures are used without a new measurement. */
    from: values.from,
    /** A folder for V8's profiles of the service, which Chrome's DevTools read. Profiling slows the service. */
    profiles: values.profiles,
  };
}
