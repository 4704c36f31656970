/** The row that many places on, or the first one where `key` is none of them; null past either end. */
export function keyOnStep(order: readonly string[], key: string | null, step: 1 | -1): string | null {
  const at = key === null ? -1 : order.indexOf(key);
  return order[at < 0 ? 0 : at + step] ?? null;
}

/** The row after these, or else the one before them: where the focus goes when they go. */
export function keyBeside(order: readonly string[], keys: ReadonlySet<string>): string | null {
  const first = order.findIndex((key) => keys.has(key));
  const isOther = (key: string): boolean => !keys.has(key);
  return order.slice(Math.max(0, first)).find(isOther) ?? order.findLast(isOther) ?? order[0] ?? null;
}
