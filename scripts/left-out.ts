/**
 * Modules that packages import and the service never uses, each with its purpose. In the build each is a module whose first use
 * throws (`scripts/build-server.mjs`).
 */
export const leftOut: Readonly<Record<string, string>> = {
  '@fastify/ajv-compiler': 'checks of bodies with Ajv; the contract checks them',
  '@fastify/fast-json-stringify-compiler':
    'compiled writers of responses; `server/http/endpoint.ts` writes them',
  '@opentelemetry/api': 'spans of metrics',
  'light-my-request': 'requests of tests without a connection',
  'node:http2': 'HTTP/2, which a proxy speaks',
  semver: 'the check of the versions of plugins; there are none',
};
