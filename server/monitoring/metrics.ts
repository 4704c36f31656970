import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { problemKinds, refusalsOfPeople } from '../../contract/problem.ts';
import { readVersion } from '../folders.ts';
import type { Answered } from '../http/server.ts';
import { kindOf, unavailableKinds } from '../sign-in/faults.ts';
import { storeErrorCodes } from '../store/store.ts';

export type Metrics = ReturnType<typeof makeMetrics>;

/** The known values of each label, for which a counter begins at 0; null when the values appear only at run time. */
type Labels = Readonly<Record<string, readonly string[] | null>>;

/** A metric as docs/reference/metrics.md describes it. */
export type Described = Readonly<{
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: Labels;
}>;

/** A client can invent methods, and each would be a new series. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'other'] as const;

const signInOutcomes = [
  'signed_in',
  'sign_in_failed',
  'sign_in_cancelled',
  ...refusalsOfPeople,
  'provider_unavailable',
  'sign_in_not_configured',
  'internal',
] as const;

/** The outcome of a callback; `internal` for an unexpected error. */
export type SignInOutcome = (typeof signInOutcomes)[number];

export const signInOutcomeOf = (code: string): SignInOutcome =>
  signInOutcomes.find((outcome) => outcome === code) ?? 'internal';

/** Prometheus' text format, as a media type. */
export const textFormat = Registry.PROMETHEUS_CONTENT_TYPE;

/** The metrics of the service, and those of Node that prom-client makes. */
export function makeProcessMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These gauges are named like counters, against the advice of Prometheus; each has a twin with labels.
  for (const { name } of registry.getMetricsAsArray())
    if (/^nodejs_active_\w+_total$/.test(name)) registry.removeSingleMetric(name);
  return makeMetrics(registry);
}

/** The metrics of the service. No user, no id and no address is a label. */
export function makeMetrics(registry = new Registry()) {
  const described: Described[] = [];
  /** Gauges, measured at each scrape. */
  let measured = {
    isStoreUp: async () => false,
    isDiskFull: async () => false,
    countWaiting: () => 0,
    countWaits: () => 0,
    /** undefined while the store does not answer. */
    countStored: async (): Promise<Readonly<Record<'people' | 'tasks', number>> | undefined> =>
      undefined,
    isProviderUp: () => false,
  };

  function describe(type: Described['type'], name: string, help: string, labels: Labels = {}) {
    described.push({ name, type, help, labels });
    return { name, help, labelNames: Object.keys(labels), registers: [registry] };
  }
  /** Makes a counter with one label, each of whose series begins at 0, and returns the function that counts. */
  function counter<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
  ) {
    const made = new Counter(describe('counter', name, help, { [label]: values }));
    for (const value of values) made.inc({ [label]: value }, 0);
    return (value: Value): void => made.inc({ [label]: value });
  }
  /** Makes a gauge that keeps its value when `measure` returns undefined. */
  function gauge(
    name: string,
    help: string,
    measure: () => Promise<number | undefined> | number,
  ): void {
    const made: Gauge = new Gauge({
      ...describe('gauge', name, help),
      async collect() {
        const value = await measure();
        if (value !== undefined) made.set(value);
      },
    });
  }

  const answers = new Histogram({
    ...describe(
      'histogram',
      'http_request_duration_seconds',
      'Time from a request to its response, without a wait for a change of the list',
      {
        method: knownMethods,
        route: null,
        status: null,
      },
    ),
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  });
  const countProblem = counter<string>(
    'dueline_problems_total',
    'Responses with a problem document or its page, by the code of the problem',
    'code',
    Object.keys(problemKinds),
  );
  const countSignIn = counter(
    'dueline_sign_ins_total',
    'Callbacks from the provider, by outcome: signed_in or the code of the problem',
    'outcome',
    signInOutcomes,
  );
  const countRenewal = counter(
    'dueline_renewals_total',
    'Requests with an expired ID token, by outcome of the renewal',
    'outcome',
    ['renewed', 'refused', 'unavailable', 'internal'],
  );
  const countProviderFailure = counter<string>(
    'dueline_provider_failures_total',
    'Requests that needed the provider while it could not be used, by reason',
    'reason',
    unavailableKinds,
  );
  gauge(
    'dueline_provider_up',
    '1 unless the last request to the provider has failed, or no provider can be used',
    () => Number(measured.isProviderUp()),
  );
  const countStoreError = counter(
    'dueline_store_errors_total',
    'Failed operations of the store, and failed attempts to open it, by code',
    'code',
    storeErrorCodes,
  );
  gauge('dueline_store_up', '1 when the store has answered within two seconds', async () =>
    Number(await measured.isStoreUp()),
  );
  gauge(
    'dueline_store_disk_full',
    '1 while the disk of the store has no room for writes',
    async () => Number(await measured.isDiskFull()),
  );
  gauge(
    'dueline_store_waiting',
    'Operations that wait for a connection to PostgreSQL, or writes that wait for the embedded store',
    () => measured.countWaiting(),
  );
  gauge(
    'dueline_waiting_requests',
    'Requests that wait for a change of a list, as their clients asked with Prefer',
    () => measured.countWaits(),
  );
  for (const what of ['people', 'tasks'] as const)
    gauge(
      `dueline_${what}`,
      `Number of ${what} in the store, counted once a minute; every process on one store tells the same`,
      async () => (await measured.countStored())?.[what],
    );
  const versions = { version: readVersion(), node: process.version };
  const help = '1; the labels are the versions of the release and of Node that run';
  new Gauge(describe('gauge', 'dueline_build_info', help, { version: null, node: null })).set(
    versions,
    1,
  );

  return {
    described,
    read: () => registry.metrics(),
    countAnswered: ({ method, route, status }: Answered, ms: number): void => {
      const known = knownMethods.find((each) => each === method) ?? 'other';
      answers.observe({ method: known, route: route ?? 'unknown', status }, ms / 1000);
    },
    countProblem,
    countSignIn,
    countRenewal,
    countProviderFailure: (reason: string) => countProviderFailure(kindOf(reason)),
    countStoreError,
    /** Sets the functions that measure the gauges. Called once. */
    measure: (found: typeof measured) => void (measured = found),
  };
}
