import { useWords } from '../ui/page-context.ts';
import { sayRowFault, shorten } from './fault-words.ts';
import type { FaultyRow } from './preview.ts';
import { useExchangeWords } from './words.ts';

/** What of a file cannot become a task, line by line, each with its reasons; folded away when it is much. */
export function FaultyRows({ rows }: { rows: readonly FaultyRow[] }) {
  const { fields } = useWords();
  const words = useExchangeWords().importing;
  if (rows.length === 0) return null;
  return (
    <details class="faulty-rows" open={rows.length <= 5}>
      <summary>{words.faulty(rows.length)}</summary>
      <ul>
        {rows.slice(0, mostShown).map(({ line, faults, text }) => (
          <li key={line}>
            <strong>{words.line(line)}</strong> {text !== '' && <span dir="auto">{shorten(text)}</span>}
            {faults.map((fault) => (
              <p key={'field' in fault ? fault.field : fault.code}>{sayRowFault(fields, words, fault)}</p>
            ))}
          </li>
        ))}
      </ul>
      {rows.length > mostShown && <p class="quiet">{words.more(rows.length - mostShown)}</p>}
    </details>
  );
}

const mostShown = 100;
