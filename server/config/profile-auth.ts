import * as Type from 'typebox';

import {
  choice,
  duration,
  fits,
  isAllowedEmail,
  isCredential,
  isIssuer,
  isLocalPath,
  list,
  optional,
  orNull,
  required,
  secret,
  section,
  text,
  yesNo,
} from './values.ts';

const credential = 'an ASCII text, without blanks and line ends around it';

const provider = section({
  id: required(
    text('a text of at most 64 characters', fits(64)),
    'The name of the provider in `auth.tenant` and in the interface.',
  ),
  label: required(
    text('a text of at most 100 characters', fits(100)),
    'The name of the provider on the page.',
  ),
  issuer: required(
    text('an https address, or an http address on this machine', isIssuer),
    'The address of the provider, whose `/.well-known/openid-configuration` describes it.',
  ),
  clientId: orNull(
    text(credential, isCredential),
    'none',
    'Without it the provider is listed and cannot be used.',
  ),
  clientSecret: orNull(
    secret(credential, isCredential),
    'none',
    'Without it the provider is listed and cannot be used.',
  ),
  tokenEndpointAuthMethod: orNull(
    choice('client_secret_basic', 'client_secret_post'),
    'what the provider lists, Basic first',
    'How the client authenticates.',
  ),
  revokeAtSignOut: optional(
    yesNo,
    false,
    'Whether signing out revokes the tokens at the provider (RFC 7009).',
  ),
  scopes: optional(
    list(text('a scope'), 1),
    ['openid', 'email', 'profile'],
    'What is requested at the sign-in; these three always.',
  ),
  authorizationParameters: optional(
    Type.Record(Type.String(), text('a text'), { expected: 'keys with values' }),
    {},
    'Sent to the provider with the sign-in, such as `access_type: offline`.',
  ),
});

/** The section `auth` of a profile. */
export const auth = required(
  section({
    enabled: optional(yesNo, true, 'When `false`, nobody can sign in, and every session gets 401.'),
    tenant: required(
      text('the id of one of auth.providers'),
      'The `id` of the provider that people sign in with.',
    ),
    postLoginPath: optional(
      text('a path of this service such as /', isLocalPath),
      '/',
      'The path of this service to which signing in and out redirects; without `#`.',
    ),
    clockTolerance: optional(
      duration,
      '30s',
      "The difference allowed between the clock of the service and the provider's.",
    ),
    allowedEmails: optional(
      list(text('an email address, or @ and a domain', isAllowedEmail)),
      [],
      'Who may sign in: addresses, or `@example.com` for a whole domain. Others are refused after the sign-in.',
      'everybody whom the provider knows',
    ),
    requireVerifiedEmail: optional(
      yesNo,
      false,
      'Whether an ID token without `email_verified` is refused, too.',
    ),
    providers: required(
      list(provider, 1),
      'The sign-in providers. Those that are not the tenant are listed only.',
    ),
  }),
  'Who signs in, and where.',
);
