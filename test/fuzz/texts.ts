import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { Check } from 'typebox/value';
import { stringify } from 'yaml';

import { TaskCreateRequest } from '../../contract/task.ts';
import { ConfigError } from '../../server/config/faults.ts';
import { loadConfig } from '../../server/config.ts';
import { Problem } from '../../server/http/problems.ts';
import { makeIdentityOf } from '../../server/people/identity.ts';
import { readSession, writeSession } from '../../server/session/seal.ts';
import { sessionPhase } from '../../server/session/session.ts';
import { readFile } from '../../web/import-export/read-file.ts';
import { options as regions } from '../../web/quick-add/options-fixture.ts';
import type { Cleanup } from '../folder.ts';
import { emptyFolder } from '../folder.ts';
import type { Subject } from './subject.ts';
import { changed } from './subject.ts';

export const production = readFileSync(
  join(import.meta.dirname, '../../config/production.yaml'),
  'utf8',
);

export const profile: Subject = {
  promise:
    'a profile file of any content starts the service or is a ConfigError that shows no secret',
  begin(t) {
    const load = loader(t);
    const outcomes = new Set<string>();
    return {
      inputs: fc.oneof(changed(production, ...syntax), structure),
      check: (text) => outcomes.add(load(text)),
      assertReached: () => assert.deepEqual(outcomes, new Set(['loaded', 'refused'])),
    };
  },
};

const syntax = [
  Array.from('&*!|>%@`{}[]:,-?#\'"~$\\\n\t\0\ufeff\u2028'),
  ['<<: *a', '&a ', '*a', '${', ': ', '- ', '--- ', '...', '!!binary ', '!!set ', '${SECRET}'],
  ['${__proto__}', '${toString}', '.nan', '-.inf', '0x7fffffff', '1e999'],
].flat();

const any = fc.anything({ maxDepth: 2, withNullPrototype: false });
const sections = 'http auth session store tasks avatars localProvider log __proto__'.split(' ');
const keys =
  'enabled tenant providers secrets port url users allowedHosts authorizationParameters constructor'.split(
    ' ',
  );
const keyed = (known: readonly string[], value: fc.Arbitrary<unknown>, maxKeys: number) =>
  fc.oneof(
    any,
    fc.dictionary(fc.constantFrom(...known), value, { maxKeys, noNullPrototype: true }),
  );
const structure = keyed(sections, keyed(keys, any, 5), 9).map(
  (value) => stringify(plain(value)) ?? '',
);

/** Replaces values that YAML cannot express with null. */
function plain(value: unknown): unknown {
  if (typeof value === 'symbol' || typeof value === 'function' || value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  return value;
}

/** Loads profiles as production, so that none creates a secret file. */
export function loader(t: Cleanup): (text: string) => 'loaded' | 'refused' {
  const folder = emptyFolder(t);
  const path = join(folder, 'profile.yaml');
  const env = {
    CONFIG: path,
    SESSION_SECRET: 'a session secret of thirty-two bytes or more',
    CLIENT_SECRET: 'a client secret that nobody may see',
    ALLOWED_HOSTS: 'tasks.example.com',
  };
  return (text) => {
    writeFileSync(path, text);
    try {
      loadConfig({ env, packageFolder: folder });
      return 'loaded';
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      assert.ok(error.faults.length > 0);
      for (const secret of [env.SESSION_SECRET, env.CLIENT_SECRET])
        assert.ok(!error.message.includes(secret));
      return 'refused';
    }
  };
}

const binary = fc.string({ unit: 'binary' });
const claims = fc.oneof(
  fc.json(),
  fc.object().map((value) => JSON.stringify(value)),
);
const token = fc.oneof(
  binary,
  fc.constant(null),
  claims.map((json) => `e30.${Buffer.from(json).toString('base64url')}.`),
);
const time = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.string());
const id = fc.string({ minLength: 1 });
const others = [id, fc.integer(), fc.nat(), fc.option(fc.string()), fc.string()] as const;
const complete = fc.tuple(token, token, token, time, time, time, ...others);
const incomplete = fc.array(fc.oneof(token, time), { maxLength: 12 });

export const session: Subject = {
  promise: 'any JSON in a sealed session is no session, an ended one, or one without an identity',
  begin() {
    const identityOf = makeIdentityOf({
      allowedEmails: null,
      allowedGroups: null,
      groupsClaim: 'groups',
      requireVerifiedEmail: false,
    });
    let sessions = 0;
    return {
      inputs: fc.oneof(
        fc.json(),
        fc.oneof(complete, incomplete).map((parts) => JSON.stringify(parts)),
      ),
      check(text) {
        const read = readSession(text);
        if (read === undefined) return;
        sessions += 1;
        assert.deepEqual(readSession(writeSession(read)), read);
        for (const nowSeconds of [-1, 0, read.expiresAtSeconds, 2 ** 40])
          assert.ok(['fresh', 'renewable', 'ended'].includes(sessionPhase(read, nowSeconds)));
        assert.ok(identityOf(read.tokens.idToken) instanceof Problem);
      },
      assertReached: () => assert.ok(sessions > 10, `${sessions} had the form of a session`),
    };
  },
};

const csv = 'task,due,priority,status\nBread,2026-12-03,high,done\n"Milk, fresh",3/4/2027,,\n';
const todo =
  'UID:1\nSUMMARY:Bread\\, fresh\nDUE;VALUE=DATE:20261203\nPRIORITY:1\nRRULE:FREQ=DAILY\n';
const calendar = `BEGIN:VCALENDAR\nBEGIN:VTODO\n${todo}STATUS:COMPLETED\nEND:VTODO\nEND:VCALENDAR\n`;
const checkList =
  '# Tasks\n\n- [x] Bread (2026-12-03 !high)\n- Milk\\\n  and *eggs* tomorrow /done\n';
const items = [{ title: 'Bread', due: '2026-12-03', tags: ['a'] }];
const project = {
  type: 'project',
  attributes: { title: 'b', items: [{ type: 'to-do', attributes: {} }] },
};
const board = {
  lists: [{ id: 'a', name: 'Home' }],
  cards: [{ name: 'Bread', idList: 'a', due: '2026-12-03T10:00:00.000Z', labels: [{ name: 'b' }] }],
};
const note =
  '- [/] Bread 🔁 every 3 days ⏫ 📅 2026-12-03 ⏳ 2026-12-01\n- [-] Milk [due:: 2026-12-04]\n';
const vikunja = [{ title: 'Home', tasks: [{ title: 'Bread', repeat_after: 86_400, priority: 3 }] }];
const clickUp = 'Task Name,Task Content,Status,Due Date,Tags\nBread,,open,1791021600000,"[a]"\n';
const pieces = [
  Array.from(',;\t"\'\\\n\r:{}[]=\0\ufeff'),
  ['""', '\r\n ', '2026-02-30', 'every monday', 'DUE:', 'null', '1e999'],
].flat();

export const imports: Subject = {
  promise: 'a file of any content is read to its end, and what it brings are tasks',
  begin() {
    let tasks = 0;
    const json = [items, [project], board, vikunja].map((value) => JSON.stringify(value));
    const good = [csv, csv.replaceAll(',', ';'), calendar, checkList, note, clickUp, ...json];
    return {
      inputs: fc.oneof(
        ...good.map((text) => changed(text, ...pieces)),
        fc.string({ unit: 'binary', maxLength: 200 }),
      ),
      async check(text) {
        const options = { ...regions.en, existing: [], todayIso: '2026-10-01' };
        const read = await readFile(new Blob([text]), options, async () => {});
        // `unreadable` means that a reader threw an error.
        assert.ok(
          read.faults.every(({ code }) => code !== 'unreadable'),
          'a reader failed',
        );
        for (const { fields } of read.tasks)
          assert.ok(Check(TaskCreateRequest, fields), JSON.stringify(fields));
        tasks += read.tasks.length;
      },
      assertReached: () => assert.ok(tasks > 100, `${tasks} tasks were read`),
    };
  },
};
