// Types of openapi-typescript, requests of openapi-fetch.
import createClient from 'openapi-fetch';

import type { components, paths } from '../dist/openapi-typescript.ts';
import type { Connect } from './client.ts';
import { expectData } from './client.ts';

type Fields = components['schemas']['TaskCreateRequest'];
const more = { importance: 'LOW', state: 'TODO' } as const satisfies Partial<Fields>;

export const connect: Connect = (baseUrl, cookie) => {
  const api = createClient<paths>({ baseUrl, headers: { cookie } });
  return {
    email: async () => expectData((await api.GET('/api/auth/me')).data, 'me').email,
    list: async () => expectData((await api.GET('/api/tasks')).data, 'list'),
    create: async (fields, key) => {
      const params = { header: { 'Idempotency-Key': key } };
      const { data } = await api.POST('/api/tasks', { params, body: { ...fields, ...more } });
      return expectData(data, 'create');
    },
    replace: async (id, fields) => {
      const body: Fields = { ...fields, ...more, state: 'DONE' };
      const { data } = await api.PUT('/api/tasks/{id}', { params: { path: { id } }, body });
      return expectData(data, 'replace');
    },
    remove: async (id) =>
      (await api.DELETE('/api/tasks/{id}', { params: { path: { id } } })).response.status,
    refuse: async (fields) => {
      const { error } = await api.POST('/api/tasks', { body: { ...fields, ...more } });
      const { status, code, errors } = expectData(error, 'refuse');
      return { status, code, fault: errors?.[0]?.code };
    },
    signedOut: async () => {
      const script = { 'X-Requested-With': 'JavaScript' } as const;
      const params = { header: script };
      const { error } = await api.GET('/api/auth/me', { params, headers: { cookie: null } });
      return expectData(error, 'me');
    },
  };
};
