import type { World } from '../server/world.ts';

/** Descriptions of options by names such as `env FILE`, or `yes` for a switch. */
export type Options = Readonly<Record<string, string>>;

/** A command of the operator. Its code is loaded only when it runs. */
export type Command = Readonly<{
  /** One word, or two such as `user list`. */
  name: string;
  summary: string;
  /** The name of its argument, such as FILE, which is required. */
  operand?: string;
  options?: Options;
  /** Facts to know before use, one sentence each. */
  notes?: readonly string[];
  example: string;
  load: () => Promise<Run>;
}>;

/** Runs the command. Resolves with an exit code; undefined is 0. Throws an error whose message is for the operator. */
export type Run = (input: CommandInput, context: CommandContext) => Promise<number | undefined>;

/** The arguments of a command. */
export type CommandInput = Readonly<{
  /** Empty for a command without an operand. */
  operand: string;
  /** The value of an option, or the name of a switch; undefined where it is not given. */
  option: (name: string) => string | undefined;
}>;

/** The interface of a command to its process and machine. */
export type CommandContext = World &
  Readonly<{
    /** The environment; the variables of the file that `--env` names are added. */
    env: Record<string, string | undefined>;
    /** The file with variables that a release reads by default, where it exists; a checkout reads none. */
    usualEnvFile?: string | undefined;
    /** The unit of the service on this machine, if it exists. */
    unitFile?: string | undefined;
    /** The file with variables that was read. */
    envFile?: string | undefined;
    /** The folder of the program. */
    packageFolder: string;
    print: (result: string) => void;
    printError: (warningOrHint: string) => void;
    /** The answer of the operator; undefined without a terminal. */
    ask: (question: string) => Promise<string | undefined>;
  }>;

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}
