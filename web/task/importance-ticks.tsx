import { importances } from '../model/fields.ts';
import type { Fields } from '../model/fields.ts';
import './marks.css';

/** One, two or three short strokes. */
export function ImportanceTicks({ importance }: { importance: Fields['importance'] }) {
  const strokes = importances.indexOf(importance) + 1;
  return (
    <svg class="ticks" data-importance={importance} viewBox={`0 0 ${strokes * 5 - 1} 14`} aria-hidden="true">
      <path
        d={importances
          .slice(0, strokes)
          .map((_, at) => `M${at * 5 + 2} 2v10`)
          .join('')}
      />
    </svg>
  );
}
