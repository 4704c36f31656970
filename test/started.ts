import * as Type from 'typebox';
import { Parse } from 'typebox/value';

/** The log line of a service that is ready. */
export const ready = /"level":"info".*"msg":"Dueline is ready at http:\/\/localhost:\d+"\}$/;

/** The processes that said they listen, once there are so many. */
export function listening(lines: readonly string[], count: number): number[] | undefined {
  const pids = lines.flatMap((line) => /"pid":(\d+),.*Server listening/.exec(line)?.[1] ?? []).map(Number);
  return pids.length >= count ? pids : undefined;
}

const Line = Type.Object({
  level: Type.Enum(['debug', 'info', 'warn', 'error']),
  time: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
  pid: Type.Number(),
  msg: Type.String(),
});

/** Every line of an output, which fails where one is no JSON with level and time. */
export const linesIn = (output: string) => output.split('\n').map((line) => Parse(Line, JSON.parse(line)));
