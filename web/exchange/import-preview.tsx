import { useEffect, useRef } from 'preact/hooks';

import type { TaskCreateRequest } from '../../contract/task.ts';
import { Choice } from '../ui/choice.tsx';
import { useDays, useWords } from '../ui/page-context.ts';
import { FaultyRows } from './faulty-rows.tsx';
import { FileFaults } from './file-faults.tsx';
import type { Plan, PlanChoices } from './plan.ts';
import { PlannedRows } from './planned-rows.tsx';
import type { ImportPreview as Preview } from './preview.ts';
import type { DateOrder } from './values.ts';
import { useExchangeWords } from './words.ts';

type Props = {
  readOnly: boolean;
  fileName: string;
  preview: Preview;
  plan: Plan;
  todayIso: string;
  /** How dates are read, where only the person can know; else null. */
  dateOrder: DateOrder | null;
  choices: PlanChoices;
  onDateOrder: (order: DateOrder) => void;
  onChoices: (choices: PlanChoices) => void;
  onAdd: (fields: readonly TaskCreateRequest[]) => void;
};

/** What a file would add, what is doubtful about it, and the one button that does it. A new one takes the focus. */
export function ImportPreview(props: Props) {
  const { readOnly, fileName, preview, plan, todayIso, onAdd } = props;
  const { offline } = useWords();
  const words = useExchangeWords().importing;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, []);
  return (
    <div class="preview">
      <h4 ref={heading} tabIndex={-1}>
        <span class="preview-file">{fileName}</span> {words.preview(plan.add.length)}
      </h4>
      <FileFaults faults={preview.faults} />
      <Doubts {...props} />
      <FaultyRows rows={plan.faulty} />
      <PlannedRows rows={plan.add} todayIso={todayIso} />
      {plan.add.length > 0 && preview.ignored.length > 0 && (
        <p class="quiet">{words.ignored(preview.ignored.join(', '))}</p>
      )}
      {plan.add.length > 0 && (
        <div class="preview-add">
          {readOnly && <p>{offline.readOnly}</p>}
          <button
            type="button"
            class="button primary"
            disabled={readOnly}
            onClick={() => onAdd(plan.add.map(({ fields }) => fields))}
          >
            {words.add(plan.add.length)}
          </button>
        </div>
      )}
    </div>
  );
}

function Doubts({ plan, todayIso, dateOrder, choices, onDateOrder, onChoices }: Props) {
  const words = useExchangeWords().importing;
  const days = useDays();
  const year = todayIso.slice(0, 4);
  return (
    <>
      {dateOrder && (
        <Choice
          legend={words.dateOrder}
          options={[
            { value: 'day_first', label: days.short(`${year}-04-03`, todayIso) },
            { value: 'month_first', label: days.short(`${year}-03-04`, todayIso) },
          ]}
          value={dateOrder}
          onChoose={onDateOrder}
        />
      )}
      {plan.duplicates > 0 && (
        <Choice
          legend={words.duplicates.legend(plan.duplicates)}
          options={[
            { value: 'skip', label: words.duplicates.skip },
            { value: 'add', label: words.duplicates.add },
          ]}
          value={choices.duplicates}
          onChoose={(duplicates) => onChoices({ ...choices, duplicates })}
        />
      )}
      {plan.past > 0 && (
        <Choice
          legend={words.past.legend(plan.past)}
          options={[
            { value: 'today', label: words.past.today },
            { value: 'skip', label: words.past.skip },
          ]}
          value={choices.past}
          onChoose={(past) => onChoices({ ...choices, past })}
        />
      )}
    </>
  );
}
