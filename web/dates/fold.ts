/** Lower case, without accents, with one kind of apostrophe: how words are compared. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most texts have neither, and a search folds thousands of them.
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}
