import { makeDraft, placeFor, removeDraft, takePlace } from '../server/store/database-file.ts';
import { checkDatabase, copyDatabase } from '../server/store/sqlite-copy.ts';
import { readFromAndTo, runCommand } from './command.ts';

const usage = `Copies the embedded database, also while the service runs:
  npm run backup -- --from /var/lib/dueline/dueline.db --to /var/backups/dueline.db
The copy is checked before it replaces an earlier one. A database in use is never replaced.`;

function backUp(): void {
  const { from, to } = readFromAndTo(usage);
  const place = placeFor(to, from);
  const draft = makeDraft(place);
  try {
    copyDatabase(from, draft);
    const { tasks } = checkDatabase(draft);
    takePlace(draft, place);
    console.log(`${to} holds ${tasks} tasks`);
  } finally {
    removeDraft(draft);
  }
}

await runCommand(backUp);
