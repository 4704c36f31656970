/** What Node is given to run the service, in the project's folder. */
/** V8's. */
export const flags: string[];
export const service: readonly string[];
/** What its environment has besides. */
export const environment: Readonly<Record<string, string>>;
