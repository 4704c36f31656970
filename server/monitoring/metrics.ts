import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { ProblemCode } from '../../contract/problem.ts';
import { problemKinds } from '../../contract/problem.ts';
import { readVersion } from '../folders.ts';
import type { Answered } from '../log/log.ts';
import { kindOf, unavailableKinds } from '../sign-in/faults.ts';
import type { StoreErrorCode } from '../store/store.ts';
import { storeErrorCodes } from '../store/store.ts';

export type Metrics = ReturnType<typeof makeMetrics>;

/** A label's values where they are known, so that each series of a counter begins at 0; null where they show only at run time. */
type Labels = Readonly<Record<string, readonly string[] | null>>;

/** A metric as docs/reference/metrics.md describes it. */
export type Described = Readonly<{
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: Labels;
}>;

/** What is measured only when the metrics are read. */
type Measured = Readonly<{
  isStoreUp: () => Promise<boolean>;
  countWaiting: () => number;
  /** undefined while the store does not answer. */
  countStored: () => Promise<Readonly<{ people: number; tasks: number }> | undefined>;
  isProviderUp: () => boolean;
}>;

/** A client can invent methods, and each would be a new series. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'other'] as const;

const signInOutcomes = [
  'signed_in',
  'sign_in_failed',
  'sign_in_cancelled',
  'email_missing',
  'email_invalid',
  'email_unverified',
  'email_not_allowed',
  'group_not_allowed',
  'email_blocked',
  'provider_unavailable',
  'sign_in_not_configured',
  'internal',
] as const;

/** What came of a callback; `internal` for anything unforeseen. */
export type SignInOutcome = (typeof signInOutcomes)[number];

export const signInOutcomeOf = (code: string): SignInOutcome =>
  signInOutcomes.find((outcome) => outcome === code) ?? 'internal';

const renewalOutcomes = ['renewed', 'refused', 'unavailable', 'internal'] as const;

/** Prometheus' text format, as a media type. */
export const textFormat = Registry.PROMETHEUS_CONTENT_TYPE;

/** Gauges of prom-client that are named like counters, which Prometheus advises against; each has a twin with labels. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The metrics of this process: what the service counts, and what prom-client knows of Node. */
export function makeProcessMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return makeMetrics(registry);
}

/** What the service counts. No user, no id and no address is a label. */
export function makeMetrics(registry = new Registry()) {
  const described: Described[] = [];
  let measured: Measured | undefined;

  function describe(about: Described) {
    described.push(about);
    const { name, help, labels } = about;
    return { name, help, labelNames: Object.keys(labels), registers: [registry] };
  }
  function counter(name: string, help: string, labels: Labels): Counter {
    const made = new Counter(describe({ name, type: 'counter', help, labels }));
    for (const series of knownSeries(labels)) made.inc(series, 0);
    return made;
  }
  function gauge(
    name: string,
    help: string,
    labels: Labels,
    measure?: (gauge: Gauge) => Promise<void> | void,
  ) {
    const made: Gauge = new Gauge({
      ...describe({ name, type: 'gauge', help, labels }),
      ...(measure && { collect: () => measure(made) }),
    });
    return made;
  }
  const histogram = (name: string, help: string, labels: Labels, buckets: number[]) =>
    new Histogram({ ...describe({ name, type: 'histogram', help, labels }), buckets });

  const answers = histogram(
    'http_request_duration_seconds',
    'Time from a request to its response',
    { method: knownMethods, route: null, status: null },
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  );
  const problems = counter(
    'dueline_problems_total',
    'Responses with a problem document or its page, by the code of the problem',
    { code: Object.keys(problemKinds) },
  );
  const signIns = counter(
    'dueline_sign_ins_total',
    'Callbacks from the provider, by outcome: signed_in or the code of the problem',
    { outcome: signInOutcomes },
  );
  const renewals = counter(
    'dueline_renewals_total',
    'Requests with an expired ID token, by outcome of the renewal',
    { outcome: renewalOutcomes },
  );
  const providerFailures = counter(
    'dueline_provider_failures_total',
    'Requests that needed the provider while it could not be used, by reason',
    { reason: unavailableKinds },
  );
  gauge(
    'dueline_provider_up',
    '1 unless the last request to the provider has failed, or no provider can be used',
    {},
    (self) => self.set(measured?.isProviderUp() ? 1 : 0),
  );
  const storeErrors = counter(
    'dueline_store_errors_total',
    'Failed operations of the store, and failed attempts to open it, by code',
    { code: storeErrorCodes },
  );
  gauge('dueline_store_up', '1 when the store has answered within two seconds', {}, async (self) =>
    self.set((await measured?.isStoreUp()) ? 1 : 0),
  );
  gauge(
    'dueline_store_waiting',
    'Operations that wait for a connection to PostgreSQL, or writes that wait for the embedded store',
    {},
    (self) => self.set(measured?.countWaiting() ?? 0),
  );
  for (const what of ['people', 'tasks'] as const)
    gauge(
      `dueline_${what}`,
      `Number of ${what} in the store, counted once a minute; every process on one store tells the same`,
      {},
      async (self) => {
        const counts = await measured?.countStored();
        if (counts) self.set(counts[what]);
      },
    );
  gauge('dueline_build_info', '1; the labels are the versions of the release and of Node that run', {
    version: null,
    node: null,
  }).set({ version: readVersion(), node: process.version }, 1);

  return {
    described,
    read: () => registry.metrics(),
    countAnswered: ({ method, route, status, ms }: Answered): void => {
      const known = knownMethods.find((each) => each === method) ?? 'other';
      answers.observe({ method: known, route: route ?? 'unknown', status }, ms / 1000);
    },
    countProblem: (code: ProblemCode) => problems.inc({ code }),
    countSignIn: (outcome: SignInOutcome) => signIns.inc({ outcome }),
    countRenewal: (outcome: (typeof renewalOutcomes)[number]) => renewals.inc({ outcome }),
    countProviderFailure: (reason: string) => providerFailures.inc({ reason: kindOf(reason) }),
    countStoreError: (code: StoreErrorCode) => storeErrors.inc({ code }),
    /** Called once: from now on these are measured whenever the metrics are read. */
    measure: (found: Measured) => void (measured = found),
  };
}

/** All combinations of the labels' values; none where the values of a label are unknown. */
function knownSeries(labels: Labels): Array<Record<string, string>> {
  return Object.entries(labels).reduce<Array<Record<string, string>>>(
    (series, [name, values]) =>
      series.flatMap((each) => (values ?? []).map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
}
