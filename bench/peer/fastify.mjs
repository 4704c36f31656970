import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import Fastify from 'fastify';
import { CompactEncrypt, compactDecrypt, decodeJwt } from 'jose';
import postgres from 'postgres';

// An optimized Fastify server: schemas for responses and bodies, encrypted session cookies (`jose`), postgres.js with prepared statements.
const { url } = JSON.parse(process.env.BENCH);
const sql = postgres(url, {
  connection: { search_path: 'peer' },
  types: {
    bigint: { to: 20, from: [20], parse: Number, serialize: String },
    date: { to: 1082, from: [1082], parse: String, serialize: String },
  },
});
const key = new Uint8Array(32).fill(7);
const fieldTypes = {
  description: { type: 'string', minLength: 1 },
  dueDate: { type: 'string', format: 'date' },
  importance: { enum: ['LOW', 'MEDIUM', 'HIGH'], type: 'string' },
  state: { enum: ['TODO', 'WORKING', 'DONE'], type: 'string' },
};
const body = { type: 'object', required: Object.keys(fieldTypes), properties: fieldTypes };
const task = {
  type: 'object',
  properties: { id: { type: 'integer' }, ...fieldTypes, dueDate: { type: 'string' } },
};
const me = {
  type: 'object',
  properties: {
    email: { type: 'string' },
    name: { type: 'string' },
    picture: { type: ['string', 'null'] },
  },
};

const app = Fastify();
await app.register(cookie);
await app.register(etag);
app.decorateRequest('user', null);

async function requireSession(request, reply) {
  const { session_0: first, session_1: second = '' } = request.cookies;
  if (first === undefined) return reply.code(401).send();
  const { plaintext } = await compactDecrypt(first + second, key);
  const claims = decodeJwt(JSON.parse(new TextDecoder().decode(plaintext)).id_token);
  request.user = claims;
}

const guarded = { preHandler: requireSession };
const fields = sql`id, description, due_date AS "dueDate", importance, state`;

app.get('/api/auth/me', { ...guarded, schema: { response: { 200: me } } }, ({ user }) => ({
  email: user.email,
  name: user.name,
  picture: user.picture ?? null,
}));
app.get(
  '/api/tasks',
  { ...guarded, schema: { response: { 200: { type: 'array', items: task } } } },
  ({ user }) => sql`SELECT ${fields} FROM tasks WHERE owner = ${user.email} ORDER BY due_date, id`,
);
app.post(
  '/api/tasks',
  { ...guarded, schema: { body, response: { 201: task } } },
  async (request, reply) => {
    const { description, dueDate: date, importance, state } = request.body;
    const [made] = await sql`INSERT INTO tasks (owner, description, due_date, importance, state)
    VALUES (${request.user.email}, ${description}, ${date}, ${importance}, ${state}) RETURNING ${fields}`;
    return reply.code(201).send(made);
  },
);
app.put(
  '/api/tasks/:id',
  { ...guarded, schema: { body, response: { 200: task } } },
  async (request, reply) => {
    const { description, dueDate: date, importance, state } = request.body;
    const [changed] = await sql`UPDATE tasks
    SET description = ${description}, due_date = ${date}, importance = ${importance}, state = ${state}
    WHERE owner = ${request.user.email} AND id = ${request.params.id} RETURNING ${fields}`;
    return changed ?? reply.code(404).send();
  },
);
// The same as a callback would do with the tokens of a sign-in.
app.post('/signed-in', async (request, reply) => {
  const sealed = await new CompactEncrypt(Buffer.from(JSON.stringify(request.body)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
  reply.setCookie('session_0', sealed.slice(0, 3900)).setCookie('session_1', sealed.slice(3900));
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
