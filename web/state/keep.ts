/** The few text values that outlive the page. Storage that is full or refused is as good as empty. */
export type Keep = {
  read: (name: string) => string | null;
  write: (name: string, text: string | null) => void;
};

/** Keeps under `dueline.` in the given storage; a null text forgets. */
export function keepIn(storage: () => Storage): Keep {
  return {
    read(name) {
      try {
        return storage().getItem(`dueline.${name}`);
      } catch {
        return null;
      }
    },
    write(name, text) {
      try {
        if (text === null) storage().removeItem(`dueline.${name}`);
        else storage().setItem(`dueline.${name}`, text);
      } catch {
        // Nothing to be done about a full or refused storage: the page still works, it only forgets.
      }
    },
  };
}

/** A keep that lives as long as its variable. */
export function keepInMemory(): Keep {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => void (text === null ? texts.delete(name) : texts.set(name, text)),
  };
}
