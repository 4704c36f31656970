import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { root } from './project.mjs';
import { sources } from './service.mjs';
import { main, setUp } from './setup.mjs';

await main(async () => {
  const { node, env } = setUp();
  const options = { cwd: root, env, stdio: 'inherit' };
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // The built files are watched too: the server reads them only at its start.
  const watched = ['server', 'contract', 'local-provider', 'config', 'dist/web', 'dist/api'];
  const watch = ['--watch-preserve-output', ...watched.map((folder) => `--watch-path=${folder}`)];
  const children = [
    spawn(node, [...watch, ...sources], options),
    spawn(node, ['--watch', '--watch-preserve-output', 'scripts/build-api.ts'], options),
    spawn(node, [vite, 'build', 'web', '--watch', '--logLevel', 'warn'], options),
  ];
  const stop = () => children.forEach((child) => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve, reject) => {
          child.on('error', reject);
          child.on('exit', (code) => {
            stop();
            resolve(code ?? 0);
          });
        }),
    ),
  );
  return Math.max(...codes);
});
