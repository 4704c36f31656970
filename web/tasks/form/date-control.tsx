import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type {
  ComponentChildren,
  ComponentProps,
  TargetedFocusEvent,
  TargetedKeyboardEvent,
} from 'preact';
import { firstDate, isDate, lastDate } from '../../dates/calendar.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { DayWords, Icon } from '../../ui/controls.tsx';
import { lazy } from '../../ui/panel.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { isOfInputMethod, useMedia } from '../../ui/events.ts';
import type { DateChoice as SuggestedDate } from '../../quick-add/day-names.ts';
import { useQuickAdd, useReader } from '../workspace.ts';

import './date-choice.css';

const SmallMonth = lazy(async () => (await import('../../ui/small-month.tsx')).SmallMonth);

type Props = {
  /** The present date; empty without one. */
  value: string;
  /** The first day that may be chosen; any day unless given. */
  min?: string | undefined;
  onChoose: (iso: string) => void;
};
/** `described` has the id of the control and its ARIA attributes. */
type ControlProps = Props & { described: { id: string }; name?: string };

/** A date in words that opens a picker: on a touch screen the native one, else a popover. */
export function DateControl(props: ControlProps) {
  const isTouch = useMedia('(pointer: coarse)');
  if (isTouch) return <NativeDate {...props} />;
  return <DateButton {...props} />;
}

/** A select-only combobox with a dialog (WAI-ARIA). A character typed on the button becomes the first of the dialog's text. */
function DateButton({ described, name, value, min, onChoose }: ControlProps) {
  const popoverId = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** The last opening; each is drawn as a new popover. Null after the event of its closing, which may follow the next key. */
  const [opened, setOpened] = useState<{ typed: string } | null>(null);
  const shown = () => document.querySelector<HTMLElement>(`#${CSS.escape(popoverId)}:popover-open`);

  function pressButton(event: TargetedKeyboardEvent<HTMLButtonElement>): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isText =
      !isOfInputMethod(event) && !ctrlKey && !metaKey && !altKey && Array.from(key).length === 1;
    // Space presses the button.
    const isTyped = isText && key !== ' ';
    if (shown() || (!isTyped && key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    setOpened({ typed: isTyped ? key : '' });
  }

  function press(event: TargetedKeyboardEvent<HTMLElement>): void {
    // Escape closes the popover, not the form around it.
    if (event.key === 'Escape' && shown()) event.stopPropagation();
    // Enter on text that is no date must not submit that form.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  }

  function leave({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): void {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
      shown()?.hidePopover();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys bubble up from inside
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
        aria-expanded={opened !== null}
        onClick={(event) => {
          event.preventDefault();
          const popover = shown();
          if (popover) popover.hidePopover();
          else setOpened({ typed: '' });
        }}
        onKeyDown={pressButton}
      >
        <ShownDate value={value} />
      </button>
      {opened && (
        <DatePopover
          key={opened}
          id={popoverId}
          source={() => button.current}
          value={value}
          min={min}
          typed={opened.typed}
          onChoose={onChoose}
          onClose={() => setOpened((now) => (now === opened ? null : now))}
        />
      )}
    </div>
  );
}

type PopoverProps = ComponentProps<typeof DateChoice> & {
  id?: string;
  /** The element beside which the popover opens. */
  source: () => HTMLElement | null;
  onClose: () => void;
  /** Drawn above the choice. */
  children?: ComponentChildren;
};

/** The choice of a date, beside an element; its closing returns the focus to the element that had it. */
export function DatePopover({ id, source, onChoose, onClose, children, ...choice }: PopoverProps) {
  const { date } = useWords();
  const popover = useRef<HTMLDivElement>(null);
  // A ref runs before the effect that focuses the text box inside.
  const [show] = useState(() => (drawn: HTMLDivElement | null) => {
    popover.current = drawn;
    const opener = source();
    drawn?.showPopover({ ...(opener && { source: opener }) });
  });
  return (
    <div
      ref={show}
      id={id}
      popover="auto"
      role="dialog"
      class="popover date-popover"
      aria-label={date.title(1)}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {children}
      <DateChoice
        {...choice}
        onChoose={(iso) => {
          popover.current?.hidePopover();
          onChoose(iso);
        }}
      />
    </div>
  );
}

function ShownDate({ value }: { value: string }) {
  const { date } = useWords();
  return (
    <>
      <span>{isDate(value) ? <DayWords iso={value} /> : date.none}</span>
      <Icon name="calendar" />
    </>
  );
}

/** The date in words below a transparent native picker: a tap anywhere opens the picker, and screen readers read it. */
function NativeDate({ described, name, value, min, onChoose }: ControlProps) {
  return (
    <span class="date-control date-value">
      <span class="date-shown" aria-hidden="true">
        <ShownDate value={value} />
      </span>
      <input
        {...described}
        name={name}
        class="native-date"
        type="date"
        min={min}
        max={lastDate}
        value={value}
        onInput={(event) => onChoose(event.currentTarget.value)}
      />
    </span>
  );
}

/** A choice of a day: typed in words, from suggestions, or from a small month; on a touch screen from the native picker. */
export function DateChoice({
  value,
  min = firstDate,
  typed = '',
  onChoose,
}: Props & { typed?: string }) {
  const { date: words, fields } = useWords();
  const options = useQuickAdd();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  // On a touch screen the keyboard would cover the choices.
  const touch = useMedia('(pointer: coarse)');
  // A layout effect moves the focus before the next key event.
  useLayoutEffect(() => {
    if (!touch) inputRef.current?.focus();
  }, [touch]);
  const reader = useReader();
  const suggested = useMemo(() => reader.suggestDates(text, options), [text, options, reader]);
  const dates = useMemo(() => suggested.filter(({ iso }) => iso >= min), [suggested, min]);
  const typedIso = text.trim() === '' ? undefined : dates[0]?.iso;
  /** The text at an Enter that came before the text could be read: it chooses the date once it can. */
  const [entered, setEntered] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (entered !== text || typedIso === undefined) return;
    setEntered(null);
    onChoose(typedIso);
  }, [entered, text, typedIso, onChoose]);
  // The month keeps its day at midnight, and thus the focus.
  const [first] = useState(isDate(value) ? value : options.todayIso);
  const start = typedIso ?? first;

  return (
    <div class="date-choice">
      <Combobox
        items={dates}
        keyOf={({ iso }) => iso}
        onChoose={({ iso }) => onChoose(iso)}
        eager
        onEnterEmpty={() => setEntered(text)}
        list={{ label: words.choices, class: 'date-list' }}
        renderItem={(suggestion) => <SuggestedDay {...suggestion} />}
        renderNone={(id) => (
          <p id={id} class="note date-list">
            {suggested.length > 0 ? fields.faults.in_the_past : words.unread}
          </p>
        )}
        inputRef={inputRef}
        class="lined date-text"
        aria-label={words.words}
        placeholder={words.wordsHint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {touch && <NativeDay value={value} min={min} onChoose={onChoose} />}
      {!touch && (
        <SmallMonth key={start} {...{ value, min, onChoose }} start={start < min ? min : start} />
      )}
    </div>
  );
}

/** A day with its usual name, such as "next week", or in words alone. */
function SuggestedDay({ name, iso }: SuggestedDate) {
  const { names } = useWords().date;
  const { todayIso } = useQuickAdd();
  const days = useDays();
  if (name === null) return <DayWords iso={iso} shown={days.long(iso, todayIso)} />;
  return (
    <>
      <span>{names[name]}</span>{' '}
      <span class="note">
        <DayWords iso={iso} shown={days.brief(iso, todayIso)} />
      </span>
    </>
  );
}

/** The native picker reports each day on the way to the chosen one, so that a button must confirm the choice. */
function NativeDay({ value, min, onChoose }: Props) {
  const { date: words } = useWords();
  const id = useId();
  const [day, setDay] = useState(value);
  return (
    <form
      class="date-day side-by-side"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDate(day)) onChoose(day);
      }}
    >
      <label for={id}>{words.day}</label>
      <NativeDate described={{ id }} value={day} min={min} onChoose={setDay} />
      <button class="button">{words.set}</button>
    </form>
  );
}
