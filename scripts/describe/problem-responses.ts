import { STATUS_CODES } from 'node:http';

import type { Endpoint } from '../../contract/endpoints.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { problemKinds } from '../../contract/problem.ts';
import { errorsOf } from './errors.ts';

type Shared = Readonly<{ name: string; status: number; codes: readonly ProblemCode[] }>;

/** Codes in the order of their statuses. */
export const byStatusOf = (codes: readonly ProblemCode[]): ProblemCode[] =>
  codes.toSorted((one, other) => problemKinds[one].status - problemKinds[other].status);

/** Every code of the interface, once. */
export const problemCodes = byStatusOf([...new Set(Object.values(endpoints).flatMap(errorsOf))]);

/** References to the problem responses of an endpoint, by status. */
export function problemReferences(row: Endpoint) {
  return Object.fromEntries(
    byStatus(row).map((own) => {
      const { name } = shared.get(keyOf(own)) ?? nameOf('', own);
      return [own.status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** The problem responses by name. Endpoints with the same codes of a status share one. */
export const describeProblemResponses = () =>
  Object.fromEntries([...shared.values()].map((each) => [each.name, describe(each)]));

type Own = Omit<Shared, 'name'>;

/** The codes of an endpoint by status, in the order of the table of codes. */
function byStatus(row: Endpoint): Own[] {
  const own = new Set(errorsOf(row));
  const sorted = problemCodes.filter((code) => own.has(code));
  const groups = Map.groupBy(sorted, (code) => problemKinds[code].status);
  return [...groups].map(([status, codes]) => ({ status, codes }));
}

const keyOf = ({ status, codes }: Own) => [status, ...codes].join(' ');

/** The first endpoint's response of a status has its plain name, the others are named after their first endpoint. */
const shared: ReadonlyMap<string, Shared> = nameResponses();

function nameResponses(): Map<string, Shared> {
  const named = new Map<string, Shared>();
  const taken = new Set<number>();
  for (const [operationId, row] of Object.entries(endpoints)) {
    for (const own of byStatus(row)) {
      if (named.has(keyOf(own))) continue;
      named.set(keyOf(own), nameOf(taken.has(own.status) ? operationId : '', own));
      taken.add(own.status);
    }
  }
  return named;
}

function nameOf(operationId: string, own: Own): Shared {
  const reason = STATUS_CODES[own.status] ?? 'Sign-In Needed';
  const plain = reason.replaceAll(/[^A-Za-z]/g, '');
  const suffix = operationId && `Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  return { name: plain + suffix, ...own };
}

function describe({ status, codes }: Own) {
  const headers = headersOf(status);
  return {
    description: codes.map((code) => problemKinds[code].title).join('; '),
    ...(headers && { headers }),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { type: 'string', enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

function headersOf(status: number) {
  const text = { type: 'string' };
  if (status === 401 || status === 499)
    return { 'WWW-Authenticate': { description: 'Always `OIDC`', schema: text } };
  if (status === 429 || status === 503)
    return {
      'Retry-After': { description: 'Seconds until the request may be repeated', schema: text },
    };
  return undefined;
}
