import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { emptyFolder } from '../folder.ts';
import { testWith } from '../needs.ts';
import { clusterFor, isShort, troubleAndBack } from './scene.ts';

const testWithPostgres = testWith('postgres');
/** Longer than the longest wait of a write for a lock. */
const aMinuteMs = isShort ? 8000 : 60_000;

test('SQLite with the lock held by another process for a minute: writes wait, then are 503, and go on', async (t) => {
  const dataFolder = emptyFolder(t);
  let other: DatabaseSync | undefined;
  await troubleAndBack(t, {
    dataFolder,
    begin: () => {
      other = new DatabaseSync(join(dataFolder, 'dueline.db'), { timeout: 5000 });
      other.exec('BEGIN IMMEDIATE');
    },
    lastsMs: aMinuteMs,
    end: () => other?.close(),
    says: /is locked by another process/,
    readsGoOn: true,
  });
});

testWithPostgres(
  'PostgreSQL stopped and started again under load: 503 meanwhile, then all goes on',
  async (t) => {
    const cluster = await clusterFor(t);
    await troubleAndBack(t, {
      storeUrl: cluster.url,
      begin: () => cluster.stop('SIGQUIT'),
      end: () => cluster.start(),
      says: /PostgreSQL database (cannot be reached|lost the connection|is starting)/,
      readsGoOn: false,
    });
  },
);

const cutOff =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dueline'";

testWithPostgres('PostgreSQL with no connection to spare: 503, then all goes on', async (t) => {
  const cluster = await clusterFor(t, ['max_connections=8', 'superuser_reserved_connections=0']);
  const hogs: pg.Client[] = [];
  await troubleAndBack(t, {
    storeUrl: cluster.url,
    begin: async () => {
      const admin = new pg.Client({ connectionString: cluster.url });
      await admin.connect();
      hogs.push(admin);
      await admin.query(cutOff);
      for (let taken = 0; taken < 500 && hogs.length < 8; taken += 1) {
        const hog = new pg.Client({ connectionString: cluster.url });
        hog.on('error', () => undefined);
        await hog.connect().then(
          () => hogs.push(hog),
          () => wait(5),
        );
        await admin.query(cutOff);
      }
    },
    end: async () => void (await Promise.all(hogs.map((hog) => hog.end()))),
    says: /out of disk, memory or connections/,
    readsGoOn: false,
  });
});

testWithPostgres(
  'PostgreSQL with a table locked for a minute: reads go on, writes are 503, then go on',
  async (t) => {
    const cluster = await clusterFor(t);
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await troubleAndBack(t, {
      storeUrl: cluster.url,
      poolSize: 16,
      begin: async () => void (await holder.query('BEGIN; LOCK TABLE tasks IN SHARE MODE')),
      lastsMs: aMinuteMs,
      end: async () => {
        await holder.query('COMMIT');
        await holder.end();
      },
      says: /took too long/,
      readsGoOn: true,
    });
  },
);

testWithPostgres(
  'a slow PostgreSQL: every write takes a second more, none fails, none is lost',
  async (t) => {
    const cluster = await clusterFor(t);
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await troubleAndBack(t, {
      storeUrl: cluster.url,
      begin: async () =>
        void (await admin.query(
          `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
         CREATE TRIGGER slow BEFORE INSERT OR UPDATE OR DELETE ON tasks FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`,
        )),
      end: async () => {
        await admin.query('DROP TRIGGER slow ON tasks');
        await admin.end();
      },
      says: undefined,
      readsGoOn: true,
    });
  },
);
