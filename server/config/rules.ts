import { Pointer } from 'typebox/value';

import type { Reading } from './faults.ts';
import { blame, isBlamed, shown } from './faults.ts';
import { isEverywhere, socketPathOf } from './values.ts';

/** A profile of which each key has been read, and the faults found so far. */
type Rules = Readonly<{
  at: (pointer: string) => unknown;
  listAt: (pointer: string) => readonly unknown[];
  /** Reports a broken rule. A key that has a fault, or contains one, gets no second fault. */
  demand: (isRight: boolean, key: string, message: string) => void;
  reading: Reading;
}>;

/** Checks the rules between keys. */
export function checkRules(profile: unknown, isProduction: boolean, reading: Reading): void {
  const at = (pointer: string): unknown => Pointer.Get(profile, pointer);
  const rules: Rules = {
    at,
    listAt: (pointer) => {
      const list: readonly unknown[] = [at(pointer)].filter(Array.isArray);
      return list.flat();
    },
    demand: (isRight, key, message) => {
      if (!isRight && !isBlamed(key, reading)) blame(key, message, reading);
    },
    reading,
  };
  checkProviders(rules);
  checkPorts(rules, isProduction);
  if (isProduction) checkProduction(rules);
}

function checkProviders(rules: Rules): void {
  const { at, listAt, demand, reading } = rules;
  const tenant = at('/auth/tenant');
  const ids = listAt('/auth/providers').map((_, index) => at(`/auth/providers/${index}/id`));
  const areKnown = tenant !== undefined && ids.length > 0 && !ids.includes(undefined);
  const shownIds = ids.map((id) => shown(id, reading)).join(', ');
  const expected = `expected the id of one of auth.providers (${shownIds})`;
  const isFound = !areKnown || ids.includes(tenant);
  demand(isFound, 'auth.tenant', `${expected}, found ${shown(tenant, reading)}`);
  for (const [index, id] of ids.entries()) {
    const key = `auth.providers[${index}]`;
    const first = ids.indexOf(id);
    const isOwn = id === undefined || first === index;
    demand(isOwn, `${key}.id`, `expected an id of its own, found that of auth.providers[${first}]`);
    // OpenID Connect requires the first scope, the specification (Scheme) the others.
    const scopes = listAt(`/auth/providers/${index}/scopes`);
    const missing = ['openid', 'email', 'profile'].filter((scope) => !scopes.includes(scope));
    demand(missing.length === 0, `${key}.scopes`, `expected ${missing.join(', ')} among them`);
    checkParameters(rules, index);
  }
}

/** The parameters of the authorization request that the service has to understand itself. */
function checkParameters({ at, demand, reading }: Rules, index: number): void {
  const key = `auth.providers[${index}].authorizationParameters`;
  const valueOf = (name: string) => at(`/auth/providers/${index}/authorizationParameters/${name}`);
  const mode = valueOf('response_mode') ?? 'query';
  const query = `expected query, which is all that the callback reads, found ${shown(mode, reading)}`;
  demand(mode === 'query', `${key}.response_mode`, query);
  const age = valueOf('max_age') ?? '0';
  const isSeconds = typeof age === 'string' && /^\d{1,9}$/.test(age);
  demand(
    isSeconds,
    `${key}.max_age`,
    `expected seconds such as "3600", found ${shown(age, reading)}`,
  );
}

type Listener = Readonly<{ name: string; host: string; port: unknown }>;

/** Two listeners of one process need two ports, unless their addresses differ. */
function checkPorts({ at, demand, reading }: Rules, isProduction: boolean): void {
  const hasLocalProvider = (at('/localProvider/enabled') ?? !isProduction) === true;
  const names = ['http', 'monitoring', ...(hasLocalProvider ? ['localProvider'] : [])];
  const hostAt = (name: string) => {
    const host = at(`/${name}/host`);
    if (typeof host === 'string') return host;
    return '127.0.0.1';
  };
  const listeners = names
    .map((name): Listener => ({ name, port: at(`/${name}/port`), host: hostAt(name) }))
    .filter(({ port, host }) => Number(port) > 0 && socketPathOf(host) === undefined);
  for (const [index, listener] of listeners.entries()) {
    const { name, port } = listener;
    const taken = listeners.slice(0, index).find((earlier) => haveOnePort(earlier, listener));
    const other = `expected another port than ${taken?.name}.port, found ${shown(port, reading)}`;
    demand(taken === undefined, `${name}.port`, other);
  }
}

function haveOnePort(one: Listener, other: Listener): boolean {
  if (one.port !== other.port) return false;
  return one.host === other.host || isEverywhere(one.host) || isEverywhere(other.host);
}

function checkProduction({ at, listAt, demand, reading }: Rules): void {
  const hasSecret = reading.leavesSecrets || listAt('/session/secrets').length > 0;
  const secrets = 'expected at least one secret of 32 bytes or more, found nothing';
  demand(hasSecret, 'session.secrets', secrets);
  // Redirect addresses are built from the Host header, so it must not name another site.
  const hosts = 'expected the hosts that browsers use, such as tasks.example.com, found nothing';
  demand(listAt('/http/allowedHosts').length > 0, 'http.allowedHosts', hosts);
  const noProvider = 'expected false outside local and test, found true';
  demand(at('/localProvider/enabled') !== true, 'localProvider.enabled', noProvider);
}
