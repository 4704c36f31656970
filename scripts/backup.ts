import { placeFor } from '../server/store/database-file.ts';
import { copyDatabase } from '../server/store/sqlite-copy.ts';
import { readFromAndTo, runCommand } from './command.ts';

const usage = `Copies the embedded database, also while the service runs:
  npm run backup -- --from /var/lib/dueline/dueline.db --to /var/backups/dueline.db
The copy is checked before it replaces an earlier one. A database in use is never replaced.`;

function backUp(): void {
  const { from, to } = readFromAndTo(usage);
  const { tasks } = copyDatabase(from, placeFor(to, from));
  console.log(`${to} holds ${tasks} tasks`);
}

await runCommand(backUp);
