import type { BrowserContext } from '@playwright/test';
import { chromium } from '@playwright/test';

import { chromiumFlags, chromiumPath } from '../chromium.ts';
import type { Place } from './proxy.ts';
import { publicHost } from './proxy.ts';

/** A real Chromium for which the public host is the proxy, at the usual port, and nothing else is on the network. */
export async function openBrowser({ httpsPort }: Place): Promise<BrowserContext> {
  const rules = [
    `MAP ${publicHost}:443 127.0.0.1:${httpsPort}`,
    'MAP * ~NOTFOUND',
    'EXCLUDE localhost',
    'EXCLUDE 127.0.0.1',
  ];
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags, `--host-resolver-rules=${rules.join(',')}`],
  });
  return browser.newContext({ ignoreHTTPSErrors: true });
}
