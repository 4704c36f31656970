import { problemKinds } from '../../contract/problem.ts';
import { refusalKinds, unavailableKinds } from '../sign-in/faults.ts';
import { storeErrorCodes } from '../store/store.ts';

/** A label's values where they are known, so that each series begins at 0; null where they show only at run time. */
type Labels = Readonly<Record<string, readonly string[] | null>>;

export type Definition = Readonly<{
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: Labels;
  buckets?: readonly number[];
}>;

/** A client can invent methods, and each would be a new series. */
export const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'other'] as const;

export const signInOutcomes = [
  'signed_in',
  'sign_in_failed',
  'sign_in_cancelled',
  'email_missing',
  'email_invalid',
  'email_unverified',
  'email_not_allowed',
  'provider_unavailable',
  'sign_in_not_configured',
  'internal',
] as const;

export const renewalOutcomes = ['renewed', 'refused', 'unavailable', 'internal'] as const;

/** Every metric of the service but those of Node: docs/reference/metrics.md is made from them. No user, no id and no address is a label. */
export const definitions = {
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to its response',
    labels: { method: knownMethods, route: null, status: null },
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  dueline_problems_total: {
    type: 'counter',
    help: 'Responses with a problem document or its page, by the code of the problem',
    labels: { code: Object.keys(problemKinds) },
  },
  dueline_sign_ins_total: {
    type: 'counter',
    help: 'Callbacks from the provider, by outcome: signed_in or the code of the problem',
    labels: { outcome: signInOutcomes },
  },
  dueline_renewals_total: {
    type: 'counter',
    help: 'Requests with an expired ID token, by outcome of the renewal',
    labels: { outcome: renewalOutcomes },
  },
  dueline_refusals_total: {
    type: 'counter',
    help: 'Refused sign-ins and renewals, by reason; the log has the whole reason',
    labels: { during: ['sign_in', 'renewal'], reason: refusalKinds },
  },
  dueline_provider_failures_total: {
    type: 'counter',
    help: 'Requests that needed the provider while it could not be used, by reason',
    labels: { reason: unavailableKinds },
  },
  dueline_provider_up: {
    type: 'gauge',
    help: '1 unless the last request to the provider has failed, or no provider can be used',
    labels: {},
  },
  dueline_store_errors_total: {
    type: 'counter',
    help: 'Failed operations of the store, and failed attempts to open it, by code',
    labels: { code: storeErrorCodes },
  },
  dueline_store_up: {
    type: 'gauge',
    help: '1 when the store has answered within two seconds',
    labels: {},
  },
  dueline_store_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL, used and idle; 0 with the embedded store',
    labels: { state: ['used', 'idle'] },
  },
  dueline_store_waiting: {
    type: 'gauge',
    help: 'Operations that wait for a connection to PostgreSQL, or writes that wait for the embedded store',
    labels: {},
  },
  dueline_list_size_bytes: {
    type: 'histogram',
    help: 'Size of the lists that were read; a task has about 150 bytes',
    labels: {},
    buckets: [2, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304],
  },
  dueline_build_info: {
    type: 'gauge',
    help: '1; the labels are the versions that run',
    labels: { version: null, node: null },
  },
} as const satisfies Record<string, Definition>;
