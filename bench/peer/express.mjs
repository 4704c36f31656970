import express from 'express';
import oidc from 'express-openid-connect';

import { openPostgres, openSqlite } from './express-stores.mjs';

// A typical Express server: Express 5, express-openid-connect with its defaults, and `pg` or node:sqlite as in their documentation.
const { file, url } = JSON.parse(process.env.BENCH);
const store = file ? openSqlite(file) : openPostgres(url);

const app = express();
app.use(
  oidc.auth({
    issuerBaseURL: 'https://id.example.com',
    baseURL: 'http://localhost',
    clientID: 'dueline',
    secret: 'a secret of more than thirty-two bytes',
    authRequired: false,
    authorizationParams: { response_type: 'code' },
    clientSecret: 'another secret',
  }),
);
app.use(express.json());

const ownerOf = (request) => request.oidc.user.email;

app.get('/api/auth/me', oidc.requiresAuth(), (request, response) => {
  const { email, name, picture = null } = request.oidc.user;
  response.json({ email, name, picture });
});
app.get('/api/tasks', oidc.requiresAuth(), async (request, response) => {
  response.json(await store.list(ownerOf(request)));
});
app.post('/api/tasks', oidc.requiresAuth(), async (request, response) => {
  response.status(201).json(await store.create(ownerOf(request), request.body));
});
app.put('/api/tasks/:id', oidc.requiresAuth(), async (request, response) => {
  const task = await store.replace(ownerOf(request), Number(request.params.id), request.body);
  if (task === undefined) response.sendStatus(404);
  else response.json(task);
});
// The same as its callback after the redemption of a code, without the provider.
app.post('/signed-in', (request, response) => {
  Object.assign(request.appSession, request.body);
  response.end();
});

app.listen(process.env.PORT, '127.0.0.1');
