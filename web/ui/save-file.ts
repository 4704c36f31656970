/** Downloads a text as a file. */
export function saveFile(fileName: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  // After a minute the download has begun and no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
