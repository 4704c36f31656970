/**
 * Node's flags for the service and the command: a small young generation (docs/decisions/012-memory.md), the certificates that the
 * system trusts beside those of Node, and no debugger, which could read tokens and secrets.
 */
export const flags = ['--max-semi-space-size=8', '--use-system-ca', '--disable-sigusr1'];

/** Node's arguments for the built service, and for its sources. */
export const built = [...flags, 'dist/server/main.mjs'];
export const sources = [...flags, 'server/main.ts'];
