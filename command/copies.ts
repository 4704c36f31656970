import { existsSync } from 'node:fs';

import { readMigrations, refuseNewer } from '../server/store/migrations.ts';
import { openSqliteDatabase } from '../server/store/sqlite/sqlite-database.ts';
import type { CommandContext, Run } from './command.ts';
import { UsageError } from './command.ts';
import type { Account } from './store/rows.ts';
import { copyRows } from './store/rows.ts';
import type { Taking } from './store/sqlite-file.ts';
import {
  checkDatabase,
  copyDatabase,
  fillDraft,
  placeFor,
  takePlace,
  withDraft,
} from './store/sqlite-file.ts';
import { fileOf, openSource, openTarget, storeOf, urlOf } from './stores.ts';

/** Copies the store, whichever it is, into one file: an embedded database. */
export const backUp: Run = async (input, context) => {
  const { operand: file } = input;
  const url = storeOf(input, context);
  const path = fileOf(url);
  context.progress(`Copying to ${file}`);
  const { tasks, people } =
    path === undefined
      ? contentsOf(await copyToFile(url, placeFor(file), context, { mayBeInUse: true }))
      : await copyDatabase(path, placeFor(file, path));
  context.progress('');
  context.print(`${file} holds tasks: ${tasks}, people: ${people}`);
  return 0;
};

/** Makes a backup the content of a store that no process uses. */
export const restore: Run = async (input, context) => {
  const { operand: file } = input;
  const url = storeOf(input, context);
  const path = fileOf(url);
  context.progress(`Checking ${file}`);
  const [{ version }, known] = [checkDatabase(file), readMigrations('sqlite').length];
  refuseNewer(version, known);
  if (path !== undefined) return await restoreFile(file, path, context);
  const accounts =
    version < known
      ? await copyMigrated(file, url, context)
      : await copyBetween(`sqlite:${file}`, url, context);
  const { tasks, people } = contentsOf(accounts);
  context.print(`The database holds tasks: ${tasks}, people: ${people}`);
  return 0;
};

async function restoreFile(file: string, path: string, context: CommandContext): Promise<number> {
  const { nowMs, progress, print } = context;
  const place = placeFor(path, file);
  const keepAs = `${place}.replaced-${new Date(nowMs()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const isKept = existsSync(place);
  const { tasks, people } = await copyDatabase(file, place, { giveToOwner: true, ...(isKept && { keepAs }) });
  progress('');
  print(`${path} holds tasks: ${tasks}, people: ${people}`);
  if (isKept) print(`The previous database is kept as ${keepAs}`);
  return 0;
}

/** The same for a backup of an earlier release: a draft beside it gets the schema of this release. */
function copyMigrated(file: string, url: string, context: CommandContext): Promise<Account[]> {
  return withDraft(file, async (draft) => {
    fillDraft(draft, file);
    openSqliteDatabase(draft).close();
    return copyBetween(`sqlite:${draft}`, url, context);
  });
}

/** Copies everything from one store to another that is empty or new. */
export const move: Run = async (input, context) => {
  const [source, target] = [input.text('from'), input.text('to')];
  if (source === undefined || target === undefined)
    throw new UsageError('move needs --from STORE and --to STORE');
  const [from, to] = [urlOf(source, context), urlOf(target, context)];
  const [sourceFile, targetFile] = [fileOf(from), fileOf(to)];
  const accounts =
    targetFile === undefined
      ? await copyBetween(from, to, context)
      : await moveToFile(from, placeFor(targetFile, sourceFile), context);
  context.print('Both stores hold the same rows:');
  for (const { table, rows, checksum } of accounts)
    context.print(`  ${table.padEnd(12)} ${rows} rows, checksum ${checksum}`);
  return 0;
};

function moveToFile(from: string, place: string, context: CommandContext): Promise<Account[]> {
  if (existsSync(place) && checkDatabase(place).people > 0) {
    throw new Error(
      `${place} holds tasks or people: name an empty database, or a file that does not exist yet`,
    );
  }
  return copyToFile(from, place, context, { giveToOwner: true });
}

type Copying = Readonly<{ mayBeInUse?: boolean }>;

/** Copies into a draft beside `place`, which replaces `place` when it is complete: no process can open an incomplete one. */
function copyToFile(
  from: string,
  place: string,
  context: CommandContext,
  options: Copying & Taking,
): Promise<Account[]> {
  return withDraft(place, async (draft) => {
    const accounts = await copyBetween(from, `sqlite:${draft}`, context, options);
    takePlace(draft, place, options);
    return accounts;
  });
}

/** Copies all rows and compares both stores. Warns when a process seems to use the source, unless it may. */
async function copyBetween(
  from: string,
  to: string,
  { printError, progress }: CommandContext,
  { mayBeInUse = false }: Copying = {},
): Promise<Account[]> {
  await using source = await openSource(from);
  if (source.alsoUsedBy !== null && !mayBeInUse) {
    printError(`WARNING: ${source.alsoUsedBy}. Later writes will not be moved: stop the service first`);
  }
  await using target = await openTarget(to);
  const accounts = await copyRows(source, target, (table, rows) => progress(`${table}: ${rows} rows`));
  progress('');
  return accounts;
}

function contentsOf(accounts: readonly Account[]) {
  const rowsOf = (name: string) => accounts.find(({ table }) => table === name)?.rows ?? 0;
  return { tasks: rowsOf('tasks'), people: rowsOf('users') };
}
