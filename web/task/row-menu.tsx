import { useTasks, useWords } from '../ui/page-context.ts';
import { Menu, MenuGroup, MenuItem } from '../ui/menu.tsx';
import { importances, states } from '../model/fields.ts';
import { focusRow } from '../list/focus.ts';
import { keyBeside } from '../model/order.ts';
import { useStore } from '../ui/use-store.ts';
import { ImportanceTicks } from './importance-ticks.tsx';
import type { Row } from '../model/rows.ts';
import { StateRing } from './state-ring.tsx';

export const rowMenuId = 'row-menu';

/** The one menu of all rows: whose button opened it is in the tools. */
export function RowMenu({ rows }: { rows: readonly Row[] }) {
  const { fields, menu, list, date, selection: selectionWords } = useWords();
  const { tasks, actions, tools } = useTasks();
  const { dating, selection, menu: opened } = tools;
  const rowKey = useStore(opened);
  const row = rowKey !== null && rows.find(({ key }) => key === rowKey);
  return (
    <Menu id={rowMenuId} label={row ? list.more(row.fields.description) : ''}>
      {row && (
        <>
          <MenuGroup label={fields.state}>
            {states.map((state) => (
              <MenuItem
                key={state}
                checked={row.fields.state === state}
                onChoose={() => actions.setState([row], state)}
              >
                <StateRing state={state} />
                {fields.states[state]}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuGroup label={fields.importance}>
            {importances.map((importance) => (
              <MenuItem
                key={importance}
                checked={row.fields.importance === importance}
                onChoose={() => actions.setImportance([row], importance)}
              >
                <ImportanceTicks importance={importance} />
                {fields.importances[importance]}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuGroup>
            <MenuItem onChoose={() => tasks.editing.dispatch(row.key)}>{menu.edit}</MenuItem>
            <MenuItem onChoose={() => dating.dispatch([row.key])}>{date.title(1)}</MenuItem>
            <MenuItem onChoose={() => selection.dispatch({ kind: 'toggle', key: row.key })}>
              {selectionWords.begin}
            </MenuItem>
            <MenuItem
              onChoose={() => {
                focusRow(tools, keyBeside(tools.order.get(), new Set([row.key])));
                actions.remove([row]);
              }}
            >
              {menu.remove}
            </MenuItem>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
