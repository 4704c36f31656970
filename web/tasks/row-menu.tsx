import { useComputed } from '@preact/signals';

import { useTasks, useWords } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuChoices, MenuGroup, MenuItem } from '../ui/menu.tsx';
import { useFieldOptions } from './marks.tsx';
import type { Row } from '../sync/rows.ts';

const rowMenuId = 'row-menu';

/** The one menu of all rows: whose button opened it is in the tools. */
export function RowMenu() {
  const { fields, menu, list, date, selection: selectionWords } = useWords();
  const { tasks, actions, tools } = useTasks();
  const { dating, selection, menu: opened } = tools;
  const options = useFieldOptions();
  const row = useComputed(() => {
    const rowKey = opened.value;
    return rowKey === null ? undefined : tasks.rows.value.find(({ key }) => key === rowKey);
  }).value;
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
            <MenuItem onChoose={() => tasks.edit(row.key)}>{menu.edit}</MenuItem>
            <MenuItem onChoose={() => void (dating.value = [row.key])}>{date.title(1)}</MenuItem>
            <MenuItem onChoose={() => selection.toggle(row.key)}>{selectionWords.begin}</MenuItem>
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
      onClick={() => void (tools.menu.value = row.key)}
    >
      <Icon name="more" />
    </button>
  );
}
