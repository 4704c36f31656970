import type { Wait } from '../server/wait.ts';

/** A command of the operator. Its code is loaded when it runs, so that help needs none of it. */
export type Command = Readonly<{
  /** One word, or two such as `user list`. */
  name: string;
  summary: string;
  /** What it takes beside options, such as FILE; it must be given. */
  operand?: string;
  options?: Readonly<Record<string, Option>>;
  /** One sentence for each thing to know before it is used. */
  notes?: readonly string[];
  example: string;
  load: () => Promise<Run>;
}>;

/** `value`: what the option takes, such as FILE; without it the option is a switch. */
export type Option = Readonly<{ value?: string; description: string }>;

/** Does the work. Resolves with the exit code: 0 done, 1 failed. Throws an error whose message is for the operator. */
export type Run = (input: CommandInput, context: CommandContext) => Promise<number>;

/** What a command was called with. */
export type CommandInput = Readonly<{
  /** Empty for a command that takes none. */
  operand: string;
  text: (option: string) => string | undefined;
  isSet: (option: string) => boolean;
}>;

/** What a command uses of the process and the world around it. */
export type CommandContext = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  /** Where the program is. */
  packageFolder: string;
  /** One line of the result. */
  print: (line: string) => void;
  /** One line on standard error: a warning, a hint or an error. */
  printError: (line: string) => void;
  /** How far work has come; replaces the text before. An empty text removes it. */
  progress: (text: string) => void;
  /** The answer of a person; undefined where nobody can be asked. */
  ask: (question: string) => Promise<string | undefined>;
  fetch: typeof globalThis.fetch;
  wait: Wait;
  nowMs: () => number;
}>;

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
