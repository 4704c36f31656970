import type { DatabaseSync } from 'node:sqlite';

import { keepRecent } from './recent.ts';
import { readText } from './row.ts';
import type { TaskList } from './store.ts';
import { keptCharacters } from './store.ts';

/** The lists of owners. One that was read is kept until a task of the owner is written. */
export type SqliteLists = Readonly<{
  read: (owner: string) => TaskList;
  /** A task of this owner is written on this connection. */
  forget: (owner: string) => void;
}>;

/** SQLite says when another connection has written, but not what: then no list is kept. */
export function makeSqliteLists(database: DatabaseSync): SqliteLists {
  const version = database.prepare('PRAGMA data_version', { returnArrays: true });
  const select = database.prepare(selectList, { returnArrays: true });
  const kept = keepRecent<TaskList>(keptCharacters, ({ text }) => text.length);
  let keptAt: unknown;
  let isChecked = false;

  function check(): void {
    if (isChecked) return;
    const now = version.get()?.[0];
    if (now !== keptAt) kept.clear();
    keptAt = now;
    isChecked = true;
    // No request arrives before the microtasks are done, so the check holds for all that read in them.
    queueMicrotask(() => (isChecked = false));
  }

  return {
    read(owner) {
      check();
      const known = kept.get(owner);
      if (known) return known;
      const list = { text: readText(select.get(owner)) };
      kept.set(owner, list);
      return list;
    },
    forget: kept.delete,
  };
}

const selectList = `
  SELECT json_group_array(json_object('id', id, 'description', description, 'dueDate', due_date,
                                      'importance', importance, 'state', state))
  FROM (SELECT * FROM tasks WHERE owner = (SELECT id FROM users WHERE email = ?) ORDER BY due_date, id)`;
