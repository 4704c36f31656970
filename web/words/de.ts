// The German texts: loadWords of reading.ts checks that this module has all of `Words`.
export * from './de/add.ts';
export * from './de/commands.ts';
export * from './de/notices.ts';
export * from './de/refused.ts';
export * from './de/settings.ts';
export * from './de/shell.ts';
export * from './de/sign-in.ts';
export * from './de/tasks.ts';
export * from './de/views.ts';
