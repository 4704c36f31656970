import assert from 'node:assert/strict';
import { readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { emptyFolder } from '../../test/folder.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import type { AuditEvent } from './audit.ts';
import { subjectOfEmail } from '../session/revocations.ts';
import { explainStartFailure } from '../start-messages.ts';
import { blockedMs } from '../store/store.ts';
import { openAudit } from './audit.ts';

test('signing in and out is audited: who, from where, with which result, and no token', async (t) => {
  const events: AuditEvent[] = [];
  const { signedIn, openBrowser, provider, logged, store } = await startTestApp(t, {
    audit: (event) => events.push(event),
    config: { auth: { allowedEmails: ['ada@example.com', 'bob@example.com'] } },
  });
  const browser = await signedIn();
  await browser.get('/api/auth/logout');
  // A sign-out without a session is no event.
  await openBrowser().get('/api/auth/logout');
  await signedIn({ sub: 'eve', email: 'eve@example.net' });
  const subject = subjectOfEmail('bob@example.com');
  await store.noteRevocation({ subject, endedAtMs: blockedMs, untilMs: blockedMs });
  await signedIn({ sub: 'bob', email: 'bob@example.com' });
  await openBrowser().get('/api/auth/callback?code=a-code&state=a-state');
  const other = openBrowser();
  const callback = await other.begin();
  provider.play(fail('token', failures.status503));
  await other.get(callback);

  const from = '127.0.0.1';
  const person = 'ada@example.com';
  assert.deepEqual(
    events.map(({ requestId: _requestId, ...event }) => event),
    [
      { event: 'sign_in', result: 'done', person, from },
      { event: 'sign_out', result: 'done', person, from },
      {
        event: 'sign_in',
        result: 'refused',
        reason: 'email_not_allowed',
        person: 'eve@example.net',
        from,
      },
      {
        event: 'sign_in',
        result: 'refused',
        reason: 'email_blocked',
        person: 'bob@example.com',
        from,
      },
      { event: 'sign_in', result: 'refused', reason: 'state_unknown', person: null, from },
      { event: 'sign_in', result: 'failed', reason: 'provider_unavailable', person: null, from },
    ],
  );
  const requests = new Set(logged.map(({ requestId }) => requestId));
  for (const { requestId } of events)
    assert.ok(requests.has(requestId), 'the request is in the log');
});

const unexpected = (error: unknown) => assert.fail(String(error));
const open = (audit: string, failed: (error: unknown) => void = unexpected) =>
  openAudit({ audit }, () => 0, failed);
const event: AuditEvent = {
  event: 'sign_out',
  result: 'done',
  person: null,
  from: null,
  requestId: null,
};
const line =
  '{"audit":"sign_out","time":"1970-01-01T00:00:00.000Z","result":"done","person":null,"from":null,"requestId":null}\n';

test('the file has one line for each event, also after it was rotated, and only its owner can read it', (t) => {
  const path = join(emptyFolder(t), 'audit.log');
  const audit = open(path);
  const ofAnotherProcess = open(path);
  audit(event);
  ofAnotherProcess(event);
  assert.equal(readFileSync(path, 'utf8'), line + line);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  renameSync(path, `${path}.1`);
  audit(event);
  assert.equal(readFileSync(path, 'utf8'), line);
});

test('a file that cannot be written is an error at the start, and later a failure of the event alone', (t) => {
  const folder = emptyFolder(t);
  const missing = join(folder, 'missing', 'audit.log');
  for (const place of [missing, folder])
    assert.throws(
      () => open(place),
      (error) =>
        new RegExp(`^The audit log ${place} cannot.*AUDIT_LOG`).test(
          explainStartFailure(error) ?? '',
        ),
    );
  const failed: unknown[] = [];
  const audit = open(join(folder, 'audit.log'), (error) => failed.push(error));
  renameSync(folder, `${folder}.away`);
  t.after(() => renameSync(`${folder}.away`, folder));
  audit(event);
  assert.equal(failed.length, 1);
});
