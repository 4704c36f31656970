import type { FastifyServerOptions } from 'fastify';

type MakeRequestLog = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** Makes the log of one request, whose lines carry the ids of the caller's `traceparent`, if it is a valid one. */
export const makeRequestLog: MakeRequestLog = (log, bindings, options, request) => {
  const trace = traceOf(request.headers?.traceparent);
  return log.child(trace === undefined ? bindings : { ...bindings, ...trace }, options);
};

/** `version-traceId-parentId-flags` (W3C Trace Context, section 3.2): a later version may have more after it. */
const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The ids in a traceparent header; undefined when it is absent or not valid. */
export function traceOf(header: unknown): Readonly<{ traceId: string; parentId: string }> | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, parentId, more] = pattern.exec(header) ?? [];
  if (traceId === undefined || parentId === undefined) return undefined;
  return version === '00' && more !== undefined ? undefined : { traceId, parentId };
}
