/** A run of rows that are drawn, or of rows that are not: blank paper of their height. `to` is the row after the last. */
export type Stretch = {
  readonly kind: 'rows' | 'blank';
  readonly from: number;
  readonly to: number;
  readonly px: number;
};

/** Rows are drawn and left out by so many at a time. */
export const chunkRows = 5;

/** So far beyond the screen rows are drawn already, once those on it have been painted. */
export const marginPx = 250;

/** So few rows on the whole page are always drawn, all of them. */
export const isFew = (rows: number): boolean => rows < 60;

export type Heights = { readonly rowPx: number; readonly chunkPx: ReadonlyMap<number, number> };

/** The chunks that show between two heights of the list, both in CSS pixels from its head. */
export function chunksBetween(
  count: number,
  heights: Heights,
  fromPx: number,
  toPx: number,
): readonly number[] {
  const chunks: number[] = [];
  let headPx = 0;
  for (let chunk = 0; chunk * chunkRows < count && headPx < toPx; chunk += 1) {
    headPx += chunkHeight(chunk, count, heights);
    if (headPx > fromPx) chunks.push(chunk);
  }
  return chunks;
}

/** The whole list as stretches of rows and of blank paper, in order. */
export function stretchesOf(count: number, heights: Heights, drawn: ReadonlySet<number>): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let chunk = 0; chunk * chunkRows < count; chunk += 1) {
    const kind = drawn.has(chunk) ? 'rows' : 'blank';
    const [from, to] = [chunk * chunkRows, Math.min((chunk + 1) * chunkRows, count)];
    const px = chunkHeight(chunk, count, heights);
    const last = stretches.at(-1);
    if (last?.kind === kind) stretches[stretches.length - 1] = { ...last, to, px: last.px + px };
    else stretches.push({ kind, from, to, px });
  }
  return stretches;
}

/** What is drawn of a list that has other rows now: what comes after the last row is drawn if that was. */
export function withNewEnd(
  drawn: ReadonlySet<number>,
  countBefore: number,
  count: number,
): ReadonlySet<number> {
  if (count <= countBefore || !drawn.has(chunkOf(countBefore - 1))) return drawn;
  return new Set([...drawn, chunkOf(count - 1)]);
}

export const chunkOf = (row: number): number => Math.floor(row / chunkRows);

const placesByRows = new WeakMap<readonly Keyed[], Map<string, number>>();
type Keyed = { readonly key: string };

/** Which of these rows it is, or null. Looked for once, however often the list moves: it may have thousands. */
export function placeIn(rows: readonly Keyed[], key: string | null): number | null {
  if (key === null) return null;
  const places = placesByRows.get(rows) ?? new Map<string, number>();
  placesByRows.set(rows, places);
  const at = places.get(key) ?? rows.findIndex((row) => row.key === key);
  places.set(key, at);
  return at < 0 ? null : at;
}

function chunkHeight(chunk: number, count: number, { rowPx, chunkPx }: Heights): number {
  return chunkPx.get(chunk) ?? Math.min(chunkRows, count - chunk * chunkRows) * rowPx;
}
