import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { isInstalled, runToEnd } from '../proxies/child.ts';
import { projectFolder } from '../process.ts';

const cache = join(projectFolder, 'node_modules/.cache/promtool');

/**
 * The path of Prometheus' checking program: an installed one, or the one in Debian's package, which is unpacked without being
 * installed, so that no server starts. Throws with the way to get it otherwise.
 */
export function promtool(): string {
  if (isInstalled('promtool')) return 'promtool';
  const unpacked = join(cache, 'usr/bin/promtool');
  if (existsSync(unpacked)) return unpacked;
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error('The tests of the alerts need promtool, which is a part of Prometheus');
  mkdirSync(cache, { recursive: true });
  const script = [
    'cd "$0"',
    '{ [ "$(id -u)" != 0 ] || apt-get update -qq; }',
    'apt-get download -qq prometheus',
    'dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool',
    'rm prometheus_*.deb',
  ].join(' && ');
  const { status, written } = runToEnd('flock', [cache, 'sh', '-c', script, cache]);
  if (status !== 0) throw new Error(`promtool could not be unpacked from Debian's package:\n${written}`);
  return unpacked;
}
