import { useId, useMemo, useRef, useState } from 'preact/hooks';

import { firstDate, isDate } from '../dates/calendar.ts';
import { suggestDates } from '../quick-add/suggest.ts';
import { useCombobox } from './combobox.ts';
import { DayWords } from './day-words.tsx';
import { useDays, useWords } from './page-context.ts';
import { useQuickAdd } from './use-quick-add.ts';
import { useTypedText } from './typed-ahead.ts';
import { useMedia } from './use-media.ts';
import { NativeDate } from './shown-date.tsx';
import { SmallMonth } from './small-month.tsx';
import './date-choice.css';

type Props = {
  /** The date until now; empty without one. */
  value: string;
  /** The first day that may be chosen; any day unless given. */
  min?: string | undefined;
  onChoose: (iso: string) => void;
};

/** A day in words, one of the usual ones, or one of a small month; on a touch screen of the native picker. */
export function DateChoice({ value, min = firstDate, onChoose }: Props) {
  const { date: words, fields } = useWords();
  const options = useQuickAdd();
  const days = useDays();
  const inputRef = useRef<HTMLInputElement>(null);
  const noteId = useId();
  // On a touch screen the keyboard would cover what there is to choose from.
  const touch = useMedia('(pointer: coarse)');
  const [text, setText] = useTypedText(inputRef, !touch);
  const said = useMemo(() => suggestDates(text, options), [text, options]);
  const dates = useMemo(() => said.filter(({ iso }) => iso >= min), [said, min]);
  const list = useCombobox({ items: dates, onChoose: ({ iso }) => onChoose(iso), eager: true });
  const meant = text.trim() === '' ? undefined : dates[0]?.iso;
  const start = meant ?? (isDate(value) ? value : options.todayIso);

  return (
    <div class="date-choice">
      <input
        {...list.input}
        ref={inputRef}
        class="lined date-text"
        type="text"
        autocomplete="off"
        aria-label={words.words}
        aria-describedby={list.open ? undefined : noteId}
        placeholder={words.wordsHint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {list.open ? (
        <ul {...list.list} class="date-list" aria-label={words.choices}>
          {dates.map(({ name, iso }, at) => (
            <li key={iso} {...list.option(at)} class="menu-item suggestion">
              {name === null ? (
                <DayWords iso={iso} shown={days.long(iso, options.todayIso)} />
              ) : (
                <>
                  <span>{words.names[name]}</span>{' '}
                  <span class="note">
                    <DayWords iso={iso} shown={days.brief(iso, options.todayIso)} />
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p id={noteId} class="note date-list">
          {said.length > 0 ? fields.faults.in_the_past : words.unread}
        </p>
      )}
      {touch ? (
        <NativeDay min={min} onChoose={onChoose} />
      ) : (
        <SmallMonth key={start} {...{ value, min, onChoose }} start={start < min ? min : start} />
      )}
    </div>
  );
}

/** The native picker says each day that is passed in it, so that the chosen one needs a button. */
function NativeDay({ min, onChoose }: Omit<Props, 'value'>) {
  const { date: words } = useWords();
  const id = useId();
  const [day, setDay] = useState('');
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
