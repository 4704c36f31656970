/** What Node is given to run the service, in the project's folder. */
export const service: readonly string[];
