// Lists the tasks of the person who has signed in with sign-in.mjs, or adds one:
//   node docs/examples/tasks.mjs https://tasks.example.org cookies.txt ["Water the plants" 2999-12-31]
import { randomUUID } from 'node:crypto';

import { readCookies, writeCookies } from './cookie-file.mjs';

const [address, file, description, dueDate] = process.argv.slice(2);

if (description === undefined) {
  for (const task of await send('GET', '/api/tasks'))
    console.log(task.dueDate, task.state, task.description);
} else {
  const task = { description, dueDate, importance: 'MEDIUM', state: 'TODO' };
  // With a key the same request can be sent again after a lost response.
  console.log(await send('POST', '/api/tasks', task, { 'idempotency-key': randomUUID() }));
}

async function send(method, path, body, headers = {}) {
  const cookies = readCookies(file);
  const response = await fetch(new URL(path, address), {
    method,
    redirect: 'error',
    headers: {
      ...headers,
      cookie: [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
      // 499 instead of a redirect to the provider when the session has ended.
      'x-requested-with': 'JavaScript',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  keep(cookies, response.headers.getSetCookie());
  if (response.status === 499) throw new Error('The session has ended: run sign-in.mjs again');
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.status} ${answer.code}: ${answer.title}`);
  return answer;
}

/** A response may renew the session or end it. */
function keep(cookies, set) {
  if (set.length === 0) return;
  for (const line of set) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    if (/; *max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, { value, secure: /; *secure/i.test(line) });
  }
  writeCookies(file, address, cookies);
}
