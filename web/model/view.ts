/** The ways to look at the same tasks. The first is the one that the bare address shows. */
export type View = 'list' | 'board' | 'month';
export const viewNames: readonly View[] = ['list', 'board', 'month'];

/** The view that an address asks for; an unknown one is the list. */
export function viewOf(href: string): View {
  const asked = new URL(href).searchParams.get('view');
  return viewNames.find((each) => each === asked) ?? 'list';
}

/** The same address with another view; whatever else it says stays. */
export function addressOf(view: View, href: string): string {
  const url = new URL(href);
  if (view === 'list') url.searchParams.delete('view');
  else url.searchParams.set('view', view);
  return `${url.pathname}${url.search}${url.hash}`;
}
