import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';

import { findPackageFolder } from '../server/folders.ts';
import { realWorld } from '../server/world.ts';
import { runCommand } from './run.ts';

// A reader of the output, such as `head`, may close the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Deprecation warnings are not for operators: the driver of PostgreSQL prints one about ~/.pgpass.
process.noDeprecation = true;

const packageFolder = findPackageFolder();
const usualEnvFile = '/etc/dueline/dueline.env';
const unitFile = '/etc/systemd/system/dueline.service';
const isRelease = !existsSync(join(packageFolder, 'server'));

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  usualEnvFile: isRelease ? usualEnvFile : undefined,
  unitFile: existsSync(unitFile) ? unitFile : undefined,
  packageFolder,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  ask,
  ...realWorld,
});

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  using reader = createInterface({ input: process.stdin, output: process.stderr });
  return await reader.question(question);
}
