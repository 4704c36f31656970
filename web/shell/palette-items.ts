import { comparable } from '../words/language.ts';

/** What the palette offers under one heading. */
export type PaletteGroup<Item extends Findable> = {
  readonly heading: string;
  readonly items: readonly Item[];
};

type Findable = {
  readonly label: string;
  /** Other words that find the item. */
  readonly synonyms?: string | undefined;
};

/**
 * The items that have all typed words, in their groups. Those whose label has them are before those that only a synonym finds, and so
 * are their groups.
 */
export function findItems<Item extends Findable>(
  groups: readonly PaletteGroup<Item>[],
  text: string,
): readonly PaletteGroup<Item>[] {
  const typed = comparable(text).split(/\s+/u).filter(Boolean);
  const byLabel: PaletteGroup<Item>[] = [];
  const bySynonym: PaletteGroup<Item>[] = [];
  for (const { heading, items } of groups) {
    const named = items.filter((item) => hasInLabel(item, typed));
    const others = items.filter((item) => !named.includes(item) && hasInSynonyms(item, typed));
    if (named.length > 0) byLabel.push({ heading, items: [...named, ...others] });
    else if (others.length > 0) bySynonym.push({ heading, items: others });
  }
  return [...byLabel, ...bySynonym];
}

function hasInLabel({ label }: Findable, typed: readonly string[]): boolean {
  const own = comparable(label);
  return typed.every((word) => own.includes(word));
}

/** A synonym is found by its beginning: "log" is not in "catalogue". */
function hasInSynonyms({ label, synonyms = '' }: Findable, typed: readonly string[]): boolean {
  const own = comparable(label);
  const synonymList = comparable(synonyms).split(' ');
  return typed.every(
    (word) => own.includes(word) || synonymList.some((synonym) => synonym.startsWith(word)),
  );
}
