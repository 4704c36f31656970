import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { fill, folders, owner, tasksIn } from '../test/databases.ts';
import { atTerminal, hasTerminal } from '../test/terminal.ts';

const skip = !hasTerminal;

test('at a terminal the erasure asks for the address, and does nothing without it', { skip }, async (t) => {
  const database = await start(t);
  const ctrlC = '\u0003';
  for (const typed of ['grace@example.com\n', ctrlC]) {
    const { code, printed } = await database.erase(typed);
    assert.equal(code, 1, printed);
    assert.match(printed, /This erases ada@example\.com with 2 tasks for ever\. Type the address to go on: /);
    assert.match(printed, /(Nothing is erased|Aborted with Ctrl\+C)\s+$/);
    assert.equal(await database.tasks(), 2);
  }
  const { code, printed } = await database.erase(`${owner}\n`);
  assert.equal(code, 0, printed);
  assert.match(printed, /Everything of ada@example\.com is erased, with 2 tasks\./);
  assert.equal(await database.tasks(), 0);
});

/** A database with two tasks of Ada, and a person who types this at the question. */
async function start(t: TestContext) {
  const { folder, from } = folders(t);
  await fill(from, 2);
  const variables = { PROFILE: 'test', STORE_URL: `sqlite:${from}`, DATA: folder };
  return {
    tasks: () => tasksIn(from),
    async erase(typed: string) {
      const terminal = atTerminal(t, `exec "$NODE" command/main.ts user erase ${owner}`, variables);
      const ended = once(terminal, 'close');
      let printed = '';
      terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
        const wasAsked = printed.includes('go on: ');
        printed += text;
        if (!wasAsked && printed.includes('go on: ')) terminal.stdin.write(typed);
      });
      const [code] = await ended;
      return { code, printed };
    },
  };
}
