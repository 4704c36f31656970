import type { DatabaseSync } from 'node:sqlite';

import { watchOtherWriters } from './other-writers.ts';
import { keepRecent } from '../recent.ts';
import { readText } from '../row.ts';
import type { TaskList } from '../store.ts';
import { keptCharacters } from '../store.ts';

/** The lists of owners. One that was read is kept until a task of the owner is written. */
export type SqliteLists = Readonly<{
  read: (owner: string) => TaskList;
  /** A task of this owner is written on this connection. */
  forget: (owner: string) => void;
}>;

export function makeSqliteLists(database: DatabaseSync): SqliteLists {
  const select = database.prepare(selectList, { returnArrays: true });
  const kept = keepRecent<TaskList>(keptCharacters, ({ text }) => text.length);
  const check = watchOtherWriters(database, kept.clear);

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
