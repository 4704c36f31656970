/** The cookie of the service about a sign-out by its address (server/session/departure.ts). */
const names = ['__Host-q_departed', 'q_departed'];

/** Who has signed out by the address of the service, and is to be removed from this device. */
export type Departure = {
  /** The hash of the person's email; undefined when nobody has. */
  read: () => string | undefined;
  clear: () => void;
};

export const departure: Departure = {
  read() {
    const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
    const [, hash] = pairs.find(([name = '']) => names.includes(name)) ?? [];
    return hash;
  },
  clear() {
    for (const name of names) {
      const secure = name.startsWith('__Host-') ? '; Secure' : '';
      document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax${secure}`;
    }
  },
};
