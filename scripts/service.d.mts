/** Node's flags for the service and the command. */
export const flags: readonly string[];
/** Node's arguments for the built service, and for its sources, in the project's folder. */
export const built: readonly string[];
export const sources: readonly string[];
