import { useState } from 'preact/hooks';

import { useWords } from '../ui/page-context.ts';

type Props = { chosen: boolean; onChoose: (file: File) => void };

/** The browser's own file input with the look of a button; a file can be dropped on it, too. */
export function FilePicker({ chosen, onChoose }: Props) {
  const words = useWords().exchange.importing;
  const [over, setOver] = useState(false);

  return (
    // Dropping is a second way; the input inside is the one for keyboards and screen readers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      class="file-picker side-by-side"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) onChoose(file);
      }}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,.ics,text/csv,application/json,text/calendar"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onChoose(file);
          // Choosing the same file again is a change, too.
          currentTarget.value = '';
        }}
      />
      <span class="button">{chosen ? words.another : words.choose}</span>
      <span class="quiet">{words.orDrop}</span>
    </label>
  );
}
