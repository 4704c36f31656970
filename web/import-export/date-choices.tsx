import { useTasks } from '../tasks/workspace.ts';
import { Choice } from '../ui/controls.tsx';
import { useDays } from '../ui/page-context.ts';
import { dayNumbered } from './date-forms.ts';
import type { DayCount } from './date-forms.ts';
import { useExchangeWords } from './exchange-words.ts';
import type { DateOrder } from './file-dates.ts';
import type { DateForms, FileContent } from './read-file.ts';

/** The questions about dates that can be read in two ways, each with the days that they would be. */
export function DateChoices({
  content,
  chosen,
  onChoose,
}: {
  content: FileContent;
  chosen: DateForms;
  onChoose: (forms: DateForms) => void;
}) {
  const { isDateOrderOpen, dateOrder, dayNumber } = content;
  return (
    <>
      {isDateOrderOpen && (
        <DateOrderChoice
          value={dateOrder}
          onChoose={(order) => onChoose({ ...chosen, dateOrder: order })}
        />
      )}
      {dayNumber !== null && (
        <DayCountChoice
          number={dayNumber}
          value={chosen.dayCount ?? 'since_1900'}
          onChoose={(dayCount) => onChoose({ ...chosen, dayCount })}
        />
      )}
    </>
  );
}

/** Asks if 3/4 is a day of April or of March. */
function DateOrderChoice(props: { value: DateOrder; onChoose: (order: DateOrder) => void }) {
  const { dateOrder } = useExchangeWords().importing;
  const { todayIso } = useTasks();
  const days = useDays();
  const year = todayIso.slice(0, 4);
  return (
    <Choice
      legend={dateOrder}
      options={[
        { value: 'day_first', label: days.short(`${year}-04-03`, todayIso) },
        { value: 'month_first', label: days.short(`${year}-03-04`, todayIso) },
      ]}
      {...props}
    />
  );
}

/** Asks from which year the numbers of days in a spreadsheet count. */
function DayCountChoice({
  number,
  ...props
}: {
  number: string;
  value: DayCount;
  onChoose: (count: DayCount) => void;
}) {
  const { dayNumber } = useExchangeWords().importing;
  const { todayIso } = useTasks();
  const days = useDays();
  const labelOf = (count: DayCount) => days.short(dayNumbered(number, count) ?? number, todayIso);
  return (
    <Choice
      legend={dayNumber(number)}
      options={[
        { value: 'since_1900', label: labelOf('since_1900') },
        { value: 'since_1904', label: labelOf('since_1904') },
      ]}
      {...props}
    />
  );
}
