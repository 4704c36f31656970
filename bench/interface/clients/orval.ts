import type { TaskCreateRequest } from '../dist/orval.ts';
import { createTask, deleteTask, listTasks, me, replaceTask } from '../dist/orval.ts';
import type { Connect } from './client.ts';
import { aimAt } from './orval-fetch.ts';

const more = { importance: 'LOW', state: 'TODO' } as const satisfies Partial<TaskCreateRequest>;

export const connect: Connect = (address, cookie) => {
  aimAt({ address, cookie });
  return {
    email: async () => {
      const answer = await me();
      if (answer.status !== 200) throw new Error(answer.data.code);
      return answer.data.email;
    },
    list: async () => {
      const answer = await listTasks();
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      return answer.data;
    },
    create: async (fields, key) => {
      const headers = { 'Idempotency-Key': key };
      const answer = await createTask({ ...fields, ...more }, { headers });
      if (answer.status !== 201) throw new Error(answer.data.code);
      return answer.data;
    },
    replace: async (id, fields) => {
      const answer = await replaceTask(id, { ...fields, ...more, state: 'DONE' });
      if (answer.status !== 200) throw new Error(answer.data.code);
      return answer.data;
    },
    remove: async (id) => (await deleteTask(id)).status,
    refuse: async (fields) => {
      const answer = await createTask({ ...fields, ...more });
      if (answer.status !== 400) throw new Error(`${answer.status}`);
      const { status, code, errors } = answer.data;
      return { status, code, fault: errors?.[0]?.code };
    },
    signedOut: async () => {
      aimAt({ address, cookie: '' });
      const answer = await me({ headers: { 'X-Requested-With': 'JavaScript' } });
      if (answer.status !== 499) throw new Error(`${answer.status}`);
      return answer.data;
    },
  };
};
