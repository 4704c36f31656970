import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { fill } from './databases.ts';
import { commandsIn, inFolder, notRunHere } from './docs-commands.ts';
import { emptyFolder } from './folder.ts';
import { testWith } from './needs.ts';
import { production, projectFolder, startReady } from './process.ts';

type Command = Readonly<{ page: string; line: string }>;

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: projectFolder }).toSorted();
const commands = pages.flatMap((page) =>
  commandsIn(readFileSync(join(projectFolder, page), 'utf8')).map((line) => ({ page, line })),
);
const reasonOf = ({ line }: Command) => notRunHere.find(({ command }) => command.test(line));
const toRun = commands.filter((command) => reasonOf(command) === undefined);

test('the commands of the docs are found, and each row of those that are not run here is one of them', () => {
  assert.ok(commands.length > 50, `only ${commands.length} commands were found`);
  assert.ok(toRun.length > 15, `only ${toRun.length} commands are run`);
  for (const { command } of notRunHere)
    assert.ok(
      commands.some(({ line }) => command.test(line)),
      command.source,
    );
});

testWith('curl')(
  'the commands of the first day do what the page says, while the service runs and after',
  async (t) => {
    const place = makePlace(t, {});
    await fill(join(place.data, 'dueline.db'));
    const service = await startReady(t, { DATA: place.data });
    const first = toRun.filter(({ page }) => page === 'docs/first-day.md');
    assert.equal(first.length, 5);
    for (const { line } of first.slice(0, 4))
      place.run(line.replace('localhost:8080', `localhost:${service.port}`));
    await service.stop();
    place.run(first[4]?.line ?? '');
  },
);

for (const page of new Set(
  toRun.map((command) => command.page).filter((name) => !name.includes('first-day')),
)) {
  test(`the commands of ${page} run`, async (t) => {
    const place = makePlace(t, production);
    await fill(join(place.data, 'dueline.db'));
    for (const { line } of toRun.filter((command) => command.page === page)) place.run(line);
  });
}

test('a command that fails, one that nobody has listed, and continued and commented lines are seen', (t) => {
  const text =
    'Text\n\n```sh\n# only words\na \\\n  b    # why\n\nc d\n```\n\n    X=1 npm run e   # one\n    no command\n```\n0 3 * * * root f \\%u\n```\n';
  assert.deepEqual(commandsIn(text), ['a b', 'c d', 'X=1 npm run e', 'f %u']);
  assert.equal(reasonOf({ page: 'planted', line: 'dueline sing' }), undefined);
  assert.throws(() => makePlace(t, {}).run('dueline sing'), /There is no command sing/);
});

/** A folder in place of a server, with /etc/dueline, /var/lib/dueline and /var/backups, and the command `dueline`. */
function makePlace(t: TestContext, variables: Readonly<Record<string, string>>) {
  const root = emptyFolder(t);
  const data = join(root, 'var/lib/dueline');
  const bin = join(root, 'usr/local/bin');
  for (const folder of ['usr/local/bin', 'etc/dueline', 'var/backups', 'var/lib/dueline'])
    mkdirSync(join(root, folder), { recursive: true });
  const env: Record<string, string> = { ...variables, DATA: data };
  const lines = Object.entries(env).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(root, 'etc/dueline/dueline.env'), lines.join(''));
  const program = `exec '${process.execPath}' '${join(projectFolder, 'command/main.ts')}'`;
  // `npx dueline` and `podman run --rm dueline` are other forms of the same command.
  for (const [name, words] of Object.entries({ dueline: 0, npx: 1, podman: 3 })) {
    writeFileSync(join(bin, name), `#!/bin/sh\nshift ${words}\n${program} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    data,
    /** Runs a line with these folders in place of the machine's, and with `--yes` in place of a question. */
    run(line: string): void {
      const here = inFolder(root, line).replace('user erase', 'user erase --yes');
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', here], {
        cwd: root,
        encoding: 'utf8',
        env: { ...env, PATH: `${bin}:/usr/bin:/bin` },
      });
      assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
    },
  };
}
