import type { FastifyRequest } from 'fastify';

/** Paths that monitoring requests every few seconds, by IP address instead of host name. */
export const probePaths = {
  health: '/health',
  live: '/health/live',
  ready: '/health/ready',
  metrics: '/metrics',
} as const;

const paths: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

/** Whether the request is for one of these paths. */
export function isProbe(request: FastifyRequest): boolean {
  return paths.has(request.routeOptions.url);
}
