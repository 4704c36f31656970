import { useWords } from '../ui/page-context.ts';

const widths = ['w6', 'w8', 'w5', 'w7', 'w4', 'w7', 'w6', 'w5', 'w8', 'w6', 'w4', 'w7'] as const;

/** Lines not yet written, as many as there were the last time; shown only to those who have to wait. */
export function Skeleton({ expected }: { expected: number | null }) {
  const { list } = useWords();
  return (
    <div class="skeleton">
      <p class="unseen">{list.loading}</p>
      {widths.slice(0, expected ?? 5).map((width, at) => (
        <div key={at} class={`skeleton-line ${width}`} aria-hidden="true" />
      ))}
    </div>
  );
}
