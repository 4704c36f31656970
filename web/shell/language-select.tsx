import { languageNames, languages } from '../words/language.ts';
import { useLanguage, useChangeSettings, useWords } from '../ui/page-context.ts';

/** The language alone, for the sign-in page, where there is no account menu with the other settings. */
export function LanguageSelect() {
  const { account } = useWords();
  const change = useChangeSettings();
  return (
    <select
      class="language-select"
      aria-label={account.language}
      value={useLanguage()}
      onChange={(event) => {
        const chosen = languages.find((each) => each === event.currentTarget.value);
        if (chosen) change({ language: chosen });
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  );
}
