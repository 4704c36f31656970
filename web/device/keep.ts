/** Texts that outlive the page. Storage that is full or refused counts as empty. */
export type Keep = {
  read: (name: string) => string | null;
  /** Whether it is kept. */
  write: (name: string, text: string | null) => boolean;
  /** Removes what is kept of one person under `<what>.<email>`; each `what` in `but` stays. */
  forgetOwner: (owner: string, but?: readonly string[]) => void;
};

const prefix = 'dueline.';

/** The part of `Storage` that is used; the service worker, which reads this type, has no such thing. */
type Texts = {
  getItem: (name: string) => string | null;
  setItem: (name: string, text: string) => void;
  removeItem: (name: string) => void;
};

/** Keeps texts under `dueline.<name>` in the given storage; null removes one. */
export function keepIn(storage: () => Texts): Keep {
  const keep: Keep = {
    read(name) {
      try {
        return storage().getItem(prefix + name);
      } catch {
        return null;
      }
    },
    write(name, text) {
      try {
        if (text === null) storage().removeItem(prefix + name);
        else storage().setItem(prefix + name, text);
        return true;
      } catch {
        // A page whose storage is full or refused works, but forgets.
        return false;
      }
    },
    forgetOwner(owner, but = []) {
      for (const name of namesIn(storage)) {
        const [, what = '', email] = /^dueline\.(.*?)\.(.*)$/.exec(name) ?? [];
        if (email === owner && !but.includes(what)) keep.write(`${what}.${email}`, null);
      }
    },
  };
  return keep;
}

function namesIn(storage: () => Texts): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}

/** The same keep, into which nothing is written once `holds` is false. */
export const keepWhile = (holds: () => boolean, keep: Keep): Keep => ({
  ...keep,
  write: (name, text) => holds() && keep.write(name, text),
});
