type Parts = Readonly<{
  stream: Readonly<{ write: (text: string) => unknown }>;
  isTerminal: boolean;
  nowMs: () => number;
}>;

const pauseMs = 10_000;

/**
 * Shows how far work has come: at a terminal in one line, which each text replaces; elsewhere as a line every ten seconds,
 * so that a short run prints none.
 */
export function makeProgress({ stream, isTerminal, nowMs }: Parts): (text: string) => void {
  let printedAtMs = nowMs();
  return (text) => {
    if (isTerminal) stream.write(`\r${text}\u001B[K`);
    if (isTerminal || text === '' || nowMs() - printedAtMs < pauseMs) return;
    stream.write(`${text}\n`);
    printedAtMs = nowMs();
  };
}
