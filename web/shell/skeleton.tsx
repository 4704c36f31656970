import { useWords } from '../ui/page-context.ts';

/** More would not fit into sight. */
const most = 12;

/** Lines not yet written, as many as there were the last time; shown only to those who have to wait. */
export function Skeleton({ expected }: { expected: number | null }) {
  const { list } = useWords();
  return (
    <div class="skeleton">
      <p class="unseen">{list.loading}</p>
      {Array.from({ length: Math.min(expected ?? 5, most) }, (_, at) => (
        <div key={at} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}
