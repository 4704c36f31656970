import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { ConfigError } from '../server/config/faults.ts';
import { StoreError } from '../server/store/store.ts';
import { audited } from './audited.ts';
import type { CommandContext } from './command.ts';
import { keepLater, readEndings } from './store/later.ts';
import type { Kept } from './store/later.ts';
import type { TableChecksum, Target } from './store/rows.ts';
import { copyRows } from './store/rows.ts';
import { replaceDatabase } from './store/sqlite.ts';
import { fileOf, openSource, openTarget, readProfile, storeOf } from './stores.ts';
import { makeServiceFolder } from './owner.ts';

/** Copies a store of either engine into one file: an embedded database. */
export const backUp = audited('backup', async (input, context) => {
  const { operand: file } = input;
  const url = storeOf(input, context);
  const { accounts } = await copy(url, `sqlite:${file}`, context, { mayBeInUse: true });
  context.print(`${file} holds ${contentOf(accounts)}`);
});

/**
 * Copies a backup into a store that no process uses. Blocks, ends of sessions and erasures of the store that it replaces stay
 * when they are newer than the backup.
 */
export const restore = audited('restore', async (input, context) => {
  const { operand: file } = input;
  const url = storeOf(input, context);
  const time = new Date(context.nowMs()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const before = replacedBy(url, context);
  if (input.option('store') === undefined) makeFolderOf(url);
  let kept: Kept | undefined;
  const { accounts, keptAs } = await copy(`sqlite:${file}`, url, context, {
    keepAs: `.replaced-${time}`,
    amend: async (target) => {
      const later = await endingsOf(before, context);
      if (later !== undefined) kept = await keepLater(later, target);
    },
  });
  if (before !== undefined && kept !== undefined) context.print(sentenceOf(before, kept));
  context.print(`${fileOf(url) ?? 'The database'} holds ${contentOf(accounts, kept)}`);
  if (keptAs !== undefined) context.print(`The previous database is kept as ${keptAs}`);
});

/** The first start would make the folder of the profile's database. A folder that `--store` names may be mistyped. */
function makeFolderOf(url: string): void {
  const path = fileOf(url);
  if (path !== undefined) makeServiceFolder(dirname(path));
}

const unknownLater = 'blocks, sign-outs and erasures after the backup are not known: repeat them';

/** The file of a store, or words for one in PostgreSQL, whose address may contain a password. */
const nameOf = (url: string) => fileOf(url) ?? 'the store of the profile';

const sentenceOf = (url: string, { blocks, unblocks, ends, people }: Kept) =>
  `Newer in ${nameOf(url)} than in the backup, and kept: blocks: ${blocks}, unblocks: ${unblocks}, ended sessions: ${ends}, erased people: ${people}`;

/** The store that a restore into `url` replaces: the file itself, or that of the profile for a new database in PostgreSQL. */
function replacedBy(url: string, context: CommandContext): string | undefined {
  if (fileOf(url) !== undefined) return url;
  try {
    const { store } = readProfile(context);
    if (store.url === url) return undefined;
    return store.url;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** The endings of the replaced store. Prints a warning, and gives undefined, when it is not there or cannot be read. */
async function endingsOf(url: string | undefined, { print, printError }: CommandContext) {
  const path = url === undefined ? undefined : fileOf(url);
  if (url === undefined || (path !== undefined && !existsSync(path))) {
    print(`There is no earlier database, so ${unknownLater}`);
    return undefined;
  }
  try {
    await using source = await openSource(url);
    return await readEndings(source);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    printError(`WARNING: ${nameOf(url)} cannot be read, so ${unknownLater} (${error.message})`);
    return undefined;
  }
}

type CopyOptions = Readonly<{
  mayBeInUse?: boolean;
  keepAs?: string;
  amend?: (target: Target) => Promise<void>;
}>;

/** Copies all rows and compares both stores. Warns when a process seems to use the source, unless `mayBeInUse`. */
async function copy(
  from: string,
  to: string,
  { printError }: CommandContext,
  { mayBeInUse = false, keepAs, amend = async () => {} }: CopyOptions,
): Promise<Readonly<{ accounts: readonly TableChecksum[]; keptAs: string | undefined }>> {
  await using source = await openSource(from);
  if (source.alsoUsedBy !== null && !mayBeInUse)
    printError(
      `WARNING: ${source.alsoUsedBy}. Later writes will not be copied: stop the service first`,
    );
  const fill = async (url: string, isDraft: boolean) => {
    await using target = await openTarget(url, { isDraft });
    return await copyRows(source, target, () => amend(target));
  };
  const path = fileOf(to);
  if (path === undefined) return { accounts: await fill(to, false), keptAs: undefined };
  return await replaceDatabase(path, keepAs, (draft) => fill(`sqlite:${draft}`, true));
}

function contentOf(accounts: readonly TableChecksum[], removed?: Kept): string {
  const rowsOf = (name: string) => accounts.find(({ table }) => table === name)?.rows ?? 0;
  const { tasks = 0, people = 0 } = removed ?? {};
  return `tasks: ${rowsOf('tasks') - tasks}, people: ${rowsOf('users') - people}`;
}
