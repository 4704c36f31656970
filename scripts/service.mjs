/** What Node is given to run the service, with V8's flags for how much garbage may lie about (docs/decisions/012-memory.md). */
export const service = ['--heap-growing-percent=25', '--max-semi-space-size=16', 'server/main.ts'];
