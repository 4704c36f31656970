import { choices } from '../settings/settings.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { useStore } from '../state/use-store.ts';
import { useWords } from '../words/words.ts';
import { Choice } from './choice.tsx';

/** System, light or dark. */
export function ThemeChoice({ settings }: { settings: SettingsStore }) {
  const { account } = useWords();
  return (
    <Choice
      legend={account.theme}
      options={choices.theme.map((value) => ({ value, label: account.themes[value] }))}
      value={useStore(settings).theme}
      onChoose={(theme) => settings.dispatch({ theme })}
    />
  );
}
