/** The row that many places on, or the first one where `key` is none of them; null past either end. */
export function keyOnStep(order: readonly string[], key: string | null, step: 1 | -1): string | null {
  const at = key === null ? -1 : order.indexOf(key);
  return order[at < 0 ? 0 : at + step] ?? null;
}

/** Where the focus goes when rows go: to the next one after `from` (the first that goes) that stays, or else the last before it. */
export function keyBeside(
  order: readonly string[],
  goes: (key: string) => boolean,
  from: number = order.findIndex(goes),
): string | null {
  const at = Math.max(0, from);
  const stays = (key: string) => !goes(key);
  return order.slice(at).find(stays) ?? order.slice(0, at).findLast(stays) ?? null;
}
