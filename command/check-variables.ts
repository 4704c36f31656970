import { existsSync, readFileSync, statSync } from 'node:fs';

import { profileFile } from '../server/config.ts';
import { placeholder } from '../server/config/variables.ts';
import type { CommandContext } from './command.ts';
import type { Report } from './findings.ts';

/** Variables that Node, the drivers and the system read, besides those of the profile. */
const readByOthers =
  /^(PROFILE|CONFIG|(NODE|PG|SSL|OPENSSL|LC|UV|RES)_?\w*|(HTTPS?|NO)_PROXY|TZ|LANG|PATH|HOME)$/i;

/** Checks the file with the variables: lines that are no variable, unused variables, and permissions. */
export function checkVariables(context: CommandContext, report: Report): void {
  const { envFile } = context;
  if (envFile === undefined) return;
  if ((statSync(envFile).mode & 0o007) !== 0)
    report('warning', envFile, `can be read by others, and may hold secrets: chmod 600 ${envFile}`);
  const names = readNames(context);
  for (const [index, line] of readFileSync(envFile, 'utf8').split(/\r?\n/).entries())
    checkLine(line, names, (level, text) => report(level, `${envFile}, line ${index + 1}`, text));
}

/** The variables that the profile reads; null without a profile. */
function readNames({ env, packageFolder }: CommandContext): readonly string[] | null {
  const { path } = profileFile(env, packageFolder);
  if (!existsSync(path)) return null;
  const profile = readFileSync(path, 'utf8');
  return [...profile.matchAll(placeholder)].flatMap(([, , name = '']) => [name, `${name}_FILE`]);
}

function checkLine(
  line: string,
  names: readonly string[] | null,
  report: (level: 'fault' | 'warning', text: string) => void,
): void {
  const [, name = '', value = ''] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
  if (name === '') {
    const isText = /^\s*[^\s#;]/.test(line);
    if (isText)
      report('fault', 'is not read by systemd, which prints it into the journal: write NAME=value');
    return;
  }
  if (/^[^'"]*\s#/.test(value))
    return report('fault', `${name} has the text after # too: give the comment its own line`);
  if (names === null || names.includes(name) || readByOthers.test(name)) return;
  const near = names.find((each) => isNear(each, name, 2));
  if (near === undefined) return report('warning', `nobody reads ${name}`);
  report('warning', `nobody reads ${name}: did you mean ${near}?`);
}

/** True when at most `most` letters differ, are missing or too many. */
function isNear(one: string, other: string, most: number): boolean {
  if (one === other || most === 0) return one === other;
  const rest = one.slice(1);
  const otherRest = other.slice(1);
  if (one[0] === other[0]) return isNear(rest, otherRest, most);
  const fewer = most - 1;
  return (
    isNear(rest, otherRest, fewer) || isNear(rest, other, fewer) || isNear(one, otherRest, fewer)
  );
}
