import { Choice } from '../ui/controls.tsx';
import { useSettings, useWords } from '../ui/page-context.ts';
import { commandsOf } from '../tasks/commands/table.ts';
import { KeyCaps } from './palette.tsx';
import { useSettingChoices } from './setting-choices.ts';

export function SettingsForm() {
  const { settings: words } = useWords();
  return (
    <div class="stack">
      {/* Keyed by position, so that a change of language keeps the controls and the focus. */}
      {useSettingChoices().map((choice, at) => (
        <Choice key={at} {...choice} />
      ))}
      <p class="quiet">{words.saved}</p>
    </div>
  );
}

/** A table of all keys, and the setting for shortcuts of a single character. */
export function KeysHelp() {
  const { palette: commands, settings: words, overdue } = useWords();
  const isOff = useSettings().shortcuts === 'off';
  const choice = useSettingChoices().find(({ legend }) => legend === words.shortcuts);
  return (
    <div class="keys-help stack">
      {choice && <Choice {...choice} hint={isOff ? commands.keysOff : choice.hint} />}
      {(['page', 'row', 'overdue', 'views'] as const).map((section) => (
        <table key={section}>
          <caption>{commands.sections[section]}</caption>
          <tbody>
            {commandsOf(section).map((name) => (
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
