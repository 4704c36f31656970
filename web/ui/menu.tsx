import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

import type { Option } from './controls.tsx';

/** A native popover with the keys of a menu (WAI-ARIA), opened with `popovertarget`. Its items are drawn only while it is open. */
export function Menu({
  id,
  label,
  children,
}: {
  id: string;
  label: string;
  children: ComponentChildren;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function press(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const items = itemsOf(menu.current);
    const at = items.findIndex((item) => item === document.activeElement);
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    } else if (event.key === 'Tab') menu.current?.hidePopover();
  }

  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="menu"
      class="popover menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={press}
      onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
      onToggle={(event) => {
        if (event.newState === 'open') itemsOf(menu.current)[0]?.focus();
        else {
          setOpen(false);
          delete menu.current?.dataset['at'];
        }
      }}
    >
      {open && children}
    </div>
  );
}

/** Items that belong together, under an optional heading. */
export function MenuGroup({ label, children }: { label?: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <div role="group" class="menu-group" aria-labelledby={label && id}>
      {label && (
        <p id={id} class="note menu-label one-line" dir="auto">
          {label}
        </p>
      )}
      {children}
    </div>
  );
}

type ChoicesProps<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value?: Value;
  onChoose: (value: Value) => void;
};

/** The options side by side, an item each; with `value` the items are radio items, and that one is checked. */
export function MenuChoices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, options, value: chosen, onChoose } = props;
  return (
    <MenuGroup label={label}>
      <div role="presentation" class="menu-choices">
        {options.map(({ value, label: name, mark }) => (
          <MenuItem
            key={value}
            checked={chosen && chosen === value}
            onChoose={() => onChoose(value)}
          >
            {mark}
            {name}
          </MenuItem>
        ))}
      </div>
    </MenuGroup>
  );
}

type ItemProps = {
  checked?: boolean | undefined;
  onChoose: () => void;
  children: ComponentChildren;
};

/** One item; with `checked` it is a radio item. */
export function MenuItem({ checked, onChoose, children }: ItemProps) {
  return (
    <button
      type="button"
      class="menu-item"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      onClick={({ currentTarget }) => {
        // Closed first: the focus returns to the button before the choice may move it.
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onChoose();
      }}
    >
      {children}
    </button>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
