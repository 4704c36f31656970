/** A pointer that may be about to move a row. Distances are in CSS pixels. */
export type Drag =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly rowKey: string; readonly from: Point }
  | { readonly kind: 'dragging'; readonly rowKey: string; readonly from: Point; readonly to: Point };

export type Point = { readonly x: number; readonly y: number };

export type DragEvent =
  | { readonly kind: 'press'; readonly rowKey: string; readonly at: Point }
  | { readonly kind: 'move'; readonly at: Point }
  | { readonly kind: 'end' };

export const noDrag: Drag = { kind: 'idle' };

/** A press that moves less than this is a click. */
const slackPx = 6;

/** Pure: what a pointer's next event makes of it. */
export function reduceDrag(drag: Drag, event: DragEvent): Drag {
  if (event.kind === 'end') return noDrag;
  if (event.kind === 'press') return { kind: 'pressed', rowKey: event.rowKey, from: event.at };
  if (drag.kind === 'idle') return drag;
  const { rowKey, from } = drag;
  const far = Math.hypot(event.at.x - from.x, event.at.y - from.y) >= slackPx;
  return drag.kind === 'dragging' || far ? { kind: 'dragging', rowKey, from, to: event.at } : drag;
}

/** The name of the column above or below which the pointer is, however short the column is. */
export function columnAt<Name>(
  x: number,
  columns: readonly { readonly name: Name; readonly left: number; readonly right: number }[],
): Name | null {
  return columns.find(({ left, right }) => x >= left && x < right)?.name ?? null;
}
