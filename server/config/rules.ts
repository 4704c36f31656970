import type { Fault } from './faults.ts';
import type { Profile } from './profile.ts';
import type { Partly } from './read.ts';

/** The faults that only show between keys (pure). `value` may lack each key that is at fault itself. */
export function ruleFaults(value: Partly<Profile> | undefined, isProduction: boolean): readonly Fault[] {
  return value === undefined ? [] : rules.flatMap((rule) => rule(value, isProduction));
}

/** OpenID Connect demands the first, the specification (Scheme) the others. */
const neededScopes = ['openid', 'email', 'profile'];

type Rule = (value: Partly<Profile>, isProduction: boolean) => readonly Fault[];

const rules: readonly Rule[] = [
  ({ auth }) => {
    const ids = (auth?.providers ?? []).map(({ id }) => id);
    return ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index
        ? fault(`auth.providers[${index}].id`, `${JSON.stringify(id)} is another provider's id`)
        : [],
    );
  },

  ({ auth }) => {
    const ids = (auth?.providers ?? []).map(({ id }) => id);
    if (auth?.tenant === undefined || ids.length === 0 || ids.includes(undefined)) return [];
    if (ids.includes(auth.tenant)) return [];
    return fault('auth.tenant', `expected one of ${ids.join(', ')}, found another id`);
  },

  ({ auth }) =>
    (auth?.providers ?? []).flatMap(({ scopes }, index) => {
      const missing = neededScopes.filter((scope) => scopes?.includes(scope) === false);
      if (missing.length === 0) return [];
      return fault(`auth.providers[${index}].scopes`, `expected ${missing.join(', ')} among them`);
    }),

  ({ session }, isProduction) =>
    isProduction && !session?.secrets?.length
      ? fault('session.secrets', 'expected at least one secret of 32 bytes or more, found nothing')
      : [],

  // Redirect addresses are built from the Host of a request.
  ({ http }, isProduction) =>
    isProduction && !http?.allowedHosts?.length
      ? fault(
          'http.allowedHosts',
          'expected the hosts that browsers use, such as tasks.example.com, found nothing',
        )
      : [],

  ({ localProvider }, isProduction) =>
    isProduction && localProvider?.enabled === true
      ? fault('localProvider.enabled', 'expected false outside local and test, found true')
      : [],
];

const fault = (key: string, message: string): readonly Fault[] => [{ key, message }];
