import { join } from 'node:path';

import { caddy } from './kinds.ts';
import type { ProxyKind } from './proxy.ts';
import { publicHost } from './proxy.ts';
import { testSigningIn } from './sign-in.ts';

/** The file for Compose, with a certificate of the test in place of one that Caddy obtains. */
const caddyInCompose: ProxyKind = {
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

testSigningIn(caddyInCompose);
