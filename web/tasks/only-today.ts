import { addressWith, everything, isTodayAlone, todayAlone } from '../view/query.ts';
import type { View } from '../view/view.ts';
import type { Workspace } from './workspace.ts';

/** Opens a view. Every view has all days, also after the list has shown only today. */
export function showView(
  { view, viewState }: Pick<Workspace, 'view' | 'viewState'>,
  name: View,
): void {
  view.value = name;
  if (isTodayAlone(viewState.query.value)) viewState.query.value = everything;
}

/** Shows the list of today, with an entry in the browser's history: Back shows all tasks again. */
export function showOnlyToday({ view, viewState }: Pick<Workspace, 'view' | 'viewState'>): void {
  view.value = 'list';
  const address = addressWith(todayAlone, location.href);
  if (new URL(address, location.href).href !== location.href) history.pushState(null, '', address);
  viewState.query.value = todayAlone;
}
