import { useWords } from '../words/words.ts';

/** Lines not yet written, shown only to those who have to wait. */
export function Skeleton() {
  const { list } = useWords();
  return (
    <div class="skeleton">
      <p class="unseen">{list.loading}</p>
      {['w6', 'w8', 'w5', 'w7', 'w4'].map((width) => (
        <div key={width} class={`skeleton-line ${width}`} aria-hidden="true" />
      ))}
    </div>
  );
}
