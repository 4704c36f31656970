import type { readNewTask } from '../quick-add/new-task.ts';
import type { Chip } from '../quick-add/read.ts';
import { IconButton } from '../ui/controls.tsx';
import { useSayAtRest, useWords } from '../ui/page-context.ts';
import { useSayChip } from './workspace.ts';
import './chips.css';

type Props = {
  chips: readonly Chip[];
  repeat: ReturnType<typeof readNewTask>['repeat'];
  onKeep: (chip: Chip) => void;
};

/** What was read from the text, each with a button that makes it plain text again; a recurrence stays in the words. */
export function Chips({ chips, repeat, onKeep }: Props) {
  const { add } = useWords();
  const sayChip = useSayChip();
  const repeats = repeat && (repeat.rule ? add.repeats : add.unclearRepeat);
  const said = [...chips.map(sayChip), ...(repeats ? [repeats] : [])].join(', ');
  // Every letter of "in 12 days" reads as another date.
  useSayAtRest(said, said);
  if (said === '') return null;
  return (
    <ul class="chips side-by-side" aria-label={add.read}>
      {chips.map((chip) => (
        <li
          key={chip.kind}
          class="chip side-by-side"
          data-note={chip.kind === 'date' ? chip.note : undefined}
        >
          <span class="chip-words one-line">{chip.text}</span> {sayChip(chip)}
          <IconButton
            icon="close"
            aria-label={add.keep(chip.text)}
            title={add.keep(chip.text)}
            onClick={() => onKeep(chip)}
          />
        </li>
      ))}
      {repeat !== undefined && (
        <li class="chip side-by-side" data-note={repeat.rule ? undefined : 'unclear'}>
          <span class="chip-words one-line">{repeat.text}</span> {repeats}
        </li>
      )}
    </ul>
  );
}
