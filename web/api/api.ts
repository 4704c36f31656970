import type { Static, TSchema } from 'typebox';

import type { AuthProvidersResponse, CurrentUserResponse } from '../../contract/auth.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type {
  TaskCreateRequest,
  TaskListResponse,
  TaskResponse,
  TaskUpdateRequest,
} from '../../contract/task.ts';
import { readBody } from './call.ts';
import type { Call, Send } from './call.ts';
import type { Fault, Outcome } from './fault.ts';

/** All that the page asks of the service. Every 2xx body has passed its published schema. */
export type Api = {
  listProviders: () => Promise<Outcome<AuthProvidersResponse>>;
  me: () => Promise<Outcome<CurrentUserResponse>>;
  listTasks: () => Promise<Outcome<TaskListResponse>>;
  /** The same key with the same fields makes one task, however often it is sent. `leaving` lets a write outlive the page. */
  createTask: (
    fields: TaskCreateRequest,
    idempotencyKey: string,
    leaving: boolean,
  ) => Promise<Outcome<TaskResponse>>;
  replaceTask: (id: string, fields: TaskUpdateRequest, leaving: boolean) => Promise<Outcome<TaskResponse>>;
  deleteTask: (id: string, leaving: boolean) => Promise<Outcome<null>>;
};

/** The service's interface over one way to send. */
export function createApi(send: Send): Api {
  let lastList: { etag: string; tasks: TaskListResponse } | null = null;

  async function ask<S extends TSchema>(call: Call, schema: S): Promise<Outcome<Static<S>>> {
    const response = await send(call);
    return isFault(response) ? response : readBody(call, schema, response);
  }

  async function listTasks(): Promise<Outcome<TaskListResponse>> {
    const known = lastList;
    const headers: Record<string, string> = known ? { 'If-None-Match': known.etag } : {};
    const call = { ...row(endpoints.listTasks), headers };
    const response = await send(call);
    if (isFault(response)) return response;
    if (response.status === 304 && known) return { kind: 'ok', value: known.tasks };
    const outcome = await readBody(call, endpoints.listTasks.success.schema, response);
    const etag = response.headers.get('ETag');
    if (outcome.kind === 'ok') lastList = etag ? { etag, tasks: outcome.value } : null;
    return outcome;
  }

  return {
    listProviders: () => ask(row(endpoints.listProviders), endpoints.listProviders.success.schema),
    me: () => ask(row(endpoints.me), endpoints.me.success.schema),
    listTasks,
    createTask(fields, idempotencyKey, keepalive) {
      const headers = { 'Idempotency-Key': idempotencyKey };
      const call = { ...row(endpoints.createTask), body: fields, headers, keepalive };
      return ask(call, endpoints.createTask.success.schema);
    },
    replaceTask(id, fields, keepalive) {
      const call = { ...row(endpoints.replaceTask, id), body: fields, keepalive };
      return ask(call, endpoints.replaceTask.success.schema);
    },
    async deleteTask(id, leaving) {
      const response = await send({ ...row(endpoints.deleteTask, id), keepalive: leaving });
      return isFault(response) ? response : { kind: 'ok', value: null };
    },
  };
}

const row = ({ method, path, success }: Endpoint, id = ''): Call => ({
  method,
  path: path.replace('{id}', id),
  status: success.status,
});

const isFault = (response: Response | Fault): response is Fault => 'kind' in response;
