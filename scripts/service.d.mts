/** V8's flags for the service. */
export const flags: readonly string[];
/** Node's arguments for the service, in the project's folder. */
export const service: readonly string[];
/** Additional environment variables. */
export const environment: Readonly<Record<string, string>>;
