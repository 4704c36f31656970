import { accessSync, constants, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, and the packages in it. */
export const root = fileURLToPath(new URL('..', import.meta.url));
export const modules = join(root, 'node_modules');

/** A fault that a person has to fix before anything can run; printed without a stack. */
export class SetupError extends Error {}

/** Throws a SetupError when this user cannot write into the folder. */
export function refuseUnwritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SetupError(
      `${folder} cannot be written to (${error.code}). Change its owner to your user, or move the project to a folder of your own.`,
    );
  }
}

/** A hint for a failed write: the disk is nearly full, or an empty text. */
export function diskHint(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  return freeMb < 700
    ? `\nThe disk has ${freeMb} MB left; the project needs about 700 MB. Make room and start again.`
    : '';
}
