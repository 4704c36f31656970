import type { Item } from '../model/groups.ts';

/** A part of the list, in CSS pixels from its head. */
export type Span = { readonly fromPx: number; readonly toPx: number };

/** The heights of the items that have been drawn, by key, and what others are likely to have. */
export type Heights = { readonly likelyPx: number; readonly byKey: ReadonlyMap<string, number> };

/** What is drawn: items, and blanks as high as the rows that are left out between them. */
export type Part = Item | { readonly kind: 'blank'; readonly key: string; readonly px: number };

/** Where each item begins, in CSS pixels from the head of the list, and last where the list ends. */
export function topsOf(items: readonly Item[], { likelyPx, byKey }: Heights): Float64Array {
  const tops = new Float64Array(items.length + 1);
  let px = 0;
  items.forEach(({ key }, at) => {
    px += byKey.get(key) ?? likelyPx;
    tops[at + 1] = px;
  });
  return tops;
}

/** The rows that touch the span, those that are kept wherever they are, all headings, and blanks between them. */
export function partsOf(
  items: readonly Item[],
  tops: Float64Array,
  { fromPx, toPx }: Span,
  kept: ReadonlySet<string | null>,
): readonly Part[] {
  const parts: Part[] = [];
  let blankFrom = -1;
  const endBlank = (at: number) => {
    if (blankFrom < 0) return;
    const px = topAt(tops, at) - topAt(tops, blankFrom);
    parts.push({ kind: 'blank', key: `blank ${blankFrom}`, px });
    blankFrom = -1;
  };
  items.forEach((item, at) => {
    const isInSpan = topAt(tops, at + 1) > fromPx && topAt(tops, at) < toPx;
    if (isInSpan || item.kind === 'heading' || kept.has(item.key)) {
      endBlank(at);
      parts.push(item);
    } else if (blankFrom < 0) blankFrom = at;
  });
  endBlank(items.length);
  return parts;
}

const topAt = (tops: Float64Array, at: number): number => tops[at] ?? 0;
