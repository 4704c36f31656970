import { Button, IconButton, Icon, PrimaryButton } from '../../ui/controls.tsx';
import { endSelection, runOnSelection } from '../commands/run-and-focus.ts';
import { commandOfImportance, commandOfState } from '../commands/table.ts';
import { useTasks } from '../workspace.ts';
import { useWords } from '../../ui/page-context.ts';
import { useFieldOptions } from '../row/marks.tsx';
import { selectedRows } from '../../view/view.ts';
import { Menu, MenuChoices, MenuGroup, MenuItem } from '../../ui/menu.tsx';
import './selection-bar.css';

const menuId = 'selection-menu';

/** The actions for all selected rows. Each action ends the selection. */
export function SelectionBar() {
  const { selection: words, fields } = useWords();
  const options = useFieldOptions();
  const workspace = useTasks();
  const { viewState, matches } = workspace;
  const { selection, rescheduling, order } = viewState;
  const rows = selectedRows(matches.value, selection.current.value);
  const keys = rows.map(({ key }) => key);

  return (
    <section class="selection-bar side-by-side" aria-label={words.label}>
      <p class="selection-count">{words.selected(rows.length)}</p>
      {rows.length === 0 && (
        <Button onClick={() => selection.selectAll(order.value)}>{words.all}</Button>
      )}
      {rows.length > 0 && (
        <>
          <PrimaryButton onClick={() => void (rescheduling.value = keys)}>
            {words.reschedule}
          </PrimaryButton>
          <Button onClick={() => runOnSelection(workspace, 'done')}>{words.done}</Button>
          <Button popovertarget={menuId} aria-haspopup="menu">
            {words.more}
          </Button>
        </>
      )}
      <IconButton
        icon="close"
        aria-label={words.end}
        onClick={() => endSelection(workspace, keys[0])}
      />
      <Menu id={menuId} label={words.more}>
        <MenuChoices
          label={fields.state}
          options={options.states}
          onChoose={(state) => runOnSelection(workspace, commandOfState[state])}
        />
        <MenuChoices
          label={fields.importance}
          options={options.importances}
          onChoose={(importance) => runOnSelection(workspace, commandOfImportance[importance])}
        />
        <MenuGroup>
          <MenuItem onChoose={() => runOnSelection(workspace, 'remove')}>
            <Icon name="remove" />
            {words.remove}
          </MenuItem>
        </MenuGroup>
      </Menu>
    </section>
  );
}
