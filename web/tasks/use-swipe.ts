import type { RefObject } from 'preact';

import type { Item } from '../view/groups.ts';
import { useSayDay } from '../ui/day-words.tsx';
import { useTasks, useView, useWords } from '../ui/page-context.ts';
import { enoughPx, isSwipe, nextState, putOff } from './swipe.ts';
import { usePulls } from './use-pulls.ts';
import type { Pull } from './use-pulls.ts';

type Side = 'left' | 'right';

/** What a swipe does, and how that is called. */
type SwipeAction = { readonly label: string; readonly run: () => void };

/**
 * On a touch screen a row swiped to the right is finished or taken up again, on the board it goes one column on; to the
 * left it is put off by a day.
 */
export function useSwipe(rootRef: RefObject<HTMLElement | null>, items: readonly Item[]): void {
  const { actions, todayIso, readOnly } = useTasks();
  const { fields } = useWords();
  const sayDay = useSayDay();
  const view = useView();

  function actionOf({ rowKey }: Pull, side: Side): SwipeAction | null {
    const item = items.find(({ key }) => key === rowKey);
    if (item?.kind !== 'row' || readOnly) return null;
    const { row } = item;
    const { state, dueDate } = row.fields;
    if (side === 'right') {
      const next = nextState(state, view.value === 'board');
      return { label: fields.states[next], run: () => actions.setState([row], next) };
    }
    if (state === 'DONE') return null;
    const later = putOff(dueDate, todayIso);
    return {
      label: sayDay(later),
      run: () => actions.move([row], later),
    };
  }

  usePulls(rootRef, {
    takes: ({ pointerType, isPrimary }) => pointerType === 'touch' && isPrimary,
    isPull: isSwipe,
    onPull(pull) {
      const side = sideOf(pull);
      show(pull, side, actionOf(pull, side)?.label);
    },
    onEnd(pull, isDropped) {
      const action = isDropped && isEnough(pull) ? actionOf(pull, sideOf(pull)) : null;
      show(pull, sideOf(pull), undefined);
      action?.run();
    },
  });
}

const sideOf = ({ dx }: Pull): Side => (dx > 0 ? 'right' : 'left');
const isEnough = ({ dx }: Pull): boolean => Math.abs(dx) >= enoughPx;

/** The style sheet draws the rest: the row aside, and below it what letting go would do. Without a label nothing is shown. */
function show(pull: Pull, side: Side, label: string | undefined): void {
  const { row, dx } = pull;
  row.toggleAttribute('data-enough', label !== undefined && isEnough(pull));
  if (label === undefined) {
    row.removeAttribute('data-swipe');
    row.style.removeProperty('--swipe');
    return;
  }
  row.dataset['swipe'] = side;
  row.dataset['swipeLabel'] = label;
  row.style.setProperty('--swipe', `${dx}px`);
}
