import * as Type from 'typebox';

/** Longest email address that can be an identity (RFC 5321 path limit). */
export const longestEmail = 254;
export const longestName = 255;
export const longestPictureUrl = 2048;

const optionalText = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

/** The signed-in user: email and name from the ID token, and a picture from the ID token or an avatar service. */
export const CurrentUserResponse = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: longestEmail }),
    name: optionalText(longestName),
    pictureUrl: optionalText(longestPictureUrl),
  },
  { $id: 'CurrentUserResponse' },
);
export type CurrentUserResponse = Type.Static<typeof CurrentUserResponse>;

/** One declared provider. `loginUrl` is null when `available` is false. */
export const AuthProviderResponse = Type.Object(
  {
    id: Type.String({ maxLength: 64 }),
    label: Type.String({ maxLength: 100 }),
    available: Type.Boolean(),
    loginUrl: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]),
    issuer: Type.String({ maxLength: 2048 }),
  },
  { $id: 'AuthProviderResponse' },
);
export type AuthProviderResponse = Type.Static<typeof AuthProviderResponse>;

export const AuthProvidersResponse = Type.Object(
  {
    enabled: Type.Boolean(),
    providers: Type.Array(AuthProviderResponse),
  },
  { $id: 'AuthProvidersResponse' },
);
export type AuthProvidersResponse = Type.Static<typeof AuthProvidersResponse>;

/** Where a script sends the browser, when the session at the provider ends too. */
export const LogoutResponse = Type.Object(
  { location: Type.String({ format: 'uri' }) },
  { $id: 'LogoutResponse' },
);
export type LogoutResponse = Type.Static<typeof LogoutResponse>;
