import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { emptyFolder } from '../folder.ts';
import { testWith } from '../needs.ts';
import { startProcess } from '../process.ts';
import { testAway } from './away.ts';
import { ask } from './client.ts';
import { nginx } from './kinds.ts';
import { publicHost, startProxy } from './proxy.ts';
import { testRates } from './rates.ts';
import { testRestart } from './restart.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(nginx);
testSigningIn(nginx);
testRates(nginx);
testRestart(nginx);
testAway(nginx);

/** The group of Debian's `nobody`, the user of the workers when root starts the proxy. */
const nogroup = 65_534;

testWith('nginx', 'openssl')(
  'nginx before a socket: it is trusted, and one that a killed process has left is replaced',
  async (t) => {
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

    const proxy = await startProxy(t, nginx, [`unix:${path}`]);
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
  },
);
