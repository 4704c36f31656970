/** The log line of a service that is ready. */
export const ready = /"level":"info".*"msg":"Dueline is ready at http:\/\/localhost:\d+"\}$/;

/** The processes that said they listen, once there are so many. */
export function listening(lines: readonly string[], count: number): number[] | undefined {
  const pids = lines.flatMap((line) => /"pid":(\d+),.*Server listening/.exec(line)?.[1] ?? []).map(Number);
  return pids.length >= count ? pids : undefined;
}
