import type { FastifyRequest } from 'fastify';

/** What machines ask every few seconds, by an address instead of our name. */
export const probePaths = { live: '/health/live', ready: '/health/ready', metrics: '/metrics' } as const;

const paths: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

/** Whether one of those paths was asked for. */
export function isProbe(request: FastifyRequest): boolean {
  return paths.has(request.routeOptions.url);
}
