import type { FastifyRequest } from 'fastify';

/** The time that a request has waited because its client asked for it, in milliseconds: no work, and no slowness. */
const waitedMs = new WeakMap<FastifyRequest, number>();

export const noteWaited = (request: FastifyRequest, ms: number): void =>
  void waitedMs.set(request, ms);

export const waitedMsOf = (request: FastifyRequest): number => waitedMs.get(request) ?? 0;
