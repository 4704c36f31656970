/** The known word that was probably meant, or undefined when none is near (pure). */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((other) => ({ other, changes: changesBetween(word.toLowerCase(), other.toLowerCase()) }))
    .toSorted((a, b) => a.changes - b.changes);
  return best !== undefined && best.changes <= Math.max(2, word.length / 3) ? best.other : undefined;
}

/** Levenshtein's distance: how many letters must be inserted, removed or changed. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
