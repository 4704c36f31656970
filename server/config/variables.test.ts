import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { faultsOf, load, profileWith } from '../../test/profile-file.ts';

const secret = 'a session secret of thirty-two bytes or more';
const secrets = (...items: string[]) =>
  profileWith(`session:\n  secrets:\n${items.map((item) => `    - ${item}`).join('\n')}`);

/** Writes a file into a folder of its own and returns its path. */
function file(t: TestContext, content: string | Uint8Array): string {
  const path = join(emptyFolder(t), 'secret');
  writeFileSync(path, content);
  return path;
}

test('a file that the profile names gives its content, without the newline at its end', (t) => {
  for (const end of ['', '\n', '\r\n']) {
    const { session } = load(t, secrets(`\${file:${file(t, secret + end)}}`));
    assert.deepEqual(session.secrets, [secret]);
  }
  const two = load(t, secrets(`\${file:${file(t, `${secret}\n\n`)}}`));
  assert.deepEqual(two.session.secrets, [`${secret}\n`], 'one newline and no more');
});

test('a file may be part of a text, and is read through a link', (t) => {
  const link = join(emptyFolder(t), 'link');
  symlinkSync(file(t, 'hunter2\n'), link);
  const { store } = load(t, profileWith(`store:\n  url: postgres://me:\${file:${link}}@db/dueline`));
  assert.equal(store.url, 'postgres://me:hunter2@db/dueline');
});

test('a variable with _FILE behind its name names the file of the variable', (t) => {
  const env = { SESSION_SECRET_FILE: file(t, `${secret}\n`), HOSTS_FILE: file(t, 'a.example\nb.example\n') };
  const profile = `${secrets('${SESSION_SECRET}', '${PREVIOUS:-}')}\nhttp: { allowedHosts: "\${HOSTS:-}" }`;
  const { session, http } = load(t, profile, env);
  assert.deepEqual(session.secrets, [secret]);
  assert.deepEqual(http.allowedHosts, ['a.example', 'b.example']);
});

test('a file that is missing or empty gives way to the default, and is at fault without one', (t) => {
  for (const path of [file(t, ''), file(t, '\n'), join(emptyFolder(t), 'none')]) {
    assert.deepEqual(load(t, secrets(`\${file:${path}:-${secret}}`)).session.secrets, [secret]);
    assert.deepEqual(load(t, secrets(secret, `\${file:${path}:-}`)).session.secrets, [secret]);
    const key = 'session.secrets[0]';
    const found = faultsOf(t, secrets(`\${file:${path}}`));
    assert.deepEqual([...found], [[key, `the file ${path} is missing or empty`]]);
    const named = faultsOf(t, secrets(`\${SECRET:-${secret}}`), { SECRET_FILE: path });
    assert.deepEqual([...named], [[key, `the file ${path} of SECRET_FILE is missing or empty`]]);
  }
});

test('what cannot be read as a text is at fault, with a default as well', (t) => {
  const folder = emptyFolder(t);
  const long = `/${'x'.repeat(300)}`;
  for (const [path, message] of [
    [folder, 'is not a file'],
    ['/dev/zero', 'is not a file'],
    ['secret', 'needs an absolute path'],
    [file(t, Uint8Array.of(0xff)), 'cannot be read (ERR_ENCODING_INVALID_ENCODED_DATA)'],
    [long, 'cannot be read (ENAMETOOLONG)'],
  ] as const) {
    const faults = faultsOf(t, secrets(`\${file:${path}:-${secret}}`));
    assert.equal(faults.get('session.secrets[0]'), `the file ${path} ${message}`);
  }
});

test('a variable and its file together are at fault', (t) => {
  const env = { SECRET: secret, SECRET_FILE: file(t, secret) };
  const faults = faultsOf(t, secrets('${SECRET}'), env);
  assert.deepEqual([...faults], [['session.secrets[0]', 'SECRET and SECRET_FILE are both set']]);
});

test('the content of a file is never shown, whichever key it stands at', (t) => {
  const path = file(t, 'hunter2');
  for (const sections of [
    `http: { port: "\${file:${path}}" }`,
    `http: { allowedHosts: ["\${file:${path}}/x"] }`,
    `http: { allowedHosts: "\${file:${path}}/x" }`,
    `session: { secrets: ["\${file:${path}}"] }`,
    `session: { extension: "\${file:${path}}" }`,
    `log: { level: "x\${file:${path}}" }`,
  ]) {
    const [[, message] = ['', ''], ...others] = faultsOf(t, profileWith(sections));
    assert.deepEqual(others, [], sections);
    assert.match(message, /found something else \(not shown\)$/);
  }
});

test('what begins like a variable and is none is at fault, and so is never taken for the secret itself', (t) => {
  for (const text of ['${SESSION-SECRET}', '${}', '${1A}', `\${env:${secret}}`, '${SECRET'])
    assert.match(
      faultsOf(t, secrets(`'${text}'`)).get('session.secrets[0]') ?? '',
      /^expected \$\{NAME\}, \$\{NAME:-default\} or \$\{file:PATH\} where \$\{ stands$/,
      text,
    );
});

test('what comes from a variable or a file is not looked through for variables', (t) => {
  const HOSTS = 'a.example,${OTHER}';
  assert.match(
    faultsOf(t, profileWith('http: { allowedHosts: "${HOSTS}" }'), { HOSTS, OTHER: 'b.example' }).get(
      'http.allowedHosts[1]',
    ) ?? '',
    /expected a host/,
  );
});
