import { listPeople } from './store/people.ts';
import type { Run } from './command.ts';
import { storeOf, withSource } from './store.ts';

const pageSize = 1000;

/** Prints everybody who has a user record, page by page, so that memory does not grow with their number. */
export const listUsers: Run = async (given, at) => {
  await withSource(storeOf(given, at), async (source) => {
    for (let after = ''; ;) {
      const page = await listPeople(source, after, pageSize);
      for (const { email, createdAtMs, tasks } of page) {
        const createdAt = new Date(createdAtMs).toISOString();
        at.print(
          given.isSet('json')
            ? JSON.stringify({ email, tasks, createdAt })
            : `${email}\t${tasks}\t${createdAt}`,
        );
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.email;
    }
  });
  return 0;
};
