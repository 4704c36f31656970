import { useTasks, useWords } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuChoices, MenuGroup, MenuItem } from '../ui/menu.tsx';
import { usePart, useStore } from '../ui/use-store.ts';
import { useFieldOptions } from './marks.tsx';
import type { Row } from '../sync/rows.ts';

const rowMenuId = 'row-menu';

/** The one menu of all rows: whose button opened it is in the tools. */
export function RowMenu() {
  const { fields, menu, list, date, selection: selectionWords } = useWords();
  const { tasks, actions, tools } = useTasks();
  const { dating, selection, menu: opened } = tools;
  const options = useFieldOptions();
  const rowKey = useStore(opened);
  const row = usePart(tasks.rows, (rows) =>
    rowKey === null ? undefined : rows.find(({ key }) => key === rowKey),
  );
  return (
    <Menu id={rowMenuId} label={row ? list.more(row.fields.description) : ''}>
      {row && (
        <>
          <MenuChoices
            label={fields.state}
            options={options.states}
            value={row.fields.state}
            onChoose={(state) => actions.setState([row], state)}
          />
          <MenuChoices
            label={fields.importance}
            options={options.importances}
            value={row.fields.importance}
            onChoose={(importance) => actions.setImportance([row], importance)}
          />
          <MenuGroup>
            <MenuItem onChoose={() => tasks.editing.dispatch(row.key)}>{menu.edit}</MenuItem>
            <MenuItem onChoose={() => dating.dispatch([row.key])}>{date.title(1)}</MenuItem>
            <MenuItem onChoose={() => selection.dispatch({ kind: 'toggle', key: row.key })}>
              {selectionWords.begin}
            </MenuItem>
            <MenuItem onChoose={() => actions.remove([row])}>{menu.remove}</MenuItem>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}

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
