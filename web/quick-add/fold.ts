/** Lower case, without accents, with one kind of apostrophe: how words are compared. */
export function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
}
