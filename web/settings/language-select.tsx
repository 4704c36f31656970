import { useContext } from 'preact/hooks';

import { languageNames } from '../words/language.ts';
import { useWords } from '../words/words.ts';
import { SettingsContext, useSettings } from './context.ts';
import { choices } from './settings.ts';

/** The language alone, where there is no account yet behind which the other settings stand. */
export function LanguageSelect() {
  const { settings: words } = useWords();
  const { dispatch } = useContext(SettingsContext);
  const { language } = useSettings();
  return (
    <select
      class="language-select"
      aria-label={words.language}
      value={language}
      onChange={(event) => {
        const chosen = choices.language.find((each) => each === event.currentTarget.value);
        if (chosen) dispatch({ language: chosen });
      }}
    >
      {choices.language.map((value) => (
        <option key={value} value={value}>
          {value === 'browser' ? words.languages.browser : languageNames[value]}
        </option>
      ))}
    </select>
  );
}
