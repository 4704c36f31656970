// Six generators make clients from the description of the interface, which compile strictly and run against the service:
// npm run lint:interface
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { build } from 'rolldown';

import { describeInterface } from '../../scripts/describe/openapi.ts';
import { makeVisitor } from '../../test/faults/writer.ts';
import { serveProvider } from '../../test/provider/server.ts';
import { makeReplica } from '../../test/replica.ts';
import { generateClients } from './generate.mjs';

const here = import.meta.dirname;
const generated = join(here, 'dist');
/** `openapi-fetch` sends by the types of openapi-typescript. */
const names = ['openapi-fetch', 'hey-api', 'orval', 'swagger-typescript-api', 'oazapfts'];

await generateClients(generated, describeInterface('https://idp.example.com/'));
const compiler = join(here, 'node_modules/typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', here], { stdio: 'inherit' });
assert.equal(compiled.status, 0, 'every client compiles');

await using ends = new AsyncDisposableStack();
const whole = { after: (end) => ends.defer(async () => void (await end())) };
const provider = await serveProvider(whole);
const service = await (await makeReplica(whole, { provider })).start();
for (const name of names) {
  const visitor = makeVisitor(whole, service, provider, `${name}@example.com`);
  await visitor.signIn();
  const file = join(generated, 'run', `${name}.mjs`);
  const input = join(here, 'clients', `${name}.ts`);
  await build({ input, platform: 'node', logLevel: 'warn', output: { file } });
  const { connect } = await import(file);
  await walk(name, connect(service.address, visitor.cookieHeader('/api/tasks')));
  console.log(`${name}: compiles, and its client works`);
}

/** Each operation of tasks, and two refusals. */
async function walk(name, client) {
  const fields = { description: `Made by ${name}`, dueDate: '2999-01-31' };
  assert.equal(await client.email(), `${name}@example.com`);
  const { id, ...made } = await client.create(fields, name);
  assert.deepEqual(made, { ...fields, importance: 'LOW', state: 'TODO' });
  assert.equal((await client.create(fields, name)).id, id, 'the key makes one task');
  assert.deepEqual(await client.list(), [{ id, ...made }]);
  assert.equal((await client.replace(id, fields)).state, 'DONE');
  assert.deepEqual(await client.refuse({ ...fields, description: ' ' }), {
    status: 400,
    code: 'validation_failed',
    fault: 'blank',
  });
  assert.equal(await client.remove(id), 204);
  const { status, code } = await client.signedOut();
  assert.deepEqual({ status, code }, { status: 499, code: 'sign_in_needed' });
}
