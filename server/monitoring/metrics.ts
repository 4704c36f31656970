import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { interfaceVersion } from '../../contract/endpoints.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Answered } from '../log/log.ts';
import { kindOf, refusalKinds, unavailableKinds } from '../sign-in/faults.ts';
import type { StoreErrorCode, StoreUse } from '../store/store.ts';
import type { Definition, renewalOutcomes } from './definitions.ts';
import { definitions, knownMethods, signInOutcomes } from './definitions.ts';

export type Metrics = ReturnType<typeof makeMetrics>;

export type SignInOutcome = (typeof signInOutcomes)[number];

export const isSignInOutcome = (code: string): code is SignInOutcome =>
  signInOutcomes.some((outcome) => outcome === code);

/** Prometheus' text format, as a media type. */
export const textFormat = Registry.PROMETHEUS_CONTENT_TYPE;

/** What is measured only when the metrics are read. */
export type Measured = Readonly<{
  isStoreUp: () => Promise<boolean>;
  storeUse: () => StoreUse;
  isProviderUp: () => boolean;
}>;

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

/** What the service counts. Every outcome that is known begins at 0, so that its first occurrence is an increase. */
export function makeMetrics(registry = new Registry()) {
  const { counter, gauge, histogram } = makeInstruments(registry);
  const answers = histogram('http_request_duration_seconds');
  const problems = counter('dueline_problems_total');
  const signIns = counter('dueline_sign_ins_total');
  const renewals = counter('dueline_renewals_total');
  const refusals = counter('dueline_refusals_total');
  const providerFailures = counter('dueline_provider_failures_total');
  const storeErrors = counter('dueline_store_errors_total');
  const listSizes = histogram('dueline_list_size_bytes');
  gauge('dueline_build_info').set({ version: interfaceVersion, node: process.version }, 1);
  /** One observer for each series, so that a request makes no labels. */
  const observers = new Map<string, (seconds: number) => void>();

  function observerOf(method: string, route: string, status: number): (seconds: number) => void {
    const key = `${method} ${status} ${route}`;
    const known = observers.get(key);
    if (known !== undefined) return known;
    const label = knownMethods.find((each) => each === method) ?? 'other';
    const series = answers.labels({ method: label, route, status });
    const observe = (seconds: number) => series.observe(seconds);
    // An invented method gets no place in the map.
    if (label === method) observers.set(key, observe);
    return observe;
  }

  return {
    read: () => registry.metrics(),
    countAnswered: ({ method, route, status, ms }: Answered): void =>
      observerOf(method, route ?? 'unknown', status)(ms / 1000),
    countProblem: (code: ProblemCode) => problems.inc({ code }),
    countSignIn: (outcome: SignInOutcome) => signIns.inc({ outcome }),
    countRenewal: (outcome: (typeof renewalOutcomes)[number]) => renewals.inc({ outcome }),
    countRefusal: (during: 'sign_in' | 'renewal', reason: string) =>
      refusals.inc({ during, reason: kindOf(refusalKinds, reason) }),
    countProviderFailure: (reason: string) =>
      providerFailures.inc({ reason: kindOf(unavailableKinds, reason) }),
    countStoreError: (code: StoreErrorCode) => storeErrors.inc({ code }),
    observeList: (bytes: number) => listSizes.observe(bytes),
    /** Called once: from now on these are measured whenever the metrics are read. */
    measure({ isStoreUp, storeUse, isProviderUp }: Measured): void {
      gauge('dueline_store_up', async (self) => self.set((await isStoreUp()) ? 1 : 0));
      gauge('dueline_store_waiting', (self) => self.set(storeUse().waiting));
      gauge('dueline_store_connections', (self) => {
        const { used, idle } = storeUse();
        self.set({ state: 'used' }, used);
        self.set({ state: 'idle' }, idle);
      });
      gauge('dueline_provider_up', (self) => self.set(isProviderUp() ? 1 : 0));
    },
  };
}

type Name = keyof typeof definitions;

/** The instruments of prom-client for the definitions, with each known series at 0. */
function makeInstruments(registry: Registry) {
  const common = (name: Name) => {
    const { help, labels }: Definition = definitions[name];
    return { name, help, labelNames: Object.keys(labels), registers: [registry] };
  };
  return {
    counter: (name: Name): Counter => {
      const made = new Counter(common(name));
      for (const series of knownSeries(definitions[name].labels)) made.inc(series, 0);
      return made;
    },
    gauge: (name: Name, collect?: (self: Gauge) => void | Promise<void>): Gauge => {
      const made: Gauge = new Gauge({ ...common(name), ...(collect && { collect: () => collect(made) }) });
      return made;
    },
    histogram: (name: Name): Histogram => {
      const { buckets = [] }: Definition = definitions[name];
      return new Histogram({ ...common(name), buckets: [...buckets] });
    },
  };
}

/** All combinations of the labels' values; none where the values of a label are unknown. */
function knownSeries(labels: Definition['labels']): Array<Record<string, string>> {
  return Object.entries(labels).reduce<Array<Record<string, string>>>(
    (series, [name, values]) =>
      series.flatMap((each) => (values ?? []).map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
}
