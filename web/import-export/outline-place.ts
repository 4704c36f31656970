/** A line of an outline above others: a task, or a heading that names a list. */
export type Above = { readonly depth: number; readonly title: string; readonly isTask: boolean };

/** The lists and the parent task of a line of this depth. Removes from `above` what the line is not inside of. */
export function placeIn(above: Above[], depth: number) {
  while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
  return {
    list: above
      .filter(({ isTask }) => !isTask)
      .map(({ title }) => title)
      .join(' / '),
    parent: above.findLast(({ isTask }) => isTask)?.title,
  };
}
