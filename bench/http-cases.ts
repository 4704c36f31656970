import { Parse } from 'typebox/value';

import { TaskListResponse } from '../contract/task.ts';
import type { HttpCase, Look } from './http-case.ts';
import type { Request } from './server-process.ts';
import { fewerServers } from './world.ts';

const list = '/api/tasks';

/** Durable writes with this number of connections. */
export const createCase = (connections: number): HttpCase => ({
  name: `create-${connections}`,
  title: `POST /api/tasks, durable, ${connections} connection${connections === 1 ? '' : 's'}`,
  group: 'writers',
  servers: ['Dueline, SQLite', 'Dueline, PostgreSQL', 'Express, SQLite', 'Fastify, PostgreSQL'],
  connections,
  requests: (cookie) => [{ method: 'POST', path: list, cookie, body: newTask }],
});

const newTask = {
  description: 'Task of an ordinary length that somebody has typed',
  // A date in the past is refused.
  dueDate: '2100-03-14',
  importance: 'MEDIUM',
  state: 'TODO',
};

/** The cases of half the rate and of the start send the same request. */
export const listCase: HttpCase = {
  name: 'list',
  title: 'GET /api/tasks, 20 tasks, 256 sessions',
  group: 'readers',
  floor: '/list',
  requests: (cookie) => [{ path: list, cookie }],
};

/** The cases that wrk measures, except creates. */
export const httpCases: readonly HttpCase[] = [
  listCase,
  {
    name: 'seldom',
    servers: fewerServers,
    title: 'GET /api/tasks, 20 tasks, 10,000 sessions, each seldom',
    group: 'seldom',
    floor: '/list',
    requests: (cookie) => [{ path: list, cookie }],
  },
  {
    name: 'unchanged',
    servers: fewerServers,
    title: 'GET /api/tasks, unchanged: 304',
    group: 'readers',
    floor: '/unchanged',
    requests: async (cookie, look) => {
      const { headers } = await lookAtList(cookie, look);
      return [{ path: list, cookie, ifNoneMatch: headers.etag }];
    },
  },
  {
    name: 'me',
    servers: ['floor', 'Dueline, SQLite', 'Express, SQLite', 'Fastify, PostgreSQL'],
    title: 'GET /api/auth/me',
    group: 'readers',
    floor: '/me',
    requests: (cookie) => [{ path: '/api/auth/me', cookie }],
  },
  {
    name: 'many',
    servers: ['floor', 'Dueline, SQLite', 'Dueline, PostgreSQL', 'Express, PostgreSQL'],
    title: 'GET /api/tasks, 1,000 tasks',
    group: 'many',
    floor: '/many',
    requests: (cookie) => [{ path: list, cookie }],
  },
  {
    name: 'mixed',
    servers: ['Dueline, SQLite', 'Dueline, PostgreSQL', 'Express, PostgreSQL'],
    title: '9 GET /api/tasks, then PUT of one task',
    group: 'changers',
    requests: async (cookie, look): Promise<Request[]> => {
      const { tasks } = await lookAtList(cookie, look);
      const [task] = tasks;
      if (task === undefined) throw new Error('a list without tasks');
      const { id, ...fields } = task;
      const reads = Array.from({ length: 9 }, () => ({ path: list, cookie }));
      return [
        ...reads,
        { method: 'PUT', path: `${list}/${id}`, cookie, body: { ...fields, state: 'DONE' } },
      ];
    },
  },
];

async function lookAtList(cookie: string, look: Look) {
  const { statusCode, headers, body } = await look({ path: list, cookie });
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  return { headers, tasks: Parse(TaskListResponse, JSON.parse(body)) };
}
