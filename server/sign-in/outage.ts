import type { UnavailableReason } from './faults.ts';
import { isAboutProvider } from './faults.ts';

/** The longest pause of one refresh token. */
const longestTokenPauseMs = 30_000;
/** The longest pause between two trials, so that people wait for a short time after an outage. */
const longestTrialPauseMs = 5_000;
const firstPauseMs = 1_000;
/** The longest pause after one response, whatever its Retry-After says. */
export const longestRetryAfterSeconds = 60;
/** The provider is away when it fails with this many refresh tokens in a row, within this time. */
const failuresOfOutage = 3;
const longestRowMs = 60_000;

/** A failure of the token endpoint. `token`: the hash of the refresh token that had it. */
type Failure = Readonly<{
  token: string;
  reason: UnavailableReason;
  retryAfterSeconds: number;
  nowMs: number;
}>;

/** The trouble of one refresh token since its last success. */
export type TokenTrouble = Readonly<{
  failures: number;
  reason: UnavailableReason;
  pausedUntilMs: number;
  /** `Outage.successes` at the first of these failures, and `Outage.recoveries` at the last. */
  successesBefore: number;
  recoveriesBefore: number;
}>;

/** The state of the provider's token endpoint, as the renewals of all sessions show it. */
export type Outage = Readonly<{
  /** The number of successes so far. A token that failed before the last one has its own fault. */
  successes: number;
  /** The number of times that the provider worked again, which ended the pauses of all tokens. */
  recoveries: number;
  /** The tokens with which the provider failed since its last success, and when. */
  row: ReadonlyMap<string, number>;
  /** The reason of the last of these failures. */
  reason: UnavailableReason | undefined;
  /** null: the provider is not known to be away. */
  away: Away | null;
}>;

/** While the provider is away one token after another is tried. */
type Away = Readonly<{
  failedTrials: number;
  /** The token of the trial that is under way. */
  trial: string | null;
  /** No trial begins before this time. */
  closedUntilMs: number;
}>;

type OutageEvent =
  | Readonly<{ kind: 'succeeded' }>
  | Readonly<{ kind: 'failed'; failure: Failure; isOwnFault: boolean }>
  | Readonly<{ kind: 'trial_began'; token: string; nowMs: number; longestMs: number }>;

export const noOutage: Outage = {
  successes: 0,
  recoveries: 0,
  row: new Map(),
  reason: undefined,
  away: null,
};

/** The next state of the provider (pure). */
export function reduceOutage(state: Outage, event: OutageEvent): Outage {
  switch (event.kind) {
    case 'succeeded':
      return {
        ...noOutage,
        successes: state.successes + 1,
        recoveries: state.recoveries + (state.row.size > 0 ? 1 : 0),
      };
    case 'trial_began': {
      const { token, nowMs, longestMs } = event;
      if (state.away === null) return state;
      const away = { ...state.away, trial: token, closedUntilMs: nowMs + longestMs };
      return { ...state, away };
    }
    case 'failed': {
      const isShown = showsOutage(event.failure.reason, event.isOwnFault);
      const seen = isShown ? withFailure(state, event.failure) : state;
      return { ...seen, away: awayAfter(seen, event.failure) };
    }
  }
}

/** A refused client is refused with every token. A token with its own fault shows nothing else about the provider. */
const showsOutage = (reason: UnavailableReason, isOwnFault: boolean): boolean =>
  reason === 'invalid_client' || (isAboutProvider(reason) && !isOwnFault);

function withFailure(state: Outage, { token, reason, nowMs }: Failure): Outage {
  const recent = [...state.row].filter(([, atMs]) => Math.abs(nowMs - atMs) < longestRowMs);
  return { ...state, reason, row: new Map(recent).set(token, nowMs) };
}

function awayAfter({ away, row, reason }: Outage, failure: Failure): Away | null {
  if (away === null) {
    const isAway = reason === 'invalid_client' || row.size >= failuresOfOutage;
    if (isAway) return { failedTrials: 0, trial: null, closedUntilMs: pauseEndMs(0, failure) };
    return null;
  }
  // Attempts that began before the outage was known fail late, and change nothing.
  if (away.trial !== failure.token) return away;
  const failedTrials = away.failedTrials + 1;
  const closedUntilMs = pauseEndMs(failedTrials, failure);
  return { failedTrials, trial: null, closedUntilMs };
}

const pauseEndMs = (failedTrials: number, { nowMs, retryAfterSeconds }: Failure): number =>
  nowMs + pauseMs(failedTrials, longestTrialPauseMs, retryAfterSeconds);

/** 1 s, doubled by each failure before, or Retry-After if it is longer. */
const pauseMs = (failuresBefore: number, longestMs: number, retryAfterSeconds: number): number =>
  Math.max(Math.min(firstPauseMs * 2 ** failuresBefore, longestMs), retryAfterSeconds * 1_000);

/** The trouble of a token after one more failure (pure). */
export function troubleAfter(
  before: TokenTrouble | undefined,
  { reason, retryAfterSeconds, nowMs }: Failure,
  outage: Outage,
): TokenTrouble {
  const failuresBefore = before?.failures ?? 0;
  return {
    failures: failuresBefore + 1,
    reason,
    pausedUntilMs: nowMs + pauseMs(failuresBefore, longestTokenPauseMs, retryAfterSeconds),
    successesBefore: before?.successesBefore ?? outage.successes,
    recoveriesBefore: outage.recoveries,
  };
}

/** Whether a token fails although the provider works: it failed before the provider's last success, and fails again. */
export const isOwnFault = (trouble: TokenTrouble | undefined, { successes }: Outage): boolean =>
  trouble !== undefined && trouble.successesBefore < successes;

/** The milliseconds for which a token has to pause (pure). */
export function tokenPauseMs(trouble: TokenTrouble, outage: Outage, nowMs: number): number {
  if (trouble.recoveriesBefore < outage.recoveries) return 0;
  return remainingMs(trouble.pausedUntilMs, nowMs);
}

/** The milliseconds until a trial may begin while the provider is away (pure). */
export const trialPauseMs = ({ closedUntilMs }: Away, nowMs: number): number =>
  remainingMs(closedUntilMs, nowMs);

/** A pause that seems longer than any began before the clock was set back: it is over. */
function remainingMs(untilMs: number, nowMs: number): number {
  const remaining = untilMs - nowMs;
  if (remaining > longestRetryAfterSeconds * 1_000) return 0;
  return Math.max(remaining, 0);
}
