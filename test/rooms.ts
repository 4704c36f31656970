/** Rooms of the page without DOM and Preact. */
export const values = ['web/state', 'web/dates', 'web/words', 'web/service', 'web/quick-add', 'web/model'];
const shown = [...values, 'web/ui', 'web/list', 'web/task'];
const features = [
  'web/add-link',
  'web/board',
  'web/commands',
  'web/exchange',
  'web/month',
  'web/new-task',
  'web/offline',
  'web/search',
  'web/selection',
  'web/settings',
  'web/sign-in',
  'web/task-list',
  'web/week-sheet',
];

/** What a request needs inside the service, without the SQL. */
const inside = [
  'contract',
  'server/http',
  'server/log',
  'server/wait.ts',
  'server/session',
  'server/sign-in',
  'server/people',
  'server/store/store.ts',
  'server/config',
];

/**
 * The house as data: each room and the rooms it may import from. The longest matching room owns a file; a room may
 * always import from itself. Tests are guests everywhere and are not looked at.
 */
export const rooms: Record<string, readonly string[]> = {
  contract: [],
  'server/log': ['server/config'],
  'server/http': ['contract', 'server/config', 'server/log', 'server/wait.ts'],
  'server/web-files': ['contract', 'server/http', 'server/wait.ts'],
  'server/session': ['contract', 'server/http', 'server/log', 'server/wait.ts', 'server/config'],
  'server/sign-in': [
    'contract',
    'server/http',
    'server/log',
    'server/wait.ts',
    'server/session',
    'server/config',
  ],
  'server/people': ['contract', 'server/http', 'server/session', 'server/config'],
  'server/store': ['contract', 'server/folders.ts'],
  'server/routes': inside,
  'server/config': ['contract', 'server/folders.ts'],
  'server/monitoring': inside,
  server: [
    'contract',
    'server/monitoring',
    'server/http',
    'server/log',
    'server/web-files',
    'server/session',
    'server/sign-in',
    'server/people',
    'server/store',
    'server/routes',
    'server/config',
    'local-provider/main.ts',
  ],
  command: [
    'contract',
    'server/config',
    'server/monitoring/audit.ts',
    'server/wait.ts',
    'server/session/revocation.ts',
    'server/log/log.ts',
    'server/sign-in',
    'server/store',
    'server/main.ts',
    'server/folders.ts',
  ],
  'local-provider': ['server/config', 'server/http/page.ts', 'server/folders.ts'],
  // The page: values first, then what shows them. A feature knows another one through the model alone.
  'web/state': ['contract'],
  'web/dates': [],
  'web/words': ['contract'],
  'web/service': ['contract', 'web/state'],
  'web/quick-add': ['contract', 'web/dates', 'web/words'],
  'web/model': ['contract', 'web/state', 'web/dates', 'web/words', 'web/service', 'web/quick-add'],
  'web/ui': ['contract', ...values],
  'web/list': ['contract', ...values, 'web/ui'],
  'web/date-picker': ['contract', ...values, 'web/ui'],
  'web/task': ['contract', ...values, 'web/ui', 'web/list', 'web/date-picker'],
  ...Object.fromEntries(features.map((feature) => [feature, ['contract', ...shown]])),
  // A bundle of its own, which has the page's rules in it.
  'web/offline/worker': ['contract', 'web/state', 'web/service', 'web/model', 'web/offline'],
  'web/build': ['web/state'],
  'web/page': ['contract', ...shown, 'web/date-picker', ...features],
  web: ['contract', ...shown, ...features, 'web/page'],
};

/** Doors that stay shut although the table above would open them. */
export const shut: ReadonlyArray<readonly [from: string, to: string]> = [
  ['server/session', 'server/sign-in'],
];

/** Packages and the rooms or files that may use them. */
export const packages: Record<string, readonly string[]> = {
  oauth4webapi: ['server/sign-in'],
  jose: ['server/sign-in'],
  fastify: [
    'server/app.ts',
    'server/http',
    'server/log',
    'server/web-files',
    'server/session',
    'server/routes',
    'server/monitoring',
    // The conversation takes values; this file alone reads requests and sets cookies.
    'server/sign-in/sign-in.ts',
  ],
  'prom-client': ['server/monitoring'],
  'oidc-provider': ['local-provider'],
  pg: ['server/store', 'command/store'],
  'node:sqlite': ['server/store', 'command/store', 'local-provider'],
  preact: [
    'web/ui',
    'web/list',
    'web/date-picker',
    'web/task',
    ...features,
    'web/page',
    'web/app.tsx',
    'web/main.tsx',
  ],
};
