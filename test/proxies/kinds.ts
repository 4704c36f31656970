import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startChild } from '../process.ts';
import type { Edit, Place, ProxyKind } from './proxy.ts';
import { publicHost } from './proxy.ts';

export const nginx: ProxyKind = {
  name: 'nginx',
  program: 'nginx',
  file: 'nginx.conf',
  longFieldStatus: 431,
  repeatsBodies: true,
  lost: { most: 0, answers: [] },
  unknownHostStatus: 400,
  edits: (place) => [
    ...tlsFiles(place),
    ['listen 80;', `listen 127.0.0.1:${place.httpPort};`],
    ['listen [::]:80;', `listen 127.0.0.1:${place.sparePorts[0]};`],
    ['listen 443 ', `listen 127.0.0.1:${place.httpsPort} `],
    ['listen [::]:443 ', `listen 127.0.0.1:${place.sparePorts[1]} `],
    ['/var/log/nginx/dueline.log', join(place.folder, 'access.log')],
    ['/var/log/nginx/error.log', join(place.folder, 'error.log')],
    ...replicas(place, 'server '),
  ],
  start: (configPath, { folder }) => {
    const mainPath = join(folder, 'main.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${join(folder, what)};`,
    );
    writeFileSync(
      mainPath,
      `pid ${join(folder, 'nginx.pid')}; events {} http { ${temporary.join(' ')} include ${configPath}; }`,
    );
    return startChild(
      'nginx',
      ['-c', mainPath, '-p', folder, '-e', 'stderr', '-g', 'daemon off;'],
      {
        cwd: folder,
      },
    );
  },
};

export const apache: ProxyKind = {
  name: 'apache',
  program: 'apache',
  file: 'apache.conf',
  // Apache has no 431 in HTTP/1.1; browsers use HTTP/2 with it.
  longFieldStatus: 400,
  repeatsBodies: true,
  // Apache also closes idle client connections of a process that it no longer needs.
  lost: { most: 3, answers: ['GET 503', 'PUT 503', 'socket hang up'] },
  unknownHostStatus: 400,
  edits: (place) => [
    ...tlsFiles(place),
    ['*:80', `127.0.0.1:${place.httpPort}`],
    ['*:443', `127.0.0.1:${place.httpsPort}`],
    ['/var/log/apache2/dueline.log', join(place.folder, 'access.log')],
    ...replicas(place, 'BalancerMember "http://'),
  ],
  start: (configPath, { folder, httpPort, httpsPort }) => {
    const mainPath = join(folder, 'httpd.conf');
    const modules = [...broughtAlong, ...enabledBy(readFileSync(configPath, 'utf8'))];
    writeFileSync(
      mainPath,
      [
        `ServerRoot "${folder}"`,
        `DefaultRuntimeDir "${folder}"`,
        `PidFile "${join(folder, 'apache.pid')}"`,
        `ErrorLog "${join(folder, 'error.log')}"`,
        'ServerName localhost',
        // The same as in Debian's main file.
        '<Directory "/">\nRequire all denied\n</Directory>',
        ...modules.map(
          (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
        ),
        ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
        `Listen 127.0.0.1:${httpPort}`,
        `Listen 127.0.0.1:${httpsPort}`,
        `Include "${configPath}"`,
      ].join('\n'),
    );
    return startChild('apache2', ['-D', 'FOREGROUND', '-f', mainPath], { cwd: folder });
  },
};

export const caddy: ProxyKind = {
  name: 'caddy',
  program: 'caddy',
  file: 'Caddyfile',
  longFieldStatus: 431,
  repeatsBodies: false,
  // Caddy responds 503 while it considers both replicas down: until its next check of the first one.
  lost: { most: 40, answers: ['PUT 502', 'PUT 503'] },
  unknownHostStatus: 421,
  edits: (place) => [
    ...tlsFiles(place),
    [
      '{\n\thttp_port 80\n',
      `{\n\tadmin unix/${join(place.folder, 'admin')}\n\thttp_port ${place.httpPort}\n`,
    ],
    ['https_port 443', `https_port ${place.httpsPort}`],
    ...replicas(place, 'reverse_proxy ', 'to '),
  ],
  start: (configPath, { folder }) =>
    startChild('caddy', ['run', '--config', configPath, '--adapter', 'caddyfile'], {
      cwd: folder,
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    }),
};

/** The file for Compose, with a certificate of the test instead of one that Caddy obtains. */
export const caddyInCompose: ProxyKind = {
  ...caddy,
  file: 'compose/Caddyfile',
  edits: (place) => [
    [
      '{\n\tlog {',
      `{\n\tadmin unix/${join(place.folder, 'admin')}\n\tauto_https disable_redirects\n\thttp_port ${place.httpPort}\n\thttps_port ${place.httpsPort}\n\tlog {`,
    ],
    [
      '{$DUELINE_HOST} {',
      `${publicHost} {\n\ttls ${place.certificate.chainPath} ${place.certificate.keyPath}`,
    ],
    ['dueline:8080', place.upstreams[0] ?? ''],
  ],
};

export const haproxy: ProxyKind = {
  name: 'haproxy',
  program: 'haproxy',
  file: 'haproxy.cfg',
  longFieldStatus: 431,
  repeatsBodies: true,
  lost: { most: 0, answers: [] },
  unknownHostStatus: 400,
  edits: (place) => [
    ['/etc/ssl/dueline/dueline.pem', place.certificate.bothPath],
    ['bind :80,:::80 v6only', `bind 127.0.0.1:${place.httpPort}`],
    ['bind :443,:::443 v6only', `bind 127.0.0.1:${place.httpsPort}`],
    ['log /dev/log local0', 'log stdout format raw local0'],
    ...replicas(place, 'server replica1 ', 'server replica2 '),
    ...(process.getuid?.() === 0
      ? []
      : ([
          ['user haproxy', ''],
          ['group haproxy', ''],
          ['chroot /var/lib/haproxy', ''],
        ] as const)),
  ],
  start: (configPath, { folder }) =>
    startChild('haproxy', ['-db', '-f', configPath], { cwd: folder }),
};

/** Modules that Debian enables by itself or because another one needs them. */
const broughtAlong = ['mpm_event', 'authz_core', 'alias', 'slotmem_shm', 'socache_shmcb', 'proxy'];

/** Only the modules that the shipped file tells the operator to enable, so that its list is tested too. */
const enabledBy = (config: string) => /a2enmod (.+)/.exec(config)?.[1]?.split(' ') ?? [];

const tlsFiles = ({ certificate }: Place): readonly Edit[] => [
  ['/etc/ssl/dueline/fullchain.pem', certificate.chainPath],
  ['/etc/ssl/dueline/privkey.pem', certificate.keyPath],
];

/** Inserts the first replica's address, and the second into the line that is shipped as a comment. */
const replicas = (
  { upstreams: [first = '', second] }: Place,
  begin: string,
  next = begin,
): readonly Edit[] => [
  [`${begin}127.0.0.1:8080`, begin + first],
  ...(second === undefined ? [] : ([[`# ${next}127.0.0.1:8081`, next + second]] as const)),
];
