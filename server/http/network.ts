/** What counts as one address (pure): an IPv4 address, or the first 64 bits of an IPv6 address, which one person may have whole. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  // ::ffff:192.0.2.1, or 192.0.2.1:443 as some proxies give it
  if (address.includes('.')) return address.split(':').find((part) => part.includes('.')) ?? address;
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  if (head === undefined || tail === undefined) return groups(head ?? []);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return groups([...head, ...zeros, ...tail]);
}

const groups = (all: readonly string[]): string => all.slice(0, 4).join(':');
