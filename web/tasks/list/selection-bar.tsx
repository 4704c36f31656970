import { Button, IconButton, Icon, PrimaryButton } from '../../ui/controls.tsx';
import { focusRow, keyToFocusAfter } from '../focus.ts';
import { useTasks } from '../workspace.ts';
import { useWords } from '../../ui/page-context.ts';
import { useFieldOptions } from '../row/task-row.tsx';
import type { Row } from '../../sync/rows.ts';
import { selectedRows } from '../../view/view.ts';
import { Menu, MenuChoices, MenuGroup, MenuItem } from '../../ui/menu.tsx';
import './selection-bar.css';

const menuId = 'selection-menu';

/** The actions for all selected rows. Each action ends the selection. */
export function SelectionBar() {
  const { selection: words, fields } = useWords();
  const options = useFieldOptions();
  const { actions, tools, matches } = useTasks();
  const { selection, rescheduling, order } = tools;
  const rows = selectedRows(matches.value, selection.current.value);
  const keys = new Set(rows.map(({ key }) => key));
  const none = rows.length === 0;

  function end(focusKey = rows[0]?.key ?? order.value[0] ?? null): void {
    selection.end();
    focusRow(tools, focusKey);
  }

  function toAll(run: (targets: readonly Row[]) => void): void {
    const beside = keyToFocusAfter(order.value, (key) => keys.has(key));
    run(rows);
    end(beside ?? undefined);
  }

  return (
    <section class="selection-bar side-by-side" aria-label={words.label}>
      <p class="selection-count">{words.selected(rows.length)}</p>
      {none ? (
        <Button onClick={() => selection.selectAll(order.value)}>{words.all}</Button>
      ) : (
        <>
          <PrimaryButton onClick={() => void (rescheduling.value = [...keys])}>
            {words.reschedule}
          </PrimaryButton>
          <Button onClick={() => toAll((all) => actions.setState(all, 'DONE'))}>
            {words.done}
          </Button>
          <Button popovertarget={menuId} aria-haspopup="menu">
            {words.more}
          </Button>
        </>
      )}
      <IconButton icon="close" aria-label={words.end} onClick={() => end()} />
      <Menu id={menuId} label={words.more}>
        <MenuChoices
          label={fields.state}
          options={options.states}
          onChoose={(state) => toAll((all) => actions.setState(all, state))}
        />
        <MenuChoices
          label={fields.importance}
          options={options.importances}
          onChoose={(importance) => toAll((all) => actions.setImportance(all, importance))}
        />
        <MenuGroup>
          <MenuItem onChoose={() => toAll(actions.remove)}>
            <Icon name="remove" />
            {words.remove}
          </MenuItem>
        </MenuGroup>
      </Menu>
    </section>
  );
}
