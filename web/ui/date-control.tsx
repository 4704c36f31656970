import { useId, useRef, useState } from 'preact/hooks';
import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';

import { lazy } from './lazy.tsx';
import { useWords } from './page-context.ts';
import { createTypedAhead, TypedAheadContext } from './typed-ahead.ts';
import { useMedia } from './use-media.ts';
import { NativeDate, ShownDate } from './shown-date.tsx';
import type { DateProps } from './shown-date.tsx';

const DateChoice = lazy(async () => (await import('./date-choice.tsx')).DateChoice);

/** A date in words that opens what there is to choose from: on a touch screen the native picker, else our own. */
export function DateControl(props: DateProps) {
  return useMedia('(pointer: coarse)') ? <NativeDate {...props} /> : <DateButton {...props} />;
}

/** A select-only combobox with a dialog (WAI-ARIA). What is typed on it is the first text of the dialog. */
function DateButton({ described, name, value, min, onChoose }: DateProps) {
  const { date } = useWords();
  const popoverId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  /** Which opening is drawn, each as a new one; 0 is none. */
  const [drawn, setDrawn] = useState(0);
  const [typedAhead] = useState(createTypedAhead);

  const isOpen = () => popover.current?.matches(':popover-open') === true;

  /** Not left to the browser, which would draw the content while it is hidden, where nothing takes the focus. */
  function toggle(event?: Event): void {
    event?.preventDefault();
    if (isOpen()) popover.current?.hidePopover();
    else if (button.current) popover.current?.showPopover({ source: button.current });
  }

  /** The button keeps the focus until the text box is drawn. */
  function pressButton(event: TargetedKeyboardEvent<HTMLButtonElement>): void {
    // While it is closed Space presses the button.
    if (event.key === ' ' && !isOpen()) return;
    if (!typedAhead.type(event) && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isOpen()) toggle();
  }

  function press(event: TargetedKeyboardEvent<HTMLElement>): void {
    // It closes the popover, not the form around it.
    if (event.key === 'Escape' && isOpen()) event.stopPropagation();
    // Words that are no date must not submit that form.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  }

  function leave({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): void {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
      popover.current?.hidePopover();
  }

  return (
    // The keys bubble up from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div class="date-control" onKeyDown={press} onFocusOut={leave}>
      <button
        {...described}
        ref={button}
        type="button"
        name={name}
        class="date-value"
        role="combobox"
        popovertarget={popoverId}
        aria-haspopup="dialog"
        aria-controls={popoverId}
        aria-expanded={drawn > 0}
        onClick={toggle}
        onKeyDown={pressButton}
      >
        <ShownDate value={value} />
      </button>
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        role="dialog"
        class="popover date-popover"
        aria-label={date.title(1)}
        onBeforeToggle={({ newState }) => newState === 'open' && setDrawn((last) => last + 1)}
        onToggle={({ newState }) => {
          if (newState === 'open') return;
          // Now that the focus is back on the button.
          setDrawn(0);
          typedAhead.take();
        }}
      >
        {drawn > 0 && (
          <TypedAheadContext.Provider key={drawn} value={typedAhead}>
            <DateChoice
              value={value}
              min={min}
              onChoose={(iso) => {
                popover.current?.hidePopover();
                onChoose(iso);
              }}
            />
          </TypedAheadContext.Provider>
        )}
      </div>
    </div>
  );
}
