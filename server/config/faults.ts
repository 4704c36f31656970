/** What is wrong with one key of a profile file. The message never holds a secret. */
export type Fault = Readonly<{ key: string; message: string }>;

/** Why the service cannot start: all faults of its profile, each with its key. */
export class ConfigError extends Error {
  readonly faults: readonly Fault[];

  constructor(file: string, faults: readonly Fault[]) {
    super(`${file} is not right:\n${faults.map(({ key, message }) => `  ${key}: ${message}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
