import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Config } from '../server/config.ts';
import type { CommandContext } from './command.ts';
import type { Report } from './findings.ts';
import { fileOf } from './stores.ts';

/** The keys of a unit whose folders systemd makes, each with the folder around them and its specifier. */
const places: Readonly<Record<string, Readonly<{ folder: string; specifier: string }>>> = {
  StateDirectory: { folder: '/var/lib', specifier: '%S' },
  LogsDirectory: { folder: '/var/log', specifier: '%L' },
  CacheDirectory: { folder: '/var/cache', specifier: '%C' },
};

/**
 * Checks that the unit which reads the same variables lets the service write database and audit log. `made`: whether systemd
 * makes the folder of a file at the start, so that it may be missing before.
 */
export function checkUnit(
  { store: { url }, log: { audit } }: Config,
  context: CommandContext,
  report: Report,
): Readonly<{ made: (file: string) => boolean }> {
  const { unitFile, envFile } = context;
  const unit = unitFile === undefined ? '' : readUnit(unitFile);
  const read = valuesOf(unit, 'EnvironmentFile').map(pathOf);
  if (envFile === undefined || !read.includes(resolve(envFile))) return { made: () => false };
  checkSecrets(context, envFile, report);
  const made = Object.entries(places).flatMap(([key, { folder }]) =>
    valuesOf(unit, key).map((name) => resolve(folder, name)),
  );
  const writable = [...made, ...valuesOf(unit, 'ReadWritePaths').map(pathOf)];
  const isStrict = /^ProtectSystem=strict$/m.test(unit);
  for (const [key, file] of [
    ['store.url', fileOf(url)],
    ['log.audit', audit],
  ] as const) {
    if (!isStrict || !file?.startsWith('/') || isWithinAny(file, writable)) continue;
    const text = `${file} is outside the folders that ${unitFile} lets the service write (${made.join(', ')})`;
    report('fault', key, `${text}: correct DATA or the path, or add ReadWritePaths= to the unit`);
  }
  return { made: (file) => !existsSync(dirname(file)) && isWithinAny(file, made) };
}

/** Commands find the files of secrets beside the one with variables, and the service only where its unit names them. */
function checkSecrets({ env, unitFile = '' }: CommandContext, envFile: string, report: Report) {
  const instances = unitFile.replace(/\.service$/, '@.service');
  const lines = `${readFileSync(envFile, 'utf8')}\n${readUnit(unitFile)}\n${readUnit(instances)}`;
  for (const [key, secret, name] of [
    ['session.secrets', 'session-secret', 'SESSION_SECRET_FILE'],
    ['auth.providers', 'client-secret', 'CLIENT_SECRET_FILE'],
  ] as const) {
    const file = resolve(dirname(envFile), secret);
    const isNamed = new RegExp(`^(?!#).*\\b${name}=`, 'm').test(lines);
    if (env[name] !== file || isNamed) continue;
    const remedy =
      'put the lines with LoadCredential= and this variable into systemctl edit dueline';
    report(
      'fault',
      key,
      `${unitFile} does not set ${name}, so the service has no ${file}: ${remedy}`,
    );
  }
}

/** The unit with the files that change it; nothing where there is none. */
function readUnit(unitFile: string): string {
  const files = globSync([unitFile, `${unitFile}.d/*.conf`]).toSorted();
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

const valuesOf = (unit: string, key: string): readonly string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].flatMap(([, value = '']) =>
    value.split(/\s+/).filter((each) => each !== ''),
  );

/** A path of ReadWritePaths= or EnvironmentFile=, without its prefixes and with the folders of its specifiers. */
const pathOf = (value: string): string =>
  Object.values(places).reduce(
    (path, { folder, specifier }) => path.replace(specifier, folder),
    value.replace(/^[-+]+/, ''),
  );

const isWithinAny = (file: string, folders: readonly string[]): boolean =>
  folders.some((folder) => file.startsWith(`${folder}/`));
