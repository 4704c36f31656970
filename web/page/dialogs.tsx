import { useContext } from 'preact/hooks';

import type { Workspace } from './workspace.ts';
import type { Store } from '../state/store.ts';
import { useStore } from '../ui/use-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { lazy } from '../ui/lazy.tsx';
import { OpenedContext } from '../ui/opened.ts';
import { useWords } from '../ui/reading.ts';

const SettingsForm = lazy(async () => (await import('../settings/settings-form.tsx')).SettingsForm);
const Exchange = lazy(async () => (await import('../exchange/exchange.tsx')).Exchange);
const LeaveQuestion = lazy(async () => (await import('./leave-question.tsx')).LeaveQuestion);

type Props = { workspace: Store<Workspace | null, Workspace>; nowMs: () => number; onLeave: () => void };

/** The dialog that is open, if one is. What is in it comes with its own file. */
export function Dialogs({ workspace, nowMs, onLeave }: Props) {
  const words = useWords();
  const opened = useContext(OpenedContext);
  const name = useStore(opened);
  const open = useStore(workspace);
  const close = () => opened.dispatch(null);
  if (name === 'settings') {
    return (
      <Dialog title={words.account.settings} onClose={close}>
        <SettingsForm />
      </Dialog>
    );
  }
  if (name === 'exchange' && open) {
    return (
      <Dialog title={words.account.exchange} onClose={close}>
        <Exchange tasks={open.tasks} actions={open.actions} nowMs={nowMs} />
      </Dialog>
    );
  }
  if (name === 'leave' && open) {
    return (
      <Dialog title={words.account.signOut} onClose={close}>
        <LeaveQuestion tasks={open.tasks} onLeave={onLeave} onStay={close} />
      </Dialog>
    );
  }
  return null;
}
