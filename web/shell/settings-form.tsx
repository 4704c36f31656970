import { Choice } from '../ui/controls.tsx';
import { useSet, useSettings, useWords } from '../ui/page-context.ts';
import { choices } from '../device/settings.ts';
import { commandsOf, sections } from './keys.ts';
import { KeyCaps } from './palette.tsx';
import { useSettingChoices } from './setting-choices.ts';

export function SettingsForm() {
  const { settings: words } = useWords();
  return (
    <div class="stack">
      {/* Another language keeps them, and the focus. */}
      {useSettingChoices().map((choice, at) => (
        <Choice key={at} {...choice} />
      ))}
      <p class="quiet">{words.saved}</p>
    </div>
  );
}

/** Every key there is, and the switch for those of a single character. */
export function KeysHelp() {
  const { palette: commands, settings: words, overdue } = useWords();
  const set = useSet();
  const { shortcuts } = useSettings();
  return (
    <div class="keys-help stack" data-off={shortcuts === 'off'}>
      <Choice
        legend={words.shortcuts}
        hint={shortcuts === 'off' ? commands.keysOff : words.shortcutsHint}
        options={choices.shortcuts.map((value) => ({ value, label: words.shortcutsOn[value] }))}
        value={shortcuts}
        onChoose={(next) => set('shortcuts', next)}
      />
      {(['page', 'row', 'overdue', 'views'] as const).map((section) => (
        <table key={section}>
          <caption>{commands.sections[section]}</caption>
          <tbody>
            {commandsOf(sections[section]).map((name) => (
              <tr key={name}>
                <th scope="row">{commands.names[name]}</th>
                <td>
                  <KeyCaps name={name} most={2} />
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
