import { useEffect } from 'preact/hooks';

import type { Chip } from '../quick-add/read.ts';
import { useSay, useWords } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { useSayChip } from '../ui/use-quick-add.ts';

type Props = { chips: readonly Chip[]; repeat: string | undefined; onKeep: (chip: Chip) => void };

/** What was read from the text, each with a button that makes it plain text again; a recurrence has a note alone. */
export function Chips({ chips, repeat, onKeep }: Props) {
  const { add } = useWords();
  const say = useSay();
  const sayChip = useSayChip();
  const said = [...chips.map(sayChip), ...(repeat === undefined ? [] : [add.repeats])].join(', ');

  // Only when typing pauses: every letter of "in 12 days" reads as another date.
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(said), 600);
    return () => clearTimeout(timer);
  }, [said, say]);

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
          <button
            type="button"
            class="icon-button"
            aria-label={add.keep(chip.text)}
            title={add.keep(chip.text)}
            onClick={() => onKeep(chip)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      {repeat !== undefined && (
        <li class="chip side-by-side" data-note="repeats">
          <span class="chip-words one-line">{repeat}</span> {add.repeats}
        </li>
      )}
    </ul>
  );
}
