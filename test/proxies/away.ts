import assert from 'node:assert/strict';

import { lastFirst } from '../folder.ts';
import { testWith } from '../needs.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { ask } from './client.ts';
import type { ProxyKind } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';
import { openBrowser } from './sign-in.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** What a person sees, read in the page. */
const paper = `({
  overflow: document.documentElement.scrollWidth - innerWidth,
  size: getComputedStyle(document.body).fontSize,
  ink: getComputedStyle(document.body).color,
})`;

/** Tests what a person and a program get while the one service of a machine is replaced. */
export function testAway(kind: ProxyKind): void {
  const test = testWith('openssl', kind.program, 'chromium');
  test(`${kind.name} with deploy/${kind.file}: while the service is away a page tries again, and a program gets the plain error`, async (whole) => {
    const t = lastFirst(whole);
    const replica = await makeReplica(t, {
      provider: await serveProvider(t),
      allowedHost: publicHost,
    });
    const proxy = await startProxy(t, kind, [`127.0.0.1:${replica.port}`]);
    const [page, program, write] = await Promise.all([
      ask(proxy, { path: '/', headers: asBrowser }),
      ask(proxy, { path: '/api/tasks', headers: { accept: 'application/json' } }),
      ask(proxy, { method: 'POST', path: '/api/tasks', headers: asBrowser, body: '{}' }),
    ]);
    assert.equal(page.status, 503);
    assert.equal(page.headers['retry-after'], '5');
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    assert.match(page.body, /^<!doctype html>.*<meta http-equiv='refresh' content='5'>/);
    for (const { status, body } of [program, write]) {
      assert.ok(status === 502 || status === 503, `${status}`);
      assert.doesNotMatch(body, /Dueline is back soon/);
    }

    const context = await openBrowser(t, proxy);
    const visitor = await context.newPage();
    await visitor.setViewportSize({ width: 320, height: 640 });
    await visitor.goto(`https://${publicHost}/nowhere`);
    await visitor.getByRole('heading', { name: 'Dueline is back soon' }).waitFor();
    for (const [colorScheme, ink] of [
      ['light', 'rgb(0, 0, 0)'],
      ['dark', 'rgb(255, 255, 255)'],
    ] as const) {
      await visitor.emulateMedia({ colorScheme });
      const style = await visitor.evaluate(paper);
      assert.deepEqual(style, { overflow: 0, size: '18px', ink });
    }
    // The page tries again by itself, and gets the answer of the service.
    await replica.start();
    await visitor.getByText('404', { exact: true }).first().waitFor();
  });
}
