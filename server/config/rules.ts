import * as Type from 'typebox';
import { Check } from 'typebox/value';

import type { Config } from '../config.ts';
import type { Fault } from './faults.ts';

/** What no key can tell alone: the rules between keys (pure). `value` may lack whatever was not right. */
export function ruleFaults(value: unknown, environment: Config['environment']): readonly Fault[] {
  return Check(Related, value) ? rules.flatMap((rule) => rule(value, environment)) : [];
}

const optional = Type.Optional;

const Related = Type.Object({
  auth: optional(
    Type.Object({
      tenant: optional(Type.String()),
      providers: optional(
        Type.Array(Type.Object({ id: optional(Type.String()), scopes: optional(Type.Array(Type.String())) })),
      ),
    }),
  ),
  http: optional(
    Type.Object({
      allowedHosts: optional(Type.Array(Type.String())),
      workers: optional(Type.Union([Type.Integer(), Type.Literal('auto')])),
    }),
  ),
  localProvider: optional(Type.Object({ enabled: optional(Type.Boolean()) })),
  session: optional(Type.Object({ secrets: optional(Type.Array(Type.String())) })),
  store: optional(Type.Object({ url: optional(Type.String()) })),
});

/** OpenID Connect demands the first, the specification (Scheme) the others. */
const neededScopes = ['openid', 'email', 'profile'];

type Rule = (value: Type.Static<typeof Related>, environment: Config['environment']) => readonly Fault[];

const rules: readonly Rule[] = [
  ({ auth }) => {
    const ids = (auth?.providers ?? []).map(({ id }) => id);
    return ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index
        ? [{ key: `auth.providers[${index}].id`, message: `${JSON.stringify(id)} is another provider's id` }]
        : [],
    );
  },

  ({ auth }) => {
    const ids = (auth?.providers ?? []).map(({ id }) => id);
    if (auth?.tenant === undefined || ids.length === 0 || ids.includes(undefined)) return [];
    if (ids.includes(auth.tenant)) return [];
    const message = `expected one of ${ids.join(', ')}, found ${JSON.stringify(auth.tenant)}`;
    return [{ key: 'auth.tenant', message }];
  },

  ({ auth }) =>
    (auth?.providers ?? []).flatMap(({ scopes }, index) => {
      const missing = neededScopes.filter((scope) => scopes?.includes(scope) === false);
      if (missing.length === 0) return [];
      const message = `expected ${missing.join(', ')} among them`;
      return [{ key: `auth.providers[${index}].scopes`, message }];
    }),

  ({ session }, environment) =>
    environment === 'production' && (session?.secrets ?? []).length === 0
      ? [
          {
            key: 'session.secrets',
            message: 'expected at least one secret of 32 bytes or more, found nothing',
          },
        ]
      : [],

  // Redirect addresses are built from the Host of a request.
  ({ http }, environment) =>
    environment === 'production' && (http?.allowedHosts ?? []).length === 0
      ? [
          {
            key: 'http.allowedHosts',
            message: 'expected the hosts that browsers use, such as tasks.example.com, found nothing',
          },
        ]
      : [],

  ({ localProvider }, environment) =>
    environment === 'production' && localProvider?.enabled === true
      ? [{ key: 'localProvider.enabled', message: 'expected false outside local and test, found true' }]
      : [],

  ({ http, store }) =>
    store?.url === 'sqlite::memory:' && (http?.workers ?? 1) !== 1
      ? [
          {
            key: 'store.url',
            message: 'expected a database that several workers can share, found one in memory',
          },
        ]
      : [],
];
