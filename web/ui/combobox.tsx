import type { ComponentChildren, HTMLAttributes, RefObject, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { isOfInputMethod } from './events.ts';

type Props<Item> = Omit<HTMLAttributes<HTMLInputElement>, 'list' | 'role'> & {
  inputRef: RefObject<HTMLInputElement | null>;
  name?: string;
  placeholder: string;
  value: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  onChoose: (item: Item) => void;
  /** True if Enter chooses the first item; otherwise a person must move to an item first. */
  eager: boolean;
  /** Called at Enter while the list has no items. */
  onEnterEmpty?: () => void;
  /** The name of the list, and its class. */
  list: { label: string; class: string };
  renderItem: (item: Item) => ComponentChildren;
  /** The heading above an item and those that follow it with the same one; without this the list has no headings. */
  headingOf?: ((item: Item) => string) | undefined;
  /** Draws an element in place of a closed list; the element with this id describes the text box. */
  renderNone?: (id: string) => ComponentChildren;
};

/** A text box with a list below it (WAI-ARIA, editable combobox with list autocomplete). */
export function Combobox<Item>(props: Props<Item>) {
  const { items, keyOf, onChoose, eager, list, renderItem, headingOf, ...others } = props;
  const { renderNone, inputRef, onEnterEmpty, ...input } = others;
  const id = useId();
  const first = eager ? 0 : -1;
  const { isOpen, active, setActive, open, shut } = useOpenList(items, first);
  const optionId = (at: number) => `${id}-${at}`;
  const activeId = isOpen && active >= 0 ? optionId(active) : undefined;

  useEffect(() => {
    if (activeId)
      document.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function choose(at: number): boolean {
    const item = items[at];
    if (!isOpen || item === undefined) return false;
    onChoose(item);
    return true;
  }

  function press(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    if (isOfInputMethod(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (items.length === 0 && event.key === 'Enter') onEnterEmpty?.();
    if (!isOpen || !take(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key means for the open list. Returns false for a key of the text box. */
  function take(key: string): boolean {
    if (key === 'ArrowDown') return step(1);
    if (key === 'ArrowUp') return step(-1);
    if (key === 'Enter' || (key === 'Tab' && !eager)) return choose(active);
    if (key !== 'Escape' || eager) return false;
    shut();
    return true;
  }

  /** The last item is followed by the first; without `eager`, the text box without a choice is between them. */
  function step(by: 1 | -1): true {
    const stops = items.length - first;
    setActive(first + ((active - first + by + stops) % stops));
    return true;
  }

  const listbox = { id: `${id}-list`, role: 'listbox' } as const;
  const option = (at: number) => ({
    id: optionId(at),
    role: 'option' as const,
    'aria-selected': at === active,
    // The text box keeps the focus.
    onPointerDown: (event: Event) => event.preventDefault(),
    onClick: () => void choose(at),
  });
  return (
    <>
      <input
        type="text"
        autocomplete="off"
        aria-describedby={renderNone && !isOpen ? `${id}-none` : undefined}
        {...input}
        ref={inputRef}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listbox.id : undefined}
        aria-activedescendant={activeId}
        onKeyDown={press}
        onBlur={() => !eager && shut()}
        onFocus={open}
      />
      {isOpen && (
        <div {...listbox} class={list.class} aria-label={list.label}>
          <Options {...{ items, keyOf, renderItem, headingOf }} optionAt={option} />
        </div>
      )}
      {!isOpen && renderNone?.(`${id}-none`)}
    </>
  );
}

/** Whether the list is open, and the position of its active item. Both are for one list: a new one is open again, with the first choice. */
function useOpenList(items: readonly unknown[], first: number) {
  const [chosen, setChosen] = useState({ items, at: first });
  const [shutItems, setShutItems] = useState<readonly unknown[] | null>(null);
  return {
    isOpen: items.length > 0 && shutItems !== items,
    active: chosen.items === items ? chosen.at : first,
    setActive: (at: number) => setChosen({ items, at }),
    open: () => setShutItems(null),
    shut: () => setShutItems(items),
  };
}

type OptionsProps<Item> = Pick<Props<Item>, 'items' | 'keyOf' | 'renderItem' | 'headingOf'> & {
  optionAt: (at: number) => HTMLAttributes<HTMLDivElement> & { id: string };
};

/** The items of the open list, below their headings if they have some. */
function Options<Item>({ items, keyOf, renderItem, headingOf, optionAt }: OptionsProps<Item>) {
  const drawItem = (item: Item, at: number) => (
    <div key={keyOf(item)} {...optionAt(at)} class="menu-item suggestion">
      {renderItem(item)}
    </div>
  );
  if (headingOf === undefined) return <>{items.map(drawItem)}</>;
  return (
    <>
      {groupsOf(items, headingOf).map(({ heading, group, from }) => {
        const headingId = `${optionAt(from).id}-group`;
        return (
          <div key={heading} role="group" class="menu-group" aria-labelledby={headingId}>
            <p id={headingId} class="note menu-label one-line" dir="auto">
              {heading}
            </p>
            {group.map((item, at) => drawItem(item, from + at))}
          </div>
        );
      })}
    </>
  );
}

/** The items under each heading, and the place of the first of them. Items with one heading follow each other. */
function groupsOf<Item>(items: readonly Item[], headingOf: (item: Item) => string) {
  const groups: { heading: string; group: Item[]; from: number }[] = [];
  items.forEach((item, from) => {
    const heading = headingOf(item);
    const last = groups.at(-1);
    if (last?.heading === heading) last.group.push(item);
    else groups.push({ heading, group: [item], from });
  });
  return groups;
}
