/** Texts that stay on the device after the page is closed, or only on the page if the browser refuses to store them. */
export type DeviceStorage = {
  read: (name: string) => string | null;
  /** Returns false when the browser refuses. */
  write: (name: string, text: string | null) => boolean;
  /** Removes the texts of one person, named `<kind>.<email>`, except those of the `staying` kinds. */
  forgetOwner: (owner: string, staying?: readonly string[]) => void;
};

const prefix = 'dueline.';

/** The used methods of `Storage`: the service worker is compiled with this file, too, and without that type. */
type Texts = {
  getItem: (name: string) => string | null;
  setItem: (name: string, text: string) => void;
  removeItem: (name: string) => void;
};

/** Keeps texts under `dueline.<name>` in a storage of the browser; null removes one. `open` throws if the browser refuses. */
export function storageIn(open: () => Texts): DeviceStorage {
  /** The texts that the browser has refused, by their name in the storage. */
  const refused = new Map<string, string>();
  /** With full or refused storage the page works without it. */
  function attempt<T>(run: (texts: Texts) => T, otherwise: T): T {
    try {
      return run(open());
    } catch {
      return otherwise;
    }
  }
  function write(name: string, text: string | null): boolean {
    refused.delete(prefix + name);
    const isStored = attempt((texts) => {
      if (text === null) texts.removeItem(prefix + name);
      else texts.setItem(prefix + name, text);
      return true;
    }, false);
    if (!isStored && text !== null) refused.set(prefix + name, text);
    return isStored;
  }
  return {
    read: (name) =>
      refused.get(prefix + name) ?? attempt((texts) => texts.getItem(prefix + name), null),
    write,
    forgetOwner(owner, staying = []) {
      for (const name of [...refused.keys(), ...attempt((texts) => Object.keys(texts), [])]) {
        const [, kind = '', email] = /^dueline\.(.*?)\.(.*)$/.exec(name) ?? [];
        if (email === owner && !staying.includes(kind)) write(`${kind}.${email}`, null);
      }
    },
  };
}

/** The same storage, which writes nothing while `holds` is false. */
export const storageWhile = (holds: () => boolean, storage: DeviceStorage): DeviceStorage => ({
  ...storage,
  write: (name, text) => holds() && storage.write(name, text),
});
