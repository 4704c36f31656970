import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import type { Run } from './command.ts';

/** Prints what a report of a fault needs to name. */
export const printVersion: Run = async (given, { packageFolder, print }) => {
  const { version } = Parse(Package, JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')));
  const platform = `${process.platform}-${process.arch}`;
  print(
    given.isSet('json')
      ? JSON.stringify({ dueline: version, node: process.versions.node, platform })
      : `Dueline ${version}, Node ${process.versions.node}, ${platform}`,
  );
  return 0;
};

const Package = Type.Object({ version: Type.String() });
