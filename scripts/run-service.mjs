import { runToEnd } from './run-to-end.mjs';
import { built } from './service.mjs';

/** Runs the service. Its log lines are JSON; on a terminal with the local profile the address is also printed as plain text. */
export function runService({ node, env }) {
  const isLocal = !env.CONFIG && (env.PROFILE || 'local') === 'local';
  const seeLine = process.stdout.isTTY && isLocal ? tellAddress : undefined;
  return runToEnd({ node, env }, built, seeLine);
}

function tellAddress(line) {
  const [, words] = /"msg":"(Dueline is ready at http:[^"]+)"/.exec(line) ?? [];
  if (words !== undefined) console.log(`\n${words}\n`);
}
