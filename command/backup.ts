import { makeDraft, placeFor, removeDraft, takePlace } from './store/database-file.ts';
import type { Contents } from './store/sqlite-copy.ts';
import { checkDatabase, copyDatabase } from './store/sqlite-copy.ts';
import { openSqliteRows } from './store/sqlite-rows.ts';
import type { Run, Surroundings } from './command.ts';
import { copyRows } from './copy-rows.ts';
import { fileOf, storeOf } from './store.ts';

/** Copies the store, whichever it is, into one file. */
export const backUp: Run = async (given, at) => {
  const { operand: file } = given;
  const url = storeOf(given, at);
  const path = fileOf(url);
  at.progress(`Copying to ${file}`);
  const { tasks, people } =
    path === undefined ? await copyFromPostgres(url, file, at) : copyDatabase(path, placeFor(file, path));
  at.progress('');
  at.print(`${file} holds tasks: ${tasks}, people: ${people}`);
  return 0;
};

/** Writes a draft beside the file, which replaces it when every row has been compared. */
async function copyFromPostgres(url: string, file: string, at: Surroundings): Promise<Contents> {
  const place = placeFor(file);
  const draft = makeDraft(place);
  try {
    await copyRows(url, async () => openSqliteRows(draft), at, { mayBeInUse: true });
    const contents = checkDatabase(draft);
    takePlace(draft, place);
    return contents;
  } finally {
    removeDraft(draft);
  }
}
