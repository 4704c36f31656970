import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The floor: node:http sends the same headers and bodies without any checks. The file has the service's response for each path.
const { file } = JSON.parse(process.env.BENCH);
const answers = JSON.parse(readFileSync(file, 'utf8'));
// Node writes these headers itself.
const isOwn = (name) => ['date', 'connection', 'keep-alive'].includes(name);
const replies = new Map(
  Object.entries(answers).map(([path, { statusCode, headers, body }]) => [
    path,
    {
      statusCode,
      head: Object.entries(headers)
        .filter(([name]) => !isOwn(name))
        .flat(),
      body,
    },
  ]),
);
const unknown = { statusCode: 404, head: [], body: '' };

createServer(({ url }, response) => {
  const { statusCode, head, body } = replies.get(url) ?? unknown;
  response.writeHead(statusCode, head).end(body);
}).listen(process.env.PORT, '127.0.0.1');
