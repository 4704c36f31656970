import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { useQuickAdd } from '../ui/quick-add.ts';
import { useCombobox } from '../ui/combobox.ts';
import { useTypedText } from '../ui/dialog.tsx';
import { useMedia } from '../ui/use-media.ts';
import { isDate, lastDate } from '../dates/calendar.ts';
import { useDays, useWords } from '../ui/page-context.ts';
import { suggestDates } from '../quick-add/suggest.ts';
import './date-choice.css';

type Props = { onChoose: (iso: string) => void };

/** A day in words, one of the usual ones, or one from the browser's own calendar. */
export function DateChoice({ onChoose }: Props) {
  const { date: words } = useWords();
  const options = useQuickAdd();
  const days = useDays();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useTypedText();
  const [day, setDay] = useState('');
  const dates = useMemo(() => suggestDates(text, options), [text, options]);
  const list = useCombobox({ items: dates, onChoose: ({ iso }) => onChoose(iso), eager: true });
  // On a touch screen the keyboard would cover what there is to choose from.
  const keyboard = useMedia('(pointer: fine)');

  useLayoutEffect(() => {
    if (keyboard) inputRef.current?.focus();
  }, [keyboard]);

  return (
    <div class="date-choice">
      <input
        {...list.input}
        ref={inputRef}
        class="date-words"
        type="text"
        autocomplete="off"
        aria-label={words.words}
        placeholder={words.wordsHint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {list.open && (
        <ul {...list.list} class="date-list" aria-label={words.choices}>
          {dates.map(({ name, iso }, at) => (
            <li key={iso} {...list.option(at)} class="menu-item suggestion">
              {name !== null && <span>{words.names[name]}</span>}
              <span class={name === null ? '' : 'quiet'}>{days.long(iso, options.todayIso)}</span>
            </li>
          ))}
        </ul>
      )}
      <form
        class="date-day"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDate(day)) onChoose(day);
        }}
      >
        <label for="date-day">{words.day}</label>
        <input
          id="date-day"
          type="date"
          required
          max={lastDate}
          value={day}
          onInput={(event) => setDay(event.currentTarget.value)}
        />
        <button class="button">{words.set}</button>
      </form>
    </div>
  );
}
