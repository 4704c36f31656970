import { useContext } from 'preact/hooks';

import { useStore } from './state/use-store.ts';
import { Dialog } from './ui/dialog.tsx';
import { lazy } from './ui/lazy.tsx';
import { OpenedContext } from './ui/opened.ts';
import { useWords } from './words/words.ts';

const SettingsForm = lazy(async () => (await import('./settings/settings-form.tsx')).SettingsForm);

/** The dialog that is open, if one is. What is in it comes with its own file. */
export function Dialogs() {
  const words = useWords();
  const opened = useContext(OpenedContext);
  const name = useStore(opened);
  const close = () => opened.dispatch(null);
  if (name === 'settings') {
    return (
      <Dialog title={words.settings.title} onClose={close}>
        <SettingsForm />
      </Dialog>
    );
  }
  return null;
}
