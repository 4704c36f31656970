/** Pictures come over https only: the address is the provider's data. */
export function isPictureUrl(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** One or two letters for a name or an email address. */
export function initialsOf(name: string): string {
  const [before = ''] = name.split('@');
  const parts = before.split(/[\s._-]+/u).filter((part) => /\p{L}|\p{N}/u.test(part));
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined];
  return letters
    .map((part) => Array.from(part ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
