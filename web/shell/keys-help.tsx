import { commandsOf } from '../tasks/commands/table.ts';
import { Choice } from '../ui/controls.tsx';
import { useLanguage, useSettings, useWords } from '../ui/page-context.ts';
import { lazy } from '../ui/panel.tsx';
import type { Language } from '../words/language.ts';
import type { PaletteWords } from '../words/en/palette.ts';
import { loadPaletteWords } from '../words/reading.ts';
import { KeyCaps } from './key-caps.tsx';
import { useSettingChoices } from './setting-choices.ts';

const load = async (language: Language) => {
  const words = await loadPaletteWords[language]();
  return () => <KeysTables words={words} />;
};

const inLanguage = {
  en: lazy(() => load('en')),
  de: lazy(() => load('de')),
  fr: lazy(() => load('fr')),
};

/** A table of all keys, and the setting for shortcuts of a single character. */
export function KeysHelp() {
  const InLanguage = inLanguage[useLanguage()];
  return <InLanguage />;
}

function KeysTables({ words }: { words: PaletteWords }) {
  const { settings, overdue } = useWords();
  const isOff = useSettings().shortcuts === 'off';
  const choice = useSettingChoices().find(({ legend }) => legend === settings.shortcuts);
  return (
    <div class="keys-help stack">
      {choice && <Choice {...choice} hint={isOff ? words.keysOff : choice.hint} />}
      {(['page', 'row', 'overdue', 'views'] as const).map((section) => (
        <table key={section}>
          <caption>{words.sections[section]}</caption>
          <tbody>
            {commandsOf(section).map((name) => (
              <tr key={name}>
                <th scope="row">{words.names[name]}</th>
                <td>
                  <KeyCaps name={name} words={words} most={2} />
                </td>
              </tr>
            ))}
          </tbody>
          {section === 'overdue' && (
            <tfoot>
              <tr>
                <td colSpan={2} class="quiet">
                  {overdue.keysHint}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      ))}
    </div>
  );
}
