import { readFileSync, renameSync, writeFileSync } from 'node:fs';

// A cookie file as curl, wget and Python read it: a line of seven fields for each cookie. curl writes HttpOnly cookies behind a
// prefix, which wget takes for a comment. Python sends no cookie whose time is 0.
const prefix = '#HttpOnly_';

/** The cookies of a file by name. */
export function readCookies(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines
    .filter((line) => line.startsWith(prefix) || !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .filter((row) => row.length === 7);
  return new Map(
    rows.map(([, , , secure, expires, name, value]) => [
      name,
      { value, secure: secure === 'TRUE', expires: Number(expires) },
    ]),
  );
}

/** A cookie without a time ends with the browser: here the service ends it. */
const timeOf = (expires) => Math.ceil(expires > 0 ? expires : Date.now() / 1000 + 400 * 86_400);

/** Writes the whole file, which only its owner can read, and replaces an earlier one at once. `expires`: in seconds since 1970. */
export function writeCookies(file, address, cookies) {
  const { hostname } = new URL(address);
  const lines = [...cookies].map(([name, { value, secure, expires }]) =>
    [hostname, 'FALSE', '/', secure ? 'TRUE' : 'FALSE', timeOf(expires), name, value].join('\t'),
  );
  const text = ['# Netscape HTTP Cookie File', ...lines, ''].join('\n');
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
