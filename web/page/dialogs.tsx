import { useStore } from '../ui/use-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { lazy } from '../ui/lazy.tsx';
import { useOpened, usePage, useWords } from '../ui/page-context.ts';

const SettingsForm = lazy(async () => (await import('../settings/settings-form.tsx')).SettingsForm);
const Exchange = lazy(async () => (await import('../exchange/exchange.tsx')).Exchange);
const LeaveQuestion = lazy(async () => (await import('./leave-question.tsx')).LeaveQuestion);

type Props = { nowMs: () => number; onLeave: () => void };

/** The dialog that is open, if one is. What is in it comes with its own file. */
export function Dialogs({ nowMs, onLeave }: Props) {
  const words = useWords();
  const opened = useOpened();
  const name = useStore(opened);
  const { workspace } = usePage();
  const close = () => opened.dispatch(null);
  if (name === 'settings') {
    return (
      <Dialog title={words.account.settings} onClose={close}>
        <SettingsForm />
      </Dialog>
    );
  }
  if (name === 'exchange' && workspace) {
    return (
      <Dialog title={words.account.exchange} onClose={close}>
        <Exchange tasks={workspace.tasks} actions={workspace.actions} nowMs={nowMs} />
      </Dialog>
    );
  }
  if (name === 'leave' && workspace) {
    return (
      <Dialog title={words.account.signOut} onClose={close}>
        <LeaveQuestion tasks={workspace.tasks} onLeave={onLeave} onStay={close} />
      </Dialog>
    );
  }
  return null;
}
