import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { authOf } from './started-here.ts';
import { freePort, production, projectFolder, startChild } from './process.ts';
import { profileFile } from './profile-file.ts';

const skip =
  (process.platform !== 'linux' || process.geteuid?.() !== 0) && 'only root has a name server';

test(
  'a name server that never answers is named: by check-config for store and provider, and in the log',
  { skip },
  async (t) => {
    const silent = createSocket('udp4').bind(53, '127.0.0.9');
    await once(silent, 'listening');
    t.after(() => silent.close());
    const folder = emptyFolder(t);
    const resolver = join(folder, 'resolv.conf');
    writeFileSync(resolver, 'nameserver 127.0.0.9\n');
    const provider = { issuer: 'https://id.example.com', clientId: 'c', clientSecret: 's' };
    const CONFIG = profileFile(t, {
      data: folder,
      http: { port: '${PORT}', allowedHosts: ['tasks.example.com'], publicScheme: 'https' },
      ...authOf(provider),
      session: { secrets: [production.SESSION_SECRET] },
      store: { url: 'postgres://me:word@db.example.com/dueline' },
    });
    const run = async (...program: string[]) => {
      const command = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
      return startChild(
        'unshare',
        ['-m', 'sh', '-c', command, resolver, process.execPath, ...program],
        {
          cwd: projectFolder,
          env: { CONFIG, PORT: String(await freePort()) },
        },
      );
    };
    const named =
      'the name servers give no address now: check the network of this machine and /etc/resolv.conf';
    const check = await run('command/main.ts', 'check-config');
    const { output } = await check.ended;
    assert.match(output, new RegExp(`^fault +store\\.url: .*PostgreSQL .* reached: ${named}`, 'm'));
    assert.match(output, new RegExp(`^fault +auth\\.providers\\[0\\]\\.issuer: .*${named}`, 'm'));

    const service = await run('server/main.ts');
    t.after(() => service.signal('SIGKILL'));
    await service.line(new RegExp(`"level":"error".*PostgreSQL .* reached: ${named}`));
  },
);
