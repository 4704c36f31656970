import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';

import type { ProgramName } from '../../scripts/programs.ts';
import { pathOf } from '../../scripts/programs.ts';
import type { Cleanup } from '../folder.ts';
import { emptyFolder, lastFirst } from '../folder.ts';
import { freePort } from '../process.ts';
import type { Child } from '../process.ts';

/** The host name in the shipped files; browsers of the tests resolve it to the proxy. */
export const publicHost = 'dueline.example.org';

/** The ports, replicas and temporary files of a proxy of the tests. */
export type Place = Readonly<{
  folder: string;
  certificate: ReturnType<typeof makeCertificate>;
  httpPort: number;
  httpsPort: number;
  sparePorts: readonly [number, number];
  /** Addresses of one or two replicas. */
  upstreams: readonly string[];
}>;

/** A text of a shipped file and its replacement in the tests. */
export type Edit = readonly [from: string, to: string];

/** One kind of reverse proxy, and the use of its shipped file. */
export type ProxyKind = Readonly<{
  name: string;
  program: ProgramName;
  /** The shipped file, in deploy/. */
  file: string;
  edits: (place: Place) => readonly Edit[];
  /** The status of the response to a header field of 34 KB in HTTP/1.1. */
  longFieldStatus: 400 | 431;
  /** True when it sends a request with a body to the second replica because the first one cannot be reached. */
  repeatsBodies: boolean;
  /** The number of requests of a rolling restart that may fail, and their results. */
  lost: Readonly<{ most: number; answers: readonly string[] }>;
  /** 400: the service refuses an unknown Host; 421: the proxy does. */
  unknownHostStatus: 400 | 421;
  /** Starts it with the edited file at this path. */
  start: (configPath: string, place: Place) => Child;
}>;

/** A running proxy. `stop` resolves with its whole log. */
export type RunningProxy = Place & Readonly<{ stop: () => Promise<string> }>;

/**
 * Starts a proxy with the shipped configuration. Only the replicas' addresses, the paths of certificate and log, and the ports
 * differ. `more` are edits of one test. The proxy ends with the test.
 */
export async function startProxy(
  whole: Cleanup,
  kind: ProxyKind,
  upstreams: readonly string[],
  more: readonly Edit[] = [],
): Promise<RunningProxy> {
  pathOf(kind.program);
  const t = lastFirst(whole);
  const folder = emptyFolder(t);
  // The workers of proxies run as other users.
  chmodSync(folder, 0o755);
  const place: Place = {
    folder,
    certificate: makeCertificate(folder, publicHost),
    httpPort: await freePort(),
    httpsPort: await freePort(),
    sparePorts: [await freePort(), await freePort()],
    upstreams,
  };
  const configPath = join(folder, basename(kind.file));
  const shipped = readFileSync(join(import.meta.dirname, '../../deploy', kind.file), 'utf8');
  writeFileSync(configPath, editText(shipped, [...kind.edits(place), ...more]));
  const child = kind.start(configPath, place);
  t.after(child.stop);
  const logged = () =>
    [
      child.written(),
      ...globSync(join(folder, '*.log')).map((log) => readFileSync(log, 'utf8')),
    ].join('');
  await child.until(isOpen(place.httpsPort)).catch((cause: unknown) => {
    throw new Error(`${kind.name} did not start:\n${logged()}`, { cause });
  });
  return {
    ...place,
    stop: async () => {
      await child.stop();
      return logged();
    },
  };
}

/** Replaces texts. A missing text is an error: the edit no longer fits the shipped file. */
export function editText(text: string, edits: readonly Edit[]): string {
  return edits.reduce((edited, [from, to]) => {
    if (!edited.includes(from)) throw new Error(`the shipped file no longer has: ${from}`);
    return edited.replaceAll(from, to);
  }, text);
}

/** True when the port accepts connections. */
const isOpen = (port: number) => async () => {
  const socket = connect(port, '127.0.0.1');
  const opened = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
};

/** A certificate for one name, valid for a day, and its authority. The paths are those of PEM files in the folder. */
export function makeCertificate(folder: string, name: string) {
  const path = (file: string) => join(folder, file);
  const request = (...args: string[]) => {
    const always = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-noenc',
    ];
    execFileSync('openssl', [...always, '-days', '1', ...args], { cwd: folder, stdio: 'pipe' });
  };
  const extensions = [`subjectAltName=DNS:${name}`, 'basicConstraints=critical,CA:FALSE'];

  request('-subj', '/CN=Throw-away authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', `/CN=${name}`];
  const extended = extensions.flatMap((extension) => ['-addext', extension]);
  request(...signed, ...extended, '-keyout', 'privkey.pem', '-out', 'fullchain.pem');
  const read = (file: string) => readFileSync(path(file), 'utf8');
  writeFileSync(path('dueline.pem'), read('fullchain.pem') + read('privkey.pem'), { mode: 0o600 });
  return {
    authority: read('ca.pem'),
    chainPath: path('fullchain.pem'),
    keyPath: path('privkey.pem'),
    /** Chain and key in one file, as HAProxy requires. */
    bothPath: path('dueline.pem'),
  };
}
