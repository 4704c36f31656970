/** One declared sign-in provider of a profile. */
export type ProviderConfig = Readonly<{
  id: string;
  label: string;
  issuer: string;
  clientId: string | null;
  clientSecret: string | null;
  /** null: what the provider lists, Basic first. */
  tokenEndpointAuthMethod: 'client_secret_basic' | 'client_secret_post' | null;
  /** Whether signing out revokes the tokens at the provider (RFC 7009). */
  revokeAtSignOut: boolean;
  scopes: readonly string[];
  /** Sent along to the authorization address, such as `access_type: offline`. */
  authorizationParameters: Readonly<Record<string, string>>;
}>;

/** Someone who can be chosen on the local provider's sign-in page. */
export type LocalUser = Readonly<{ email: string; name: string; picture: string | null }>;

/** A whole profile, checked and frozen. Durations are in the unit that their name says. */
export type Config = Readonly<{
  /** The profile's name, or the file's when CONFIG names one. */
  profile: string;
  /** What it is for: a CONFIG file is a production profile unless it says otherwise. */
  environment: 'local' | 'test' | 'production';
  /** Absolute path of the folder for the embedded database, made secrets and the local provider's keys. */
  dataFolder: string;
  http: Readonly<{
    host: string;
    port: number;
    /** Addresses or CIDR ranges whose X-Forwarded-* are believed. */
    trustedProxies: readonly string[];
    /** Exact Host values, or null for any. */
    allowedHosts: readonly string[] | null;
    /** What browsers see; null: from the connection or a trusted proxy. */
    publicScheme: 'http' | 'https' | null;
    /** Whether Strict-Transport-Security speaks for the subdomains, too. */
    hstsIncludeSubDomains: boolean;
    workers: number;
  }>;
  auth: Readonly<{
    enabled: boolean;
    tenant: string;
    postLoginPath: string;
    clockToleranceSeconds: number;
    /** Addresses and `@domain`s that may sign in, or null for everybody whom the provider knows. */
    allowedEmails: readonly string[] | null;
    /** Whether an absent `email_verified` is refused as well. */
    requireVerifiedEmail: boolean;
    providers: readonly ProviderConfig[];
  }>;
  session: Readonly<{
    secrets: readonly string[];
    extensionSeconds: number;
    outageGraceSeconds: number;
    /** How long after the sign-in a session ends however often it is renewed; null: never for that reason. */
    longestSeconds: number | null;
  }>;
  store: Readonly<{ url: string; poolSize: number }>;
  tasks: Readonly<{ timeZone: string; mostPerPerson: number }>;
  avatars: Readonly<{ enabled: boolean; urlTemplate: string; timeoutMs: number }>;
  localProvider: Readonly<{ enabled: boolean; port: number; users: readonly LocalUser[] }>;
  log: Readonly<{ level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent' }>;
}>;
