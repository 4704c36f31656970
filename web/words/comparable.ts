/** The text as it is compared and searched: lower case, without accents, with one kind of apostrophe. */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  // Most texts have neither, and a search compares thousands of them.
  if (!/[\u0080-\uffff]/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}
