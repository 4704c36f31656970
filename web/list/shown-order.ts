/** The keys of each list on the page, drawn or not. */
const keysByList = new WeakMap<Element, readonly string[]>();

const mark = 'data-ordered';

/** Tells what a list holds, for whoever asks for the order of the page. */
export function noteOrder(list: Element, keys: readonly string[]): void {
  list.toggleAttribute(mark, true);
  keysByList.set(list, keys);
}

/** The keys of all lines in the order in which they stand on the page, also of those that a long list has not drawn. */
export function shownOrder(): readonly string[] {
  const lists = [...document.querySelectorAll(`[${mark}]`)];
  return new Array<string>().concat(...lists.map((list) => keysByList.get(list) ?? []));
}
