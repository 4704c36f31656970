import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { loadConfig } from '../server/config/load.ts';
import { isEmail } from '../server/config/values.ts';
import { endingOfEmail } from '../server/session/ending.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { runCommand } from './command.ts';

const usage = `Ends every session of one person, on every device:
  npm run sign-out -- --email ada@example.com
PROFILE or CONFIG and the other variables must be those of the service, which may keep running.`;

async function signOut(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const { email } = values;
  if (email === undefined || !isEmail(email)) throw new Error(usage);
  const packageFolder = fileURLToPath(new URL('..', import.meta.url));
  const { store: address, session } = loadConfig({ env: process.env, packageFolder });
  const path = /^sqlite:(.*)/.exec(address.url)?.[1];
  if (path !== undefined && !existsSync(path)) throw new Error(`There is no database ${path}`);

  const store = await makeOpener(address.url, address)();
  try {
    const ending = endingOfEmail(email, Date.now(), session.extensionSeconds);
    await store.noteEnding(ending);
    const since = new Date(ending.endedAtMs).toISOString();
    console.log(
      `Every session of ${email} that began before ${since} is ended, within two seconds everywhere.`,
    );
  } finally {
    await store.close();
  }
}

await runCommand(signOut);
