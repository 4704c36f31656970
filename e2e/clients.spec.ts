import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lackOf } from '../scripts/programs.ts';
import { expect, test } from './fixtures.ts';
import { press } from './walks.ts';

const lack = lackOf(['curl']);
test.skip(lack !== undefined && process.env['CI'] !== 'true', lack);

const root = join(import.meta.dirname, '..');
const examples = new URL('../docs/examples/sign-in.mjs', import.meta.url).href;

test('the commands of docs/clients.md work with a session that a person has begun in a browser @desktop', async ({
  page,
  person,
  service,
}) => {
  const address = `http://localhost:${service.port}`;
  const { keepSession } = await import(examples);
  const folder = mkdtempSync(join(tmpdir(), 'dueline-client-'));
  const file = join(folder, 'cookies.txt');
  const kept: Promise<void> = keepSession(page, address, file);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Name').fill(person.name);
  await press(page.getByRole('button', { name: 'Sign in' }));
  await kept;
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const [signIn, ...commands] = commandsOf(readFileSync(join(root, 'docs/clients.md'), 'utf8'));
  expect(signIn).toContain('sign-in.mjs');
  const outputs: string[] = [];
  for (const command of commands) {
    const ours = command
      .replaceAll('https://tasks.example.org', address)
      .replaceAll('cookies.txt', file)
      .replaceAll('tasks.ics', join(folder, 'tasks.ics'))
      .replace('/api/tasks/7', () => `/api/tasks/${idIn(outputs.at(-1))}`);
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', ours], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
    outputs.push(stdout);
  }
  expect(readFileSync(join(folder, 'tasks.ics'), 'utf8')).toContain('\r\nSUMMARY:Feed the c');
  rmSync(folder, { recursive: true });

  const [me = '', created = '', replaced = '', listed = ''] = outputs;
  expect(JSON.parse(me)).toMatchObject({ email: person.email });
  expect(JSON.parse(created)).toMatchObject({ description: 'Water the plants', importance: 'LOW' });
  expect(JSON.parse(replaced)).toEqual({ ...JSON.parse(created), state: 'DONE' });
  expect(listed).toMatch(/2999-12-30 TODO Feed the cat\n\d+ 2999-12-31 DONE Water the plants\n/);
});

const idIn = (created = '{}') => String(JSON.parse(created).id);

const commandsOf = (page: string) =>
  [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = '']) => command);
