import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faultsOf, load, messageOf, profileWith } from '../../test/profile-file.ts';

test('a text from the environment becomes the type that its key wants', (t) => {
  const config = load(t, profileWith('http:\n  port: ${PORT}\ntasks:\n  mostPerPerson: ${MOST}'), {
    PORT: '4711',
    MOST: '3',
  });
  assert.equal(config.http.port, 4711);
  assert.equal(config.tasks.mostPerPerson, 3);
});

test('a secret made of digits stays a text', (t) => {
  const digits = '1'.repeat(40);
  const config = load(t, profileWith('session:\n  secrets: [ "${SECRET}" ]'), { SECRET: digits });
  assert.deepEqual(config.session.secrets, [digits]);
});

test('a list may come from one variable, with commas between its items', (t) => {
  const config = load(t, profileWith('http:\n  allowedHosts: ${HOSTS}'), {
    HOSTS: 'a.example, b.example:8443',
  });
  assert.deepEqual(config.http.allowedHosts, ['a.example', 'b.example:8443']);
});

test('a variable that is set to nothing gives way to the default', (t) => {
  const config = load(t, profileWith('http:\n  host: ${HOST:-10.0.0.1}'), { HOST: '' });
  assert.equal(config.http.host, '10.0.0.1');
});

test('a value that comes out empty counts as absent', (t) => {
  const config = load(t, profileWith('http:\n  host: ${HOST:-}\n  allowedHosts: ${HOSTS:-}'), { HOST: '' });
  assert.equal(config.http.host, '127.0.0.1');
  assert.equal(config.http.allowedHosts, null);
});

test('a key that must be given is at fault when its variable comes out empty', (t) => {
  const empty = profileWith('').replace('label: One', 'label: ${LABEL:-}');
  assert.deepEqual(
    [...faultsOf(t, empty)],
    [['auth.providers[0].label', 'expected a text of at most 100 characters, found nothing']],
  );
  assert.deepEqual(
    [...faultsOf(t, '${PROFILE_TEXT:-}')],
    [['(the file)', 'expected keys with values, found nothing']],
  );
});

test('a variable that is not set and has no default is named', (t) => {
  const faults = faultsOf(t, profileWith('session:\n  secrets: [ "${SESSION_SECRET}" ]'));
  assert.match(faults.get('session.secrets[0]') ?? '', /SESSION_SECRET is not set/);
});

test('no fault ever shows a secret', (t) => {
  const hidden = 'hunter2-hunter2';
  const message = messageOf(
    t,
    profileWith(`session: { secrets: ['${hidden}'] }\nstore: { url: 'mysql://me:${hidden}@db' }`).replace(
      'clientSecret: s',
      `clientSecret: [ ${hidden} ]`,
    ),
  );
  assert.match(message, /session\.secrets\[0\]/);
  assert.match(message, /store\.url/);
  assert.match(message, /clientSecret/);
  assert.doesNotMatch(message, /hunter2/);
  assert.doesNotMatch(messageOf(t, `session: { secrets: [ '${hidden} ] }`), /hunter2/);
});
