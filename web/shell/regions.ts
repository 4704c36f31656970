const regions = [
  '.sheet-head',
  '.new-task',
  '.find-bar',
  '.group, .board, .month',
  '.selection-bar',
  '.toasts',
];
const focusable = 'button:not([tabindex="-1"]), a[href], input:not([type="hidden"]), [tabindex="0"]';

/** Takes the focus to the next part of the page that has something to press, around and around. */
export function focusNextRegion(): void {
  const found = regions.flatMap((region) => document.querySelector<HTMLElement>(region) ?? []);
  const at = found.findIndex((region) => region.contains(document.activeElement));
  for (let step = 1; step <= found.length; step += 1) {
    const target = found[(at + step) % found.length]?.querySelector<HTMLElement>(focusable);
    if (target?.checkVisibility()) return target.focus();
  }
}
