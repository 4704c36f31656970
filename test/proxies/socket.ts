import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../folder.ts';
import { startProcess } from '../process.ts';
import { ask } from './client.ts';
import type { ProxyKind } from './proxy.ts';
import { publicHost, startProxy } from './proxy.ts';

/** The group of Debian's `nobody`, who runs the workers of a proxy that root starts. */
const nogroup = 65_534;

/** The service listens on a socket, which the group of its folder may use. */
export function testSocket(kind: ProxyKind): void {
  test(`${kind.name} before a socket: it is trusted, and one that a killed process has left is replaced`, async (t) => {
    const folder = emptyFolder(t);
    if (process.geteuid?.() === 0) chownSync(folder, 0, nogroup);
    chmodSync(folder, 0o2750);
    const path = join(folder, 'dueline.sock');
    const start = () => startProcess(t, { HOST: `unix:${path}` });
    const ready = /Dueline is ready at .*, and listens on unix:/;
    const first = await start();
    await first.line(ready);
    assert.equal(statSync(path).mode & 0o777, 0o660);
    const second = await start();
    assert.equal((await second.ended).code, 1);
    assert.match((await second.ended).output, /EADDRINUSE.*dueline\.sock\. Choose another address/);

    const proxy = await startProxy(t, kind, [`unix:${path}`]);
    const signIn = async () => {
      const { status, headers } = await ask(proxy, { path: '/api/auth/login' });
      assert.equal(status, 302);
      return URL.parse(String(headers['location']))?.searchParams.get('redirect_uri');
    };
    assert.equal(await signIn(), `https://${publicHost}/api/auth/callback`);
    await first.line(/"proxyRequestId":"\w+".*answered/);
    first.signal('SIGKILL');
    await first.ended;
    assert.ok(existsSync(path));
    const third = await start();
    await third.line(ready);
    assert.equal(await signIn(), `https://${publicHost}/api/auth/callback`);
    await third.stop();
    assert.ok(!existsSync(path));
  });
}
