import { existsSync } from 'node:fs';

import { placeFor } from '../server/store/database-file.ts';
import { readMigrations, refuseNewer } from '../server/store/migrations.ts';
import { checkDatabase, copyDatabase } from '../server/store/sqlite-copy.ts';
import { readFromAndTo, runCommand } from './command.ts';

const usage = `Puts a backup in the place of the embedded database. Stop the service first:
  npm run restore -- --from /var/backups/dueline.db --to /var/lib/dueline/dueline.db
The previous database is kept beside it, under a name that is printed.`;

function restore(): void {
  const { from, to } = readFromAndTo(usage);
  const place = placeFor(to, from);
  refuseNewer(checkDatabase(from).version, readMigrations('sqlite').length);

  const keepAs = `${place}.replaced-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const isKept = existsSync(place);
  const { tasks, people } = copyDatabase(from, place, { giveToOwner: true, ...(isKept && { keepAs }) });
  console.log(`${to} holds ${tasks} tasks of ${people} people`);
  if (isKept) console.log(`The previous database is kept as ${keepAs}`);
}

await runCommand(restore);
