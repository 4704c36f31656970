import { useLayoutEffect, useState } from 'preact/hooks';

import { useKeys } from './use-keys.ts';
import type { DialogName, Page } from './open-page.ts';
import { OpeningPalette } from './palette-opening.tsx';
import type { Row } from '../sync/rows.ts';
import { moveToChosenDay, runByKey, runByName } from '../tasks/commands/run-and-focus.ts';
import { drawnRow } from '../tasks/in-sight.ts';
import { useTasks } from '../tasks/workspace.ts';
import { DateChoice, DatePopover } from '../tasks/form/date-control.tsx';
import { Button, PrimaryButton } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { lazy } from '../ui/panel.tsx';
import { useNarrow } from '../ui/events.ts';
import { useWords } from '../ui/page-context.ts';

const AddLink = lazy(async () => (await import('./add-link.tsx')).AddLink);
const Exchange = lazy(async () => (await import('../import-export/exchange.tsx')).Exchange);
const SelectionBar = lazy(
  async () => (await import('../tasks/list/selection-bar.tsx')).SelectionBar,
);
const KeysHelp = lazy(async () => (await import('./keys-help.tsx')).KeysHelp);
const SettingsForm = lazy(async () => (await import('./settings-form.tsx')).SettingsForm);
const WeekSheet = lazy(async () => (await import('./week-sheet.tsx')).WeekSheet);

/** The keys of the page, the open dialog (one at most), and the bar of a selection. */
export function Dialogs({ opened, link, session }: Pick<Page, 'opened' | 'link' | 'session'>) {
  const { account, commands } = useWords();
  const workspace = useTasks();
  const { viewState } = workspace;
  const shown = opened.value;
  const datedKeys = viewState.rescheduling.value;
  const linkToAdd = link.asked.value;
  const open = (name: DialogName) => void (opened.value = { name });
  const context = { ...workspace, open };
  useKeys((command, key) => runByKey(context, command, key));
  // Its close event comes late: a key may have opened the next dialog by then, or the same one again.
  const close = () => {
    if (opened.peek() === shown) opened.value = null;
  };
  const dialogs = {
    settings: { title: account.settings, content: <SettingsForm /> },
    exchange: { title: account.exchange, content: <Exchange /> },
    leave: {
      title: account.signOut,
      content: <LeaveQuestion onLeave={() => void session.leave()} onStay={close} />,
    },
    palette: {
      title: commands.palette,
      content: (
        <OpeningPalette
          run={(command) => runByName(context, command)}
          onOpen={open}
          onClose={close}
        />
      ),
    },
    keys: { title: commands.keys, content: <KeysHelp /> },
  };
  const dialog = shown && shown.name !== 'week' && dialogs[shown.name];
  return (
    <>
      {viewState.selection.isOn.value && <SelectionBar />}
      {datedKeys && <DateDialog key={datedKeys} keys={datedKeys} />}
      {linkToAdd && <AddLink link={linkToAdd} onClose={link.drop} />}
      {shown?.name === 'week' && <WeekSheet opened={opened} />}
      {dialog && (
        <Dialog key={shown} title={dialog.title} onClose={close}>
          {dialog.content}
        </Dialog>
      )}
    </>
  );
}

/** The day on which all rows are due; empty if they have several. */
function commonDay([first, ...others]: readonly Row[]): string {
  if (first === undefined) return '';
  const { dueDate } = first.fields;
  return others.every(({ fields }) => fields.dueDate === dueDate) ? dueDate : '';
}

/** Asks for the new due date of rows; beside the row if there is only one and enough room. */
function DateDialog({ keys }: { keys: readonly string[] }) {
  const { date } = useWords();
  const workspace = useTasks();
  const { viewState, matches } = workspace;
  const { rescheduling } = viewState;
  const targets = matches.value.filter(({ key }) => keys.includes(key));
  const only = targets.length === 1 ? targets[0] : undefined;
  const narrow = useNarrow();
  const [row] = useState(() => {
    if (narrow || keys.length > 1) return null;
    return drawnRow(keys[0] ?? null);
  });
  const choice = {
    value: commonDay(targets),
    // The close event comes late: the choice for another row may be open by then.
    onClose: () => void (rescheduling.peek() === keys && (rescheduling.value = null)),
    onChoose: (iso: string) => moveToChosenDay(workspace, targets, iso),
  };
  const name = only && (
    <p class="one-line quiet" dir="auto">
      {only.fields.description}
    </p>
  );
  if (row === null)
    return (
      <Dialog title={date.title(targets.length)} onClose={choice.onClose}>
        {name}
        <DateChoice {...choice} />
      </Dialog>
    );
  const opener = () => {
    const button = row.querySelector<HTMLElement>('.row-date');
    if (button?.checkVisibility()) return button;
    return row;
  };
  return (
    <DatePopover {...choice} source={opener}>
      {name}
    </DatePopover>
  );
}

/** Lists the data that a sign-out would delete. Without such data, or once all is saved, it signs out without an answer. */
function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { leaving: words, queue } = useWords();
  const { tasks, viewState } = useTasks();
  const { changes, drafts } = tasks.unsaved();
  const filters = viewState.savedFilters.all().size;
  const conflicts = tasks.state.value.writes.filter(({ status }) => status === 'conflict').length;
  const isSaved = changes + drafts + filters === 0;
  // A layout effect runs before the dialog is painted.
  useLayoutEffect(() => {
    tasks.releaseAll();
    if (isSaved) onLeave();
  });
  return (
    <div>
      <p>{words.text}</p>
      <ul class="would-be-lost">
        {conflicts > 0 && <li>{queue.undecided(conflicts)}</li>}
        {changes > conflicts && <li>{words.changes(changes - conflicts)}</li>}
        {drafts > 0 && <li>{words.drafts(drafts)}</li>}
        {filters > 0 && <li>{words.filters(filters)}</li>}
      </ul>
      <div class="panel-actions side-by-side">
        <PrimaryButton onClick={onStay}>{words.stay}</PrimaryButton>
        <Button onClick={onLeave}>{words.discard}</Button>
      </div>
    </div>
  );
}
