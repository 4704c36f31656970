import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './project.mjs';
import { flags } from './service.mjs';
import { main, setUp } from './setup.mjs';

// npm run dev: Vite serves the page at the service's port, and passes all else to the service, which listens on a socket.
await main(async () => {
  const { node, env } = setUp({ builds: [] });
  const folder = mkdtempSync(join(tmpdir(), 'dueline-dev-'));
  const socket = join(folder, 'service');
  const port = env.PORT ?? '8080';
  const start = (args, more) =>
    spawn(node, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit' });
  const watch = ['server', 'contract', 'local-provider', 'config'].map(
    (path) => `--watch-path=${path}`,
  );
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const children = [
    start([...watch, '--watch-preserve-output', ...flags, 'scripts/dev-service.mjs'], {
      HOST: `unix:${socket}`,
      PORT: port,
    }),
    start([vite, 'web', '--port', port, '--logLevel', 'warn'], { DUELINE_SOCKET: socket }),
  ];
  const stop = () => children.forEach((child) => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const codes = await Promise.all(
    children.map(async (child) => {
      const [code] = await once(child, 'exit');
      stop();
      return code ?? 0;
    }),
  );
  rmSync(folder, { recursive: true, force: true });
  return Math.max(...codes);
});
