// The French texts: loadWords of reading.ts checks that this module has all of `Words`.
export * from './fr/add.ts';
export * from './fr/commands.ts';
export * from './fr/notices.ts';
export * from './fr/refused.ts';
export * from './fr/settings.ts';
export * from './fr/shell.ts';
export * from './fr/sign-in.ts';
export * from './fr/tasks.ts';
export * from './fr/views.ts';
