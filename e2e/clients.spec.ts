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
  const outputs = commands.map((command) => {
    const ours = command
      .replaceAll('https://tasks.example.org', address)
      .replaceAll('cookies.txt', file);
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', ours], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
    return stdout;
  });
  rmSync(folder, { recursive: true });

  const [me = '', created = '', listed = ''] = outputs;
  expect(JSON.parse(me)).toMatchObject({ email: person.email });
  expect(JSON.parse(created)).toMatchObject({ description: 'Water the plants', importance: 'LOW' });
  expect(listed).toContain('2999-12-30 TODO Feed the cat\n2999-12-31 TODO Water the plants\n');
});

const commandsOf = (page: string) =>
  [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = '']) => command);
