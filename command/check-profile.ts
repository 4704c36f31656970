import { endpoints } from '../contract/endpoints.ts';
import type { Config } from '../server/config.ts';
import { declaredTenant } from '../server/sign-in/providers.ts';

/** One line of check-config. `key`: of the profile; `text`: what is so, and what to do. */
export type Finding = Readonly<{ level: 'ok' | 'warning' | 'fault'; key: string; text: string }>;

export const ok = (key: string, text: string): Finding => ({ level: 'ok', key, text });
export const warning = (key: string, text: string): Finding => ({ level: 'warning', key, text });
export const fault = (key: string, text: string): Finding => ({ level: 'fault', key, text });

/** What a profile without a fault may still mean wrongly (pure). */
export const checkProfile = (config: Config): readonly Finding[] => rules.flatMap((rule) => rule(config));

/** The redirect addresses of the service, which the provider has to know (pure). */
export function redirectAddresses({ http }: Config): readonly string[] {
  const origins = http.allowedHosts?.map((host) => `${http.publicScheme ?? 'https'}://${host}`);
  return (origins ?? [`http://localhost:${http.port}`]).map((origin) => origin + endpoints.callback.path);
}

type Rule = (config: Config) => readonly Finding[];

const rules: readonly Rule[] = [
  ({ auth }) => {
    const key = keyOfTenant(auth);
    const tenant = declaredTenant(auth);
    return [
      ...(auth.enabled ? [] : [warning('auth.enabled', 'is false: nobody can sign in')]),
      ...(['clientId', 'clientSecret'] as const)
        .filter((name) => !tenant?.[name])
        .map((name) => fault(`${key}.${name}`, 'is empty: nobody can sign in; the provider gives it')),
      ...(tenant?.issuer.endsWith('/.well-known/openid-configuration')
        ? [
            fault(
              `${key}.issuer`,
              'is the address of the metadata: leave out /.well-known/openid-configuration',
            ),
          ]
        : []),
    ];
  },

  (config) =>
    redirectAddresses(config).map((address) =>
      ok('http.allowedHosts', `register this redirect address at the provider: ${address}`),
    ),

  ({ isProduction, http }) => {
    if (!isProduction || http.publicScheme === 'https') return [];
    if (http.publicScheme === 'http') {
      return [
        fault(
          'http.publicScheme',
          'is http: cookies are not Secure, and tokens travel unprotected; use https',
        ),
      ];
    }
    const text =
      'is not set and no proxy is trusted: behind a proxy that ends TLS the redirect addresses become http';
    return http.trustedProxies.length === 0 ? [warning('http.publicScheme', `${text}; set it to https`)] : [];
  },

  ({ http, rates }) => {
    const isLimited = rates.signInsPerMinute > 0 || rates.requestsPerSecond > 0;
    const text = 'is empty: `rates` count no request, because only a trusted proxy tells whose it is';
    return isLimited && http.trustedProxies.length === 0 ? [warning('http.trustedProxies', text)] : [];
  },

  ({ session: { secrets } }) => [
    ...secrets
      .map((secret, index) => ({ key: `session.secrets[${index}]`, letters: new Set(secret).size }))
      .filter(({ letters }) => letters < 12)
      .map(({ key }) =>
        fault(key, 'can be guessed: it has few different characters; take one from `dueline secret`'),
      ),
    ...(new Set(secrets).size < secrets.length
      ? [warning('session.secrets', 'has the same secret twice: a rotation has two different ones')]
      : []),
  ],

  ({ isProduction, auth }) =>
    isProduction && auth.allowedEmails === null
      ? [warning('auth.allowedEmails', 'is empty: everybody with an account at the provider may sign in')]
      : [],
];

/** Such as `auth.providers[0]` (pure). */
export const keyOfTenant = ({ providers, tenant }: Config['auth']): string =>
  `auth.providers[${providers.findIndex(({ id }) => id === tenant)}]`;
