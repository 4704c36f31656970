import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { emptyFolder } from './folder.ts';
import { listenAnywhere } from './http.ts';
import { production, startProcess } from './process.ts';
import { profileFile } from './profile-file.ts';

type Row = readonly [given: Readonly<Record<string, string>>, ...says: readonly RegExp[]];

test('a start that cannot succeed ends with 1 and says what to do', async (t) => {
  const file = join(emptyFolder(t), 'file');
  writeFileSync(file, '');
  const port = String(await listenAnywhere(createServer(), t));
  const newer = emptyFolder(t);
  const database = new DatabaseSync(join(newer, 'dueline.db'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  const faulty = 'http: { port: many }\nauth: { tenant: a, providers: [] }\nsessions: {}';
  const noDatabase =
    /The database .*dueline\.db cannot be made: .*\. Choose another place with DATA=/;
  const inLog = (message: string) => new RegExp(`^\\{"level":"error".*"msg":"${message}`, 'm');

  const rows: readonly Row[] = [
    [{ PORT: port }, inLog(`Port ${port} is taken\\. .*PORT=`)],
    [{ LOCAL_PROVIDER_PORT: port }, inLog(`Port ${port} is taken.*LOCAL_PROVIDER_PORT`)],
    [{ MONITORING_PORT: port }, inLog(`Port ${port} is taken.*MONITORING_PORT`)],
    [
      { CONFIG: profileFile(t, faulty) },
      /^ {2}http\.port: /m,
      /^ {2}auth\.providers: /m,
      /^ {2}sessions: /m,
      /^ {2}session\.secrets: /m,
    ],
    [
      { HTTPS_PROXY: 'proxy.internal:3128' },
      /^ {2}HTTPS_PROXY: expected an address such as http:/m,
    ],
    [
      { MONITORING_PORT: '7', PORT: '7' },
      /^ {2}monitoring\.port: expected another port than http\.port/m,
    ],
    // Errors before the profile is read are not log lines.
    [{ PROFILE: 'production' }, /Invalid configuration in \S+production\.yaml:\n {2}\S+: /],
    [{ DATA: join(file, 'data') }, /^ENOTDIR: .*file\/data.*DATA=<folder>/m],
    [{ ...production, DATA: file }, noDatabase],
    [
      { DATA: newer },
      inLog('The database has schema version 999, .*start the release that made it'),
    ],
    [{ ...production, STORE_URL: `sqlite:${file}/data/dueline.db` }, noDatabase],
  ];
  const inKernel = ['/proc/a/b', '/proc/dueline', '/sys/dueline'];
  const onLinux: readonly Row[] = [
    [{ DATA: '/proc/dueline' }, /^ENOENT: .*\/proc\/dueline.*DATA=<folder>/m],
    ...inKernel.map((DATA): Row => [{ ...production, DATA }, noDatabase]),
  ];
  for (const [given, ...says] of process.platform === 'linux' ? [...rows, ...onLinux] : rows) {
    const { code, output } = await (await startProcess(t, given)).ended;
    assert.equal(code, output.includes('Invalid configuration') ? 78 : 1, output);
    for (const each of says) assert.match(output, each);
    assert.doesNotMatch(output, /\n\s+at |Dueline is ready/);
    if ('PROFILE' in given || given['DATA'] === newer)
      assert.doesNotMatch(output, /Server listening/);
  }
});
