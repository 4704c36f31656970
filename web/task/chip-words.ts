import type { Chip } from '../quick-add/read.ts';
import { useDays, useTasks, useWords } from '../ui/page-context.ts';

/** What a chip means, in words: "Friday, 27 November", "High", "Working". */
export function useSayChip(): (chip: Chip) => string {
  const { add, fields } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  return (chip) => {
    if (chip.kind === 'importance') return fields.importances[chip.value];
    if (chip.kind === 'state') return fields.states[chip.value];
    const day = days.long(chip.value, todayIso);
    return chip.note === undefined ? day : `${day} (${add.notes[chip.note]})`;
  };
}
