import { isDate, lastDate } from '../dates/calendar.ts';
import { DayWords } from './day-words.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './page-context.ts';

export type DateProps = {
  /** The id of the control, and what describes it. */
  described: { id: string };
  name?: string;
  value: string;
  /** The first day that may be chosen; any day unless given. */
  min?: string | undefined;
  onChoose: (iso: string) => void;
};

/** The date of a control in words; it may have none. */
export function ShownDate({ value }: { value: string }) {
  const { date } = useWords();
  return (
    <>
      <span class="date-words">{isDate(value) ? <DayWords iso={value} /> : date.none}</span>
      <Icon name="calendar" />
    </>
  );
}

/** The native picker under the date in words: a tap anywhere opens it, and screen readers read it. */
export function NativeDate({ described, name, value, min, onChoose }: DateProps) {
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
