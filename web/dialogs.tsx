import { useContext } from 'preact/hooks';

import type { Desk } from './desk.ts';
import type { Store } from './state/store.ts';
import { useStore } from './state/use-store.ts';
import { Dialog } from './ui/dialog.tsx';
import { lazy } from './ui/lazy.tsx';
import { OpenedContext } from './ui/opened.ts';
import { useWords } from './words/words.ts';

const SettingsForm = lazy(async () => (await import('./settings/settings-form.tsx')).SettingsForm);
const Exchange = lazy(async () => (await import('./exchange/exchange.tsx')).Exchange);
const LeaveQuestion = lazy(async () => (await import('./tasks/leave-question.tsx')).LeaveQuestion);

type Props = { desk: Store<Desk | null, Desk>; nowMs: () => number; onLeave: () => void };

/** The dialog that is open, if one is. What is in it comes with its own file. */
export function Dialogs({ desk, nowMs, onLeave }: Props) {
  const words = useWords();
  const opened = useContext(OpenedContext);
  const name = useStore(opened);
  const open = useStore(desk);
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
        <Exchange book={open.book} actions={open.actions} nowMs={nowMs} />
      </Dialog>
    );
  }
  if (name === 'leave' && open) {
    return (
      <Dialog title={words.account.signOut} onClose={close}>
        <LeaveQuestion book={open.book} onLeave={onLeave} onStay={close} />
      </Dialog>
    );
  }
  return null;
}
