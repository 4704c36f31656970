/** Texts that outlive the page. Storage that is full or refused counts as empty. */
export type Keep = {
  read: (name: string) => string | null;
  write: (name: string, text: string | null) => void;
  /** Removes what is kept of one person under `<what>.<email>`; each `what` in `but` stays. */
  forgetOwner: (owner: string, but?: readonly string[]) => void;
};

const prefix = 'dueline.';

/** Keeps texts under `dueline.<name>` in the given storage; null removes one. */
export function keepIn(storage: () => Storage): Keep {
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
      } catch {
        // A page whose storage is full or refused works, but forgets.
      }
    },
    forgetOwner(owner, but) {
      for (const name of namesIn(storage))
        if (name.startsWith(prefix)) forget(keep, name.slice(prefix.length), owner, but);
    },
  };
  return keep;
}

function namesIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}

function forget(keep: Keep, name: string, owner: string, but: readonly string[] = []): void {
  // Only the first dot divides `what` from the email, which has dots of its own.
  const dot = name.indexOf('.');
  if (name.slice(dot + 1) === owner && !but.includes(name.slice(0, dot))) keep.write(name, null);
}

/** The same keep, into which nothing is written once `holds` is false. */
export const keepWhile = (holds: () => boolean, keep: Keep): Keep => ({
  ...keep,
  write: (name, text) => void (holds() && keep.write(name, text)),
});

/** A keep that lives as long as its variable. */
export function keepInMemory(): Keep {
  const texts = new Map<string, string>();
  const keep: Keep = {
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => void (text === null ? texts.delete(name) : texts.set(name, text)),
    forgetOwner: (owner, but) => [...texts.keys()].forEach((name) => forget(keep, name, owner, but)),
  };
  return keep;
}
