import { readFileSync, renameSync, writeFileSync } from 'node:fs';

// A cookie file as curl reads and writes it: a line of seven fields for each cookie, HttpOnly ones behind a prefix.
const prefix = '#HttpOnly_';

/** The cookies of a file by name. */
export function readCookies(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith(prefix)).map((line) => line.split('\t'));
  return new Map(
    rows.map(([, , , secure, , name, value]) => [name, { value, secure: secure === 'TRUE' }]),
  );
}

/** Writes the whole file, which only its owner can read, and replaces an earlier one at once. */
export function writeCookies(file, address, cookies) {
  const { hostname } = new URL(address);
  const lines = [...cookies].map(([name, { value, secure }]) =>
    [`${prefix}${hostname}`, 'FALSE', '/', secure ? 'TRUE' : 'FALSE', '0', name, value].join('\t'),
  );
  const text = ['# Netscape HTTP Cookie File', ...lines, ''].join('\n');
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
