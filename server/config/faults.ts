import type { Env } from './variables.ts';

/** One fault of a profile file, with its key. The message never contains a secret. */
export type Fault = Readonly<{ key: string; message: string }>;

/** The key of a fault that concerns the whole file. */
export const wholeFileKey = '(the file)';

/** The configuration is invalid. The error lists all faults, each with its key. */
export class ConfigError extends Error {
  readonly faults: readonly Fault[];

  constructor(file: string, faults: readonly Fault[]) {
    const lines = faults.map(({ key, message }) => `  ${key}: ${message}`);
    super([`Invalid configuration in ${file}:`, ...lines].join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * The state of the reading of a profile. `hidden`: texts from files. No fault shows one of them, because each may be a secret, under
 * any key. `leavesSecrets`: session and client secrets are neither read nor required.
 */
export type Reading = Readonly<{
  env: Env;
  faults: Fault[];
  hidden: Set<string>;
  leavesSecrets: boolean;
}>;

export function blame(key: string, message: string, { faults }: Reading): undefined {
  faults.push({ key: key || wholeFileKey, message });
}

/** Whether the key, or a key within it, has a fault. */
export const isBlamed = (key: string, { faults }: Reading): boolean =>
  faults.some((fault) => fault.key.startsWith(key || wholeFileKey));

/** The value found, as the message of a fault shows it: without the password of an address. */
export function shown(value: unknown, { hidden }: Reading): string {
  const text = textOf(value);
  const isSecret = typeof value === 'string' ? hidden.has(value) : hidden.has(text);
  if (isSecret) return shownHidden(value);
  return text;
}

/** The same for a value that may contain a secret. */
export function shownHidden(value: unknown): string {
  if (typeof value === 'string' && value !== '')
    return `a text of ${Buffer.byteLength(value)} bytes (not shown)`;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  if (isPlain) return `a ${typeof value} (not shown)`;
  return textOf(value);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'keys with values';
  if (typeof value === 'number') return `${value}`;
  const text = JSON.stringify(value);
  const from = text.indexOf('//') + 2;
  const to = text.lastIndexOf('@');
  if (from > 1 && to >= from) return `${text.slice(0, from)}***${text.slice(to)}`;
  return text;
}
