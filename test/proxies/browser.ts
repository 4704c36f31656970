import type { BrowserContext } from '@playwright/test';
import { chromium } from '@playwright/test';

import type { Place } from './proxy.ts';
import { publicHost } from './proxy.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real Chromium for which the public host is the proxy, at the usual port, and nothing else is on the network. */
export async function openBrowser({ httpsPort }: Place): Promise<BrowserContext> {
  const rules = [
    `MAP ${publicHost}:443 127.0.0.1:${httpsPort}`,
    'MAP * ~NOTFOUND',
    'EXCLUDE localhost',
    'EXCLUDE 127.0.0.1',
  ];
  const browser = await chromium.launch({
    // oxlint-disable-next-line node/no-process-env -- the way in which `npm test` says where it found one
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...flags, `--host-resolver-rules=${rules.join(',')}`],
  });
  return browser.newContext({ ignoreHTTPSErrors: true });
}
