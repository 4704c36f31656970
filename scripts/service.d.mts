/** V8's flags for the service. */
export const flags: readonly string[];
/** What Node is given to run the service, in the project's folder. */
export const service: readonly string[];
/** What its environment has besides. */
export const environment: Readonly<Record<string, string>>;
