import { useWords } from '../words/words.ts';
import { importances } from './fields.ts';
import type { Fields } from './fields.ts';

/** One, two or three short strokes. */
export function ImportanceTicks({ importance }: { importance: Fields['importance'] }) {
  const { fields } = useWords();
  const strokes = importances.indexOf(importance) + 1;
  return (
    <svg class="ticks" data-importance={importance} viewBox="0 0 18 14" aria-hidden="true">
      <title>{fields.importances[importance]}</title>
      {importances.slice(0, strokes).map((each, at) => (
        <path key={each} d={`M${14 - at * 5} 2v10`} />
      ))}
    </svg>
  );
}
