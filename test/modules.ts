/** Modules of the page without DOM and Preact. */
export const values = [
  'web/dates',
  'web/device',
  'web/words',
  'web/service',
  'web/quick-add',
  'web/sync',
  'web/view',
  'web/tasks/actions.ts',
  'web/tasks/change-rows.ts',
  'web/tasks/history.ts',
  'web/tasks/next-of-recurrence.ts',
  'web/tasks/undo.ts',
];

const below = [
  'contract',
  'server/http',
  'server/log',
  'server/lru-map.ts',
  'server/world.ts',
  'server/config',
];

/** The imports of a request inside the service, without the SQL. */
const inside = [
  ...below,
  'server/session',
  'server/sign-in',
  'server/people',
  'server/store/store.ts',
];

/** The imports of every module that works with tasks. */
const model = ['contract', 'web/dates', 'web/device', 'web/words', 'web/sync'];

/**
 * Each module and its allowed imports. A file belongs to the module with the longest matching path. A module may import
 * from itself. Tests may import from every module.
 */
export const modules: Record<string, readonly string[]> = {
  contract: [],
  'server/log': ['server/config', 'server/store/store.ts'],
  'server/http': [
    'contract',
    'server/config',
    'server/log',
    'server/world.ts',
    'server/store/store.ts',
  ],
  'server/web-files': ['contract', 'server/http', 'server/world.ts'],
  'server/session': [...below, 'server/store/store.ts'],
  'server/sign-in': [
    ...below,
    'server/certificate.ts',
    'server/connection.ts',
    'server/foreign-json.ts',
    'server/outgoing-proxy.ts',
    'server/store/store.ts',
    'server/session',
  ],
  'server/people': [
    'contract',
    'server/foreign-json.ts',
    'server/http',
    'server/session',
    'server/config',
    'server/lru-map.ts',
    'server/world.ts',
  ],
  'server/store': [
    'contract',
    'server/certificate.ts',
    'server/connection.ts',
    'server/config/values.ts',
    'server/folders.ts',
  ],
  'server/routes': inside,
  'server/config': ['contract', 'server/folders.ts'],
  'server/monitoring': [...inside, 'server/folders.ts'],
  server: [
    ...inside,
    'server/monitoring',
    'server/web-files',
    'server/store',
    'server/routes',
    'local-provider/main.ts',
  ],
  command: [
    'contract',
    'server/certificate.ts',
    'server/connection.ts',
    'server/config',
    'server/monitoring/audit.ts',
    'server/world.ts',
    'server/session/revocations.ts',
    'server/log/log.ts',
    'server/sign-in',
    'server/store',
    'server/main.ts',
    'server/outgoing-proxy.ts',
    'server/folders.ts',
  ],
  'local-provider': ['server/config', 'server/http/page.ts', 'server/folders.ts'],
  // The page: values first, then what shows them.
  'web/dates': [],
  'web/device': ['web/words/language.ts'],
  'web/words': ['contract', 'web/dates'],
  'web/service': ['contract'],
  'web/sync': ['contract', 'web/dates', 'web/device', 'web/words', 'web/service'],
  'web/sync/worker': ['web/service', 'web/sync'],
  'web/quick-add': model,
  'web/view': model,
  'web/ui': ['web/dates', 'web/device', 'web/words'],
  'web/session': ['contract', 'web/dates', 'web/device', 'web/service', 'web/ui'],
  'web/tasks': [...model, 'web/quick-add', 'web/view', 'web/ui'],
  'web/import-export': [...model, 'web/quick-add', 'web/view', 'web/ui', 'web/tasks'],
  'web/shell': ['contract', ...values, 'web/ui', 'web/session', 'web/tasks', 'web/import-export'],
  'web/build': ['web/service'],
  web: [...values, 'web/ui', 'web/session', 'web/shell'],
};

/** The modules that draw the page. */
const withPreact = [
  'web/ui',
  'web/session',
  'web/tasks',
  'web/import-export',
  'web/shell',
  'web/main.tsx',
];

/** Packages and the modules or files that may use them. */
export const packages: Record<string, readonly string[]> = {
  oauth4webapi: ['server/sign-in'],
  jose: ['server/sign-in', 'server/foreign-json.ts'],
  fastify: [
    'server/app.ts',
    'server/http',
    'server/log',
    'server/web-files',
    'server/session',
    'server/routes',
    'server/monitoring',
    // This file alone reads requests and redirects.
    'server/sign-in/sign-in.ts',
  ],
  'prom-client': ['server/monitoring'],
  'oidc-provider': ['local-provider'],
  pg: ['server/store', 'command/store'],
  'node:sqlite': ['server/store', 'command/store', 'local-provider'],
  preact: withPreact,
  '@preact/signals': withPreact,
  // Without Preact: a service worker and a test in Node use the values, too.
  '@preact/signals-core': ['web'],
};

/** The subject of each module, in the order of docs/architecture.md. `npm run reference` makes the lists there. */
export const subjects: Readonly<Record<string, string>> = {
  contract: 'schemas, limits, endpoints and error codes; no Node, no DOM; both sides share it',
  'server/config': 'profile, variables and files become one read-only `Config`',
  'server/http': 'the rules of every request, with or without a session',
  'server/log': 'the lines of a process and of a request',
  'server/web-files': 'the built page and the description of the interface, as files',
  'server/session': 'the `q_session` cookie and its content; no provider, no table',
  'server/sign-in': 'the requests to the provider; no task',
  'server/people': 'claims become email, name, picture',
  'server/routes': 'the endpoints; no SQL',
  'server/store':
    'the interface: users, tasks, renewals, revocations; `sqlite/` and `postgres/` implement it',
  'server/monitoring': 'metrics, health, the audit log',
  server: 'the process, and `app.ts`, which connects the modules',
  command: 'the commands of the operator, and the tools that only they use',
  'local-provider': 'a certified provider for one machine',
  'web/dates': 'the calendar, and dates in words',
  'web/words': 'every text in every language',
  'web/device': 'storage on this device: the settings, and texts of any module',
  'web/service': 'the calls to the service; checks every response against the contract',
  'web/sync': 'the tasks of a person: the queue, its sending, other tabs, offline',
  'web/sync/worker': 'the service worker: sends the queue while no page is open',
  'web/quick-add': 'reads date, importance and state from words',
  'web/view': 'the tasks that a view shows: search, groups, selection',
  'web/ui': 'components for dialogs, menus, toasts and dates',
  'web/session': 'the signed-in person; signing in and out',
  'web/tasks':
    'what is done to tasks, undo, the focus and the commands; a folder each for list, board, month, plan, row, form',
  'web/import-export': 'files of other applications',
  'web/shell': 'the frame, the settings, the palette; connects the modules',
  'web/build': 'plugins of the build',
  web: 'the first script, and the entry `main.tsx`',
};
