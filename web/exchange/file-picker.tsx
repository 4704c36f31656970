import { useState } from 'preact/hooks';
import type { TargetedDragEvent } from 'preact';

import { useExchangeWords } from './words.ts';

type Props = { chosen: boolean; onChoose: (file: File) => void };

/** The browser's own file input, dressed as a button; a file can be dropped on it, too. */
export function FilePicker({ chosen, onChoose }: Props) {
  const words = useExchangeWords().importing;
  const [over, setOver] = useState(false);

  function take(event: TargetedDragEvent<HTMLLabelElement>, taking: boolean): void {
    event.preventDefault();
    setOver(!taking);
    const file = taking ? event.dataTransfer?.files[0] : undefined;
    if (file) onChoose(file);
  }

  return (
    // Dropping is a second way; the input inside is the one for keyboards and screen readers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      class="file-picker"
      data-over={over}
      onDragOver={(event) => take(event, false)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => take(event, true)}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv,application/json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
          // So that choosing the same file again is a choice, too.
          event.currentTarget.value = '';
        }}
      />
      <span class="button">{chosen ? words.another : words.choose}</span>
      <span class="quiet">{words.orDrop}</span>
    </label>
  );
}
