/** A file for the person to keep. `text` is to be written as UTF-8. */
export type ExportFile = { readonly fileName: string; readonly mediaType: string; readonly text: string };

export function exportFile(todayIso: string, extension: string, mediaType: string, text: string): ExportFile {
  return { fileName: `dueline-${todayIso}.${extension}`, mediaType, text };
}

/** The largest file that is read, in bytes. */
export const longestFile = 2 * 1024 * 1024;

/** The most tasks that are read from one file. */
export const mostTasks = 5000;
