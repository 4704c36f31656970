import { useStore } from '../state/use-store.ts';
import { useWords } from '../words/words.ts';
import { Choice } from './choice.tsx';
import { themeNames } from './theme.ts';
import type { Theme } from './theme.ts';

/** System, light or dark. */
export function ThemeChoice({ theme }: { theme: Theme }) {
  const { account } = useWords();
  return (
    <Choice
      legend={account.theme}
      options={themeNames.map((value) => ({ value, label: account.themes[value] }))}
      value={useStore(theme)}
      onChoose={theme.dispatch}
    />
  );
}
