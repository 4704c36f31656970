/** One declared sign-in provider of a profile. */
export type ProviderConfig = Readonly<{
  id: string;
  label: string;
  issuer: string;
  clientId: string | null;
  clientSecret: string | null;
  tokenEndpointAuthMethod: 'client_secret_basic' | 'client_secret_post';
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
    workers: number;
  }>;
  auth: Readonly<{
    enabled: boolean;
    tenant: string;
    postLoginPath: string;
    clockToleranceSeconds: number;
    providers: readonly ProviderConfig[];
  }>;
  session: Readonly<{
    secrets: readonly string[];
    extensionSeconds: number;
    outageGraceSeconds: number;
  }>;
  store: Readonly<{ url: string; poolSize: number }>;
  tasks: Readonly<{ timeZone: string }>;
  avatars: Readonly<{ enabled: boolean; urlTemplate: string; timeoutMs: number }>;
  localProvider: Readonly<{ enabled: boolean; port: number; users: readonly LocalUser[] }>;
  log: Readonly<{ level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent' }>;
}>;
