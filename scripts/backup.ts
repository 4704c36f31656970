import { parseArgs } from 'node:util';

import { makeDraft, placeFor, removeDraft, takePlace } from '../server/store/database-file.ts';
import { checkDatabase, copyDatabase } from '../server/store/sqlite-copy.ts';

const usage = `Copies the embedded database, also while the service runs:
  npm run backup -- --from /var/lib/dueline/dueline.db --to /var/backups/dueline.db
The copy is checked before it replaces an earlier one. A database in use is never replaced.`;

function backUp(): void {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (values.from === undefined || values.to === undefined) throw new Error(usage);
  const place = placeFor(values.to, values.from);
  const draft = makeDraft(place);
  try {
    copyDatabase(values.from, draft);
    const { tasks } = checkDatabase(draft);
    takePlace(draft, place);
    console.log(`${values.to} holds ${tasks} tasks`);
  } finally {
    removeDraft(draft);
  }
}

try {
  backUp();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
