// Lists, adds, finishes and deletes tasks, and makes a calendar of the tasks, of the person who has signed in with sign-in.mjs:
//   node docs/examples/tasks.mjs https://tasks.example.org cookies.txt list
import { randomUUID } from 'node:crypto';

import { readCookies, writeCookies } from './cookie-file.mjs';

const usage = `usage: tasks.mjs ADDRESS COOKIE-FILE list
       tasks.mjs ADDRESS COOKIE-FILE add "Water the plants" 2999-12-31
       tasks.mjs ADDRESS COOKIE-FILE done ID
       tasks.mjs ADDRESS COOKIE-FILE delete ID
       tasks.mjs ADDRESS COOKIE-FILE calendar`;

const [address, file, command, ...given] = process.argv.slice(2);

const commands = { list, add, done, delete: remove, calendar };

try {
  if (!Object.hasOwn(commands, command)) throw new Error(usage);
  await commands[command](...given);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function list() {
  for (const { id, dueDate, state, description } of await send('GET', '/api/tasks'))
    console.log(`${id} ${dueDate} ${state} ${description}`);
}

async function add(description, dueDate) {
  const task = { description, dueDate, importance: 'MEDIUM', state: 'TODO' };
  // With a key the same request can be sent again after a lost response.
  const headers = { 'idempotency-key': randomUUID(), 'time-zone': zone() };
  console.log(await send('POST', '/api/tasks', task, headers));
}

async function done(id) {
  const task = (await send('GET', '/api/tasks')).find((each) => String(each.id) === id);
  if (task === undefined) throw new Error(`There is no task ${id}`);
  // A PUT replaces every field.
  console.log(await send('PUT', `/api/tasks/${id}`, { ...task, state: 'DONE' }));
}

async function remove(id) {
  await send('DELETE', `/api/tasks/${encodeURIComponent(id)}`);
}

/** Prints a calendar (RFC 5545) with a whole day for each task that is not done. */
async function calendar() {
  const tasks = await send('GET', '/api/tasks');
  const events = tasks.filter(({ state }) => state !== 'DONE').flatMap(eventOf);
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Dueline//tasks.mjs//EN'];
  console.log([...head, ...events, 'END:VCALENDAR'].map(fold).join('\r\n'));
}

function eventOf({ id, dueDate, description }) {
  return [
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(address).hostname}`,
    `DTSTAMP:${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dueDate.replaceAll('-', '')}`,
    `SUMMARY:${description.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')}`,
    'END:VEVENT',
  ];
}

/** A line has at most 75 bytes; 18 characters of UTF-8 have at most 72. */
function fold(line) {
  return line.length <= 18 ? line : line.match(/.{1,18}/gsu).join('\r\n ');
}

/** A due date must not be before today in this zone. */
function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
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
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (!response.ok) throw new Error(describe(answer));
  return answer;
}

function describe({ status, code, title, detail, errors = [] }) {
  const faults = errors.map((fault) => `\n  ${fault.pointer.slice(1)} ${fault.detail}`);
  return `${status} ${code}: ${detail ?? title}${faults.join('')}`;
}

/** A response may renew the session or end it. */
function keep(cookies, set) {
  if (set.length === 0) return;
  for (const line of set) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    const maxAge = Number(/; *max-age=(\d+)/i.exec(line)?.[1]);
    if (maxAge === 0) cookies.delete(name);
    else
      cookies.set(name, {
        value,
        secure: /; *secure/i.test(line),
        expires: Date.now() / 1000 + maxAge,
      });
  }
  writeCookies(file, address, cookies);
}
