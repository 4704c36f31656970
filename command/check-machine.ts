import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

import type { Config } from '../server/config.ts';
import { profileFile } from '../server/config.ts';
import { socketPathOf } from '../server/config/values.ts';
import { placeholder } from '../server/config/variables.ts';
import type { CommandContext } from './command.ts';
import { actAsService, tryFolder } from './owner.ts';

export type Level = 'ok' | 'warning' | 'fault';

/** Adds one finding. `key`: the key of the profile; `text`: the finding, and what to do. */
export type Report = (level: Level, key: string, text: string) => void;

/** Variables that Node, the drivers and the system read, besides those of the profile. */
const readByOthers =
  /^(PROFILE|CONFIG|(NODE|PG|SSL|OPENSSL|LC|UV)_?\w*|(HTTPS?|NO)_PROXY|TZ|LANG|PATH|HOME)$/i;

/** Checks the file with the variables: lines that are no variable, unused variables, and permissions. */
export function checkVariables(
  { env, envFile, packageFolder }: CommandContext,
  report: Report,
): void {
  if (envFile === undefined) return;
  if ((statSync(envFile).mode & 0o007) !== 0)
    report('warning', envFile, `can be read by others, and may hold secrets: chmod 600 ${envFile}`);
  const { path } = profileFile(env, packageFolder);
  const profile = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const known = [...profile.matchAll(placeholder)].flatMap(([, , name = '']) => [
    name,
    `${name}_FILE`,
  ]);
  for (const [index, line] of readFileSync(envFile, 'utf8').split(/\r?\n/).entries()) {
    const at = `${envFile}, line ${index + 1}`;
    const [, name = '', value = ''] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name === '') {
      if (/^\s*[^\s#;]/.test(line))
        report(
          'fault',
          at,
          'is not read by systemd, which prints it into the journal: write NAME=value',
        );
    } else if (/^[^'"]*\s#/.test(value))
      report('fault', at, `${name} has the text after # too: give the comment its own line`);
    else if (profile !== '' && !known.includes(name) && !readByOthers.test(name)) {
      const near = known.find((each) => isNear(each, name, 2));
      report('warning', at, `nobody reads ${name}${near ? `: did you mean ${near}?` : ''}`);
    }
  }
}

/** True when at most `most` letters differ, are missing or too many. */
function isNear(one: string, other: string, most: number): boolean {
  if (one === other || most === 0) return one === other;
  const [rest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(rest, otherRest, most);
  const left = most - 1;
  return isNear(rest, otherRest, left) || isNear(rest, other, left) || isNear(one, otherRest, left);
}

/** Tries to listen at the ports and to write the audit log; root does so as the user of the service. */
export async function checkPlaces({ http, monitoring, log, dataFolder }: Config, report: Report) {
  for (const [section, { host, port }] of Object.entries({ http, monitoring })) {
    // The folder of a socket exists only while the service runs.
    if (port === null || socketPathOf(host) !== undefined) continue;
    await using server = createServer();
    try {
      using _acting = actAsService(dataFolder);
      server.listen({ host, port });
      await once(server, 'listening');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      const text = isTaken ? 'is taken, by the running service or another program' : error.message;
      report(isTaken ? 'warning' : 'fault', `${section}.port`, text);
    }
  }
  const { audit } = log;
  if (audit === null || audit === 'stdout') return;
  try {
    using _acting = actAsService(dataFolder);
    if (existsSync(audit)) appendFileSync(audit, '');
    else tryFolder(dirname(audit));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    report('fault', 'log.audit', `${audit} cannot be written: ${error.message}`);
  }
}
