import type { Problem } from '../dist/swagger-typescript-api.ts';
import { Api, TaskImportance, TaskState } from '../dist/swagger-typescript-api.ts';
import type { Connect, Refusal } from './client.ts';

const more = { importance: TaskImportance.LOW, state: TaskState.TODO };

/** An answer with an error is thrown, and its body is `error`. */
async function problemOf(answer: Promise<{ error: Problem | null }>): Promise<Refusal> {
  const { error } = await answer.catch((thrown: { error: Problem | null }) => thrown);
  if (error === null) throw new Error('no problem came');
  return { status: error.status, code: error.code, fault: error.errors?.[0]?.code };
}

export const connect: Connect = (baseUrl, cookie) => {
  const { api } = new Api({ baseUrl, baseApiParams: { headers: { cookie } } });
  return {
    email: async () => (await api.me()).data.email,
    list: async () => (await api.listTasks()).data,
    create: async (fields, key) => {
      const headers = { 'Idempotency-Key': key };
      return (await api.createTask({ ...fields, ...more }, { headers })).data;
    },
    replace: async (id, fields) =>
      (await api.replaceTask(id, { ...fields, ...more, state: TaskState.DONE })).data,
    remove: async (id) => (await api.deleteTask(id)).status,
    refuse: (fields) => problemOf(api.createTask({ ...fields, ...more })),
    signedOut: () => {
      const headers = { 'X-Requested-With': 'JavaScript' };
      return problemOf(new Api({ baseUrl, baseApiParams: { headers } }).api.me());
    },
  };
};
