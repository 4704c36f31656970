/** Only https: the address comes from the provider and is not trusted. */
export const isPictureUrl = (address: string): boolean => URL.parse(address)?.protocol === 'https:';

/** One or two letters for a name or an email address. */
export function initialsOf(name: string): string {
  const [before = ''] = name.split('@');
  const words = before.split(/[\s._-]+/u).filter((part) => /\p{L}|\p{N}/u.test(part));
  const [first = '', last = ''] = [...words.slice(0, 1), ...words.slice(1).slice(-1)].map(
    ([letter]) => letter,
  );
  return (first + last).toUpperCase();
}
