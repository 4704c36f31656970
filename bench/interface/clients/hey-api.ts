import { createClient } from '../dist/hey-api/client';
import type { TaskCreateRequest } from '../dist/hey-api';
import { createTask, deleteTask, listTasks, me, replaceTask } from '../dist/hey-api';
import type { Connect } from './client.ts';
import { expectData } from './client.ts';

const more = { importance: 'LOW', state: 'TODO' } as const satisfies Partial<TaskCreateRequest>;

export const connect: Connect = (baseUrl, cookie) => {
  const client = createClient({ baseUrl, headers: { cookie } });
  return {
    email: async () => expectData((await me({ client })).data, 'me').email,
    list: async () => expectData((await listTasks({ client })).data, 'list'),
    create: async (fields, key) => {
      const headers = { 'Idempotency-Key': key };
      const { data } = await createTask({ client, headers, body: { ...fields, ...more } });
      return expectData(data, 'create');
    },
    replace: async (id, fields) => {
      const body: TaskCreateRequest = { ...fields, ...more, state: 'DONE' };
      return expectData((await replaceTask({ client, path: { id }, body })).data, 'replace');
    },
    remove: async (id) => {
      const { response } = await deleteTask({ client, path: { id } });
      return expectData(response, 'remove').status;
    },
    refuse: async (fields) => {
      const { error } = await createTask({ client, body: { ...fields, ...more } });
      const { status, code, errors } = expectData(error, 'refuse');
      return { status, code, fault: errors?.[0]?.code };
    },
    signedOut: async () => {
      const headers = { 'X-Requested-With': 'JavaScript' } as const;
      return expectData((await me({ client: createClient({ baseUrl }), headers })).error, 'me');
    },
  };
};
