import { useId } from 'preact/hooks';
import { useQuickAdd } from '../tasks/workspace.ts';
import { useWords } from '../ui/page-context.ts';
import { sayColumns, sayEntryFault, sayFileFault, useExchangeWords } from './exchange-words.ts';
import { shorten } from './file-table.ts';
import type { Preview } from './preview-data.ts';
import type { FileContent } from './read-file.ts';

// What the preview says of the parts of a file that are not read.

/** The reasons why the file, or a part of it, is not read. */
export function FileFaults({ faults }: Pick<FileContent, 'faults'>) {
  const words = useExchangeWords().importing;
  const { locale } = useQuickAdd();
  return (
    <>
      {faults.map((fault) => (
        <p key={fault.code} class="file-fault" role="alert">
          {sayFileFault(words, locale, fault)}
        </p>
      ))}
    </>
  );
}

/** The parts of the file that are no tasks, each kind with its number. */
export function LeftOutParts({ leftOut }: Pick<FileContent, 'leftOut'>) {
  const words = useExchangeWords().importing.leftOut;
  return (
    <>
      {(['events', 'lines', 'entries'] as const).map((kind) => {
        const number = leftOut[kind] ?? 0;
        return number > 0 && <p key={kind}>{words[kind](number)}</p>;
      })}
    </>
  );
}

/** The columns that are not imported. */
export function IgnoredColumns({ names }: { names: Preview['ignored'] }) {
  const words = useExchangeWords().importing;
  if (names.length === 0) return null;
  return <p class="quiet">{words.ignored(sayColumns(words, names))}</p>;
}

/** The values without a meaning here: their tasks are added, with the default. */
export function UnreadValues({ values }: { values: Preview['unread'] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  const title = useId();
  if (values.shown.length === 0) return null;
  const names = { ...fields.importances, ...fields.states };
  return (
    <div class="unread-values">
      <p id={title} class="note">
        {words.unread.legend}
      </p>
      <ul aria-labelledby={title}>
        {values.shown.map(({ field, value, instead, tasks }) => (
          <li key={`${field} ${value}`} dir="auto">
            {words.unread.count(fields[field], value, names[instead], tasks)}
          </li>
        ))}
      </ul>
      {values.more > 0 && <p class="quiet">{words.more(values.more)}</p>}
    </div>
  );
}

/** The entries that are not added, each with its reasons. More than five are closed at first. */
export function FaultyEntries({ entries }: { entries: Preview['faulty'] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  if (entries.all === 0) return null;
  return (
    <details class="faulty-entries" open={entries.all <= 5}>
      <summary>{words.faulty(entries.all)}</summary>
      <ul class="ruled-list">
        {entries.shown.map(({ line, text, faults }) => (
          <li key={line}>
            <strong>{words.line(line)}</strong> <span dir="auto">{shorten(text)}</span>
            {faults.map((fault, at) => (
              <p key={at} class="note" dir="auto">
                {sayEntryFault(fields, words, fault)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {entries.more > 0 && <p class="quiet">{words.more(entries.more)}</p>}
    </details>
  );
}
