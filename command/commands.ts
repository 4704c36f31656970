import type { Command, Options } from './command.ts';

const ofProfile: Options = {
  'env FILE':
    'variables of the profile; the environment has precedence; without PROFILE and CONFIG a release reads /etc/dueline/dueline.env',
};

/** The second and third form keep a password out of the arguments, which every user of the machine can read. */
const forms =
  'FILE, postgres://user@host/name, ${NAME} of a variable, or file:PATH of a file that has one of these';

const ofStore: Options = {
  'store STORE': `${forms}; by default the store of the profile`,
  ...ofProfile,
};

const withService = 'PROFILE and the other variables must be those of the service, which may run.';

/** Every command of the operator. Help and docs/reference/command.md are made from this table. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Starts the service, until SIGTERM or SIGINT.',
    options: ofProfile,
    example: 'PROFILE=production dueline serve --env /etc/dueline/dueline.env',
    load: async () => (await import('./program.ts')).serve,
  },
  {
    name: 'check-config',
    summary:
      'Prints the profile as it takes effect, without secrets, and checks it, the store and the provider.',
    options: { offline: 'asks neither the store nor the provider', ...ofProfile },
    notes: [
      'Each finding is a line: ok, warning or fault, the key of the profile, and the remedy.',
      'The exit code is 1 with a fault.',
      'An embedded database is read as a whole.',
      'The provider is asked for its metadata and keys, to redeem a code that was never issued, and for a sign-in without a page: nobody is signed in.',
    ],
    example: 'dueline check-config --env /etc/dueline/dueline.env',
    load: async () => (await import('./check-config.ts')).checkConfig,
  },
  {
    name: 'backup',
    summary:
      'Writes the whole content of the store into one checked file, also while the service runs.',
    operand: 'FILE',
    options: ofStore,
    notes: [
      'FILE is an embedded database, whichever store it comes from; an earlier backup is replaced when the new one is complete.',
      'A database in use is never replaced.',
    ],
    example: 'dueline backup /var/backups/dueline.db --store /var/lib/dueline/dueline.db',
    load: async () => (await import('./copies.ts')).backUp,
  },
  {
    name: 'restore',
    summary: 'Makes a backup the content of the store. Stop the service first.',
    operand: 'FILE',
    options: ofStore,
    notes: [
      'An embedded database is kept beside the new one, under a name that is printed.',
      'A database in PostgreSQL must be empty; nothing in it is replaced.',
      'With a backup of one store and a restore into another, everything moves in either direction.',
      'PGPASSWORD and ~/.pgpass give the password of PostgreSQL.',
    ],
    example: 'dueline restore /var/backups/dueline.db --store /var/lib/dueline/dueline.db',
    load: async () => (await import('./copies.ts')).restore,
  },
  {
    name: 'user list',
    summary:
      'Prints every user: email, number of tasks, time of the user record, last sign-in, and whether blocked.',
    options: ofStore,
    notes: ['The service may run.'],
    example: 'dueline user list --env /etc/dueline/dueline.env | wc -l',
    load: async () => (await import('./users.ts')).listUsers,
  },
  {
    name: 'user export',
    summary: 'Prints all stored data of one person, as JSON.',
    operand: 'EMAIL',
    options: ofStore,
    notes: ['The address is compared exactly. The service may run.'],
    example: '(umask 077; dueline user export ada@example.com > ada.json)',
    load: async () => (await import('./users.ts')).exportUser,
  },
  {
    name: 'user sign-out',
    summary: 'Ends every session of one person, on every device.',
    operand: 'EMAIL',
    options: { unknown: 'also of an address of which nothing is stored yet', ...ofProfile },
    notes: [withService],
    example: 'dueline user sign-out ada@example.com',
    load: async () => (await import('./users.ts')).signOut,
  },
  {
    name: 'user block',
    summary: 'Ends every session of one person, and lets none begin.',
    operand: 'EMAIL',
    options: { unknown: 'also an address of which nothing is stored yet', ...ofProfile },
    notes: [withService, 'The tasks are kept.'],
    example: 'dueline user block ada@example.com',
    load: async () => (await import('./users.ts')).block,
  },
  {
    name: 'user unblock',
    summary: 'Lets a blocked person sign in again.',
    operand: 'EMAIL',
    options: ofProfile,
    notes: [withService],
    example: 'dueline user unblock ada@example.com',
    load: async () => (await import('./users.ts')).unblock,
  },
  {
    name: 'user erase',
    summary: 'Ends every session of one person, then removes all stored data of the person.',
    operand: 'EMAIL',
    options: { yes: 'asks no question', ...ofProfile },
    notes: [
      'The address is compared exactly.',
      withService,
      'While it runs this takes two minutes: the requests that had a session end first.',
      'A person who can sign in at the provider can come again.',
    ],
    example: 'dueline user erase ada@example.com --env /etc/dueline/dueline.env',
    load: async () => (await import('./users.ts')).eraseUser,
  },
  {
    name: 'secret',
    summary: 'Prints a new session secret.',
    example: 'SESSION_SECRET="$(dueline secret)"',
    load: async () => (await import('./program.ts')).printSecret,
  },
  {
    name: 'version',
    summary: 'Prints the version of Dueline, of Node, and the platform.',
    example: 'dueline version',
    load: async () => (await import('./program.ts')).printVersion,
  },
];
