import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { endpoints } from '../../contract/endpoints.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Log } from '../log/log.ts';
import { isNavigation } from './content.ts';
import { escapeHtml, makePage } from './page.ts';
import type { Problem } from './problems.ts';
import { problemBody, problemOf } from './problems.ts';

/** Makes the handler that turns an error of a route into status and body. It logs server errors with their cause, unless already logged. */
export function makeFailureHandler(counted: (code: ProblemCode) => void) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error);
    counted(problem.code);
    const { status, details, cause, message } = problem;
    // An outage of the provider and an overload are warnings.
    const level = status === 500 || problem.code === 'store_unavailable' ? 'error' : 'warn';
    // The message of a lower layer's error names the fault and the remedy.
    const reason = cause instanceof Error ? cause.message : message;
    if (status >= 500 && !details.logged) request.log[level]({ err: problem }, reason);
    const { headers, body } = renderProblem(
      problem,
      request.id,
      request.method,
      request.headers.accept,
    );
    return reply.code(status).headers(headers).send(body);
  };
}

/** Answers a request that Node's HTTP parser refuses before Fastify sees it, with 400, 408, 413 or 431, and closes the connection. */
export function answerRawFailure(
  error: Error & { rawPacket?: unknown },
  socket: Socket,
  parts: Readonly<{
    headers: Readonly<Record<string, string>>;
    counted: (code: ProblemCode) => void;
    log: Pick<Log, 'info'>;
  }>,
): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const problem = problemOf(Object.assign(error, { statusCode: 400 }));
  parts.counted(problem.code);
  const requestId = randomUUID();
  const { headers, body } = renderProblem(problem, requestId, 'GET', acceptOf(error.rawPacket));
  const lines = Object.entries({
    ...parts.headers,
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${problem.message}`, ...lines, '', body].join('\r\n'));
  parts.log.info(
    { requestId, method: null, route: null, path: null, status: problem.status },
    'answered',
  );
}

/** The Accept header in a packet that may contain only a part of the request. It decides only between HTML and JSON. */
function acceptOf(rawPacket: unknown): string | undefined {
  if (!Buffer.isBuffer(rawPacket)) return undefined;
  return /^accept:(.*)$/im.exec(rawPacket.toString('latin1'))?.[1];
}

/** The headers and the body of a problem: a page for a navigation with one of `pageStatuses`, else a problem document. */
function renderProblem(
  problem: Problem,
  requestId: string,
  method: string,
  accept: string | undefined,
) {
  const { status, details } = problem;
  const isPage = pageStatuses.has(status) && isNavigation(method, accept);
  const page = isPage ? problemPage(problem, requestId) : undefined;
  return {
    headers: {
      'cache-control': 'no-store',
      ...(challenged.has(status) && { 'www-authenticate': 'OIDC' }),
      ...(details.retryAfterSeconds !== undefined && {
        'retry-after': `${details.retryAfterSeconds}`,
      }),
      ...(page && { 'content-security-policy': page.contentSecurityPolicy }),
      'content-type': page ? 'text/html; charset=utf-8' : 'application/problem+json',
    },
    body: page?.html ?? JSON.stringify(problemBody(problem, requestId)),
  };
}

/** Each 401 names a way to sign in (RFC 9110, section 15.5.2), and so does 499. */
const challenged: ReadonlySet<number> = new Set([401, 499]);

/** Statuses that a person can reach by following a link. The app explains 401 and 403 itself. */
const pageStatuses: ReadonlySet<number> = new Set([400, 404, 408, 414, 429, 431, 500, 503]);

/** The HTML page that a person sees instead of a problem document. */
export function problemPage(problem: Problem, requestId: string) {
  const isSignIn = problem.code === 'provider_unavailable';
  const main = [
    `<h1>${escapeHtml(problem.message)}</h1>`,
    `<p>${escapeHtml(problem.details.detail ?? advice(problem))}</p>`,
    '<p class="quiet">',
    `${problem.status} <code>${problem.code}</code>, request <code>${escapeHtml(requestId)}</code></p>`,
    '<nav aria-label="Ways on">',
    isSignIn ? `<a href="${endpoints.login.path}">Try again</a>` : '',
    '<a href="/">Back to Dueline</a>',
    '</nav>',
  ];
  return makePage({
    title: problem.message,
    numeral: String(problem.status),
    main: main.join('\n'),
  });
}

function advice({ code, status }: Problem): string {
  if (code === 'headers_too_large')
    return 'Removing the cookies of this site helps, then sign in again.';
  if (code === 'sign_in_not_configured')
    return 'The operator of this service has not set up a sign-in provider yet.';
  if (status === 429) return 'Nothing is lost. Wait a minute, then try again.';
  if (status === 503) return 'Nothing is lost. Try again in a minute.';
  if (status === 500) return 'Try again. If it happens again, tell the operator of this service.';
  if (status === 404) return 'The address may be mistyped, or the page no longer exists.';
  return 'The address or the request cannot be used as it is.';
}
