import { audited } from './audited.ts';
import type { CommandContext } from './command.ts';
import type { TableChecksum } from './store/rows.ts';
import { copyRows } from './store/rows.ts';
import { replaceDatabase } from './store/sqlite.ts';
import { fileOf, openSource, openTarget, storeOf } from './stores.ts';

/** Copies a store of either engine into one file: an embedded database. */
export const backUp = audited('backup', async (input, context) => {
  const { operand: file } = input;
  const url = storeOf(input, context);
  const { accounts } = await copy(url, `sqlite:${file}`, context, { mayBeInUse: true });
  context.print(`${file} holds ${contentOf(accounts)}`);
});

/** Copies a backup into a store that no process uses. */
export const restore = audited('restore', async (input, context) => {
  const { operand: file } = input;
  const url = storeOf(input, context);
  const time = new Date(context.nowMs()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const { accounts, keptAs } = await copy(`sqlite:${file}`, url, context, {
    keepAs: `.replaced-${time}`,
  });
  context.print(`${fileOf(url) ?? 'The database'} holds ${contentOf(accounts)}`);
  if (keptAs !== undefined) context.print(`The previous database is kept as ${keptAs}`);
});

/** Copies all rows and compares both stores. Warns when a process seems to use the source, unless `mayBeInUse`. */
async function copy(
  from: string,
  to: string,
  { printError }: CommandContext,
  { mayBeInUse = false, keepAs }: Readonly<{ mayBeInUse?: boolean; keepAs?: string }>,
): Promise<Readonly<{ accounts: readonly TableChecksum[]; keptAs: string | undefined }>> {
  await using source = await openSource(from);
  if (source.alsoUsedBy !== null && !mayBeInUse)
    printError(
      `WARNING: ${source.alsoUsedBy}. Later writes will not be copied: stop the service first`,
    );
  const fill = async (url: string, isDraft: boolean) => {
    await using target = await openTarget(url, { isDraft });
    return await copyRows(source, target);
  };
  const path = fileOf(to);
  return path === undefined
    ? { accounts: await fill(to, false), keptAs: undefined }
    : await replaceDatabase(path, keepAs, (draft) => fill(`sqlite:${draft}`, true));
}

function contentOf(accounts: readonly TableChecksum[]): string {
  const rowsOf = (name: string) => accounts.find(({ table }) => table === name)?.rows ?? 0;
  return `tasks: ${rowsOf('tasks')}, people: ${rowsOf('users')}`;
}
