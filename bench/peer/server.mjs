import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

import express from 'express';
import oidc from 'express-openid-connect';

// The usual Express answer to the same request, on the same database: sessions in encrypted cookies, defaults left as they are.
const [path = '', query = ''] = process.argv.slice(2);
const list = new DatabaseSync(path).prepare(query);

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
app.get('/api/tasks', oidc.requiresAuth(), (request, response) =>
  response.json(list.all(String(request.oidc.user?.email))),
);
app.use(express.json());
// What its callback does after it has redeemed a code, without the provider.
app.post('/signed-in', (request, response) => {
  Object.assign(request.appSession, request.body);
  response.end();
});

const server = createServer(app).listen(0, '127.0.0.1', () =>
  process.send?.({ port: server.address()?.port }),
);
process.on('message', (message) => message === 'cpu' && process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit());
