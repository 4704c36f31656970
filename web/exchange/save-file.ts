import type { ExportFile } from './file.ts';

/** Hands a file to the browser to keep, as a download. */
export function saveFile({ fileName, mediaType, text }: ExportFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has begun by then; the address is of no more use.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
