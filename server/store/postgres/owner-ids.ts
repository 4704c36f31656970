/** The memory of one process for the ids of people: about 3 MB. */
export const mostOwnerIds = 20_000;

/**
 * Remembers the ids of the people who came last, by email. An id never belongs to another person, so an old one finds no rows: then
 * the caller reads it again.
 */
export function makeOwnerIds(most = mostOwnerIds) {
  /** In the order of last use. */
  const ids = new Map<string, number>();

  function remember(email: string, id: number): number {
    ids.delete(email);
    ids.set(email, id);
    const [oldest] = ids.size > most ? ids.keys() : [];
    if (oldest !== undefined) ids.delete(oldest);
    return id;
  }

  return {
    remember,
    forget: (email: string) => void ids.delete(email),
    find(email: string): number | undefined {
      const id = ids.get(email);
      return id === undefined ? undefined : remember(email, id);
    },
  };
}
