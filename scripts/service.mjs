/** V8's flags for the service: how much garbage may lie about (docs/decisions/012-memory.md). */
export const flags = ['--heap-growing-percent=25', '--max-semi-space-size=8'];

/** What Node is given to run the service. */
export const service = [...flags, 'server/main.ts'];

/** What glibc is given with it, unless the environment says otherwise: what is freed goes back (docs/decisions/012-memory.md). */
export const environment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
