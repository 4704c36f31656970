import { Icon } from '../ui/icon.tsx';
import { useTasks, useWords } from '../ui/page-context.ts';
import { rowMenuId } from './row-menu.tsx';
import type { Row } from '../model/rows.ts';

/** Opens the one menu of all rows for this one. */
export function RowMore({ row }: { row: Row }) {
  const { list } = useWords();
  const { tools, readOnly } = useTasks();
  return (
    <button
      type="button"
      class="icon-button row-more"
      popovertarget={rowMenuId}
      aria-haspopup="menu"
      aria-label={list.more(row.fields.description)}
      disabled={readOnly}
      onClick={() => tools.menu.dispatch(row.key)}
    >
      <Icon name="more" />
    </button>
  );
}
