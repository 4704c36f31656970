/** V8's flags for the service: a small young generation (docs/decisions/012-memory.md). */
export const flags = ['--max-semi-space-size=8'];

/** Node's arguments for the service: as it is built, and its sources. */
export const built = [...flags, 'dist/server/main.mjs'];
export const sources = [...flags, 'server/main.ts'];
