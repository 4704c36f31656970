import type { AuthProvidersResponse, CurrentUserResponse } from '../../contract/auth.ts';
import type {
  TaskCreateRequest,
  TaskListResponse,
  TaskResponse,
  TaskUpdateRequest,
} from '../../contract/task.ts';
import type { Shape } from '../state/shape.ts';
import { asked } from './service.shapes.ts';
import { readBody, sendWhile } from './call.ts';
import type { Call, Send } from './call.ts';
import { sendFor } from './expect.ts';
import type { Fault, Outcome } from './fault.ts';

/** All that the page asks of the service. Every 2xx body has passed its published schema. */
export type Api = {
  listProviders: () => Promise<Outcome<AuthProvidersResponse>>;
  /** `came` is the response that came with the page; then nothing is sent. */
  me: (came?: Response) => Promise<Outcome<CurrentUserResponse>>;
  signOut: () => Promise<Outcome<null>>;
  listTasks: (came?: Response) => Promise<Outcome<TaskListResponse>>;
  /** The same key with the same fields makes one task, however often it is sent. `leaving` lets a write outlive the page. */
  createTask: (
    fields: TaskCreateRequest,
    idempotencyKey: string,
    leaving: boolean,
  ) => Promise<Outcome<TaskResponse>>;
  replaceTask: (id: string, fields: TaskUpdateRequest, leaving: boolean) => Promise<Outcome<TaskResponse>>;
  deleteTask: (id: string, leaving: boolean) => Promise<Outcome<null>>;
  /** The same for one person's page, while it holds: every call names whom it means. */
  of: (owner: string, holds: () => boolean) => Api;
};

/** The service's interface over one way to send. */
export function createApi(send: Send): Api {
  /** The last list and its tag: an unchanged list is not sent again. */
  let last: { etag: string; tasks: TaskListResponse } | null = null;

  async function ask<T>(call: Call & { shape: Shape<T> }): Promise<Outcome<T>> {
    const response = await send(call);
    return isFault(response) ? response : readBody(call, call.shape, response);
  }

  async function listTasks(came?: Response): Promise<Outcome<TaskListResponse>> {
    const before = last;
    const headers: Record<string, string> = before ? { 'If-None-Match': before.etag } : {};
    const call = { ...asked.listTasks, headers, came };
    const response = await send(call);
    if (isFault(response)) return response;
    if (response.status === 304 && before) return { kind: 'ok', value: before.tasks };
    const outcome = await readBody(call, call.shape, response);
    const etag = response.headers.get('ETag');
    if (outcome.kind === 'ok') last = etag ? { etag, tasks: outcome.value } : null;
    return outcome;
  }

  return {
    listProviders: () => ask(asked.listProviders),
    me: (came) => ask({ ...asked.me, came }),
    async signOut() {
      const response = await send(asked.logout);
      // The redirect, which a script does not follow, looks as if nobody were signed in; and so it is.
      return isFault(response) && response.kind !== 'expired' ? response : { kind: 'ok', value: null };
    },
    listTasks,
    createTask(fields, idempotencyKey, keepalive) {
      const headers = { 'Idempotency-Key': idempotencyKey };
      return ask({ ...asked.createTask, body: fields, headers, keepalive });
    },
    replaceTask(id, fields, keepalive) {
      return ask({ ...withId(asked.replaceTask, id), body: fields, keepalive });
    },
    async deleteTask(id, leaving) {
      const response = await send({ ...withId(asked.deleteTask, id), keepalive: leaving });
      return isFault(response) ? response : { kind: 'ok', value: null };
    },
    of: (owner, holds) => createApi(sendFor(owner, sendWhile(holds, send))),
  };
}

const withId = <Row extends Call>(row: Row, id: string): Row => ({
  ...row,
  path: row.path.replace('{id}', id),
});

const isFault = (response: Response | Fault): response is Fault => 'kind' in response;
