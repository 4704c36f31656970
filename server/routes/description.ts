import type { FastifyInstance } from 'fastify';

import { publishedSchemas } from '../../contract/schemas.ts';
import type { Config } from '../config.ts';
import { metadataAddress } from '../sign-in/issuer.ts';
import { declaredTenant } from '../sign-in/providers.ts';
import { makeDocsPage } from './docs-page.ts';
import { describeInterface, schemaDocument } from './openapi.ts';

/** The interface, published: for machines, for people, and each schema on its own. Each text is made at its first request. */
export function addDescriptionRoutes(app: FastifyInstance, auth: Config['auth']): void {
  const issuer = declaredTenant(auth)?.issuer ?? '';
  const openapi = once(() => describeInterface(metadataAddress(issuer)));
  app.get('/api/openapi.json', async (_request, reply) => reply.send(openapi()));

  const docs = once(makeDocsPage);
  app.get('/api/docs', async (_request, reply) => {
    const { contentSecurityPolicy, html } = docs();
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .send(html);
  });

  for (const name of Object.keys(publishedSchemas)) {
    const document = once(() => JSON.stringify(schemaDocument(name)));
    app.get(`/api/schemas/${name}.json`, async (_request, reply) =>
      reply.type('application/schema+json').send(document()),
    );
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
