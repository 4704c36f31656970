import { firstDayOfWeek } from '../dates/day-formats.ts';
import type { Weekday } from '../dates/calendar.ts';
import { Choice } from '../ui/controls.tsx';
import { languageNames } from '../words/language.ts';
import { useDays, useSettings, useChangeSettings, useWords } from '../ui/page-context.ts';
import { choices } from '../device/settings.ts';
import { commandsOf, sections } from './keys.ts';
import { KeyCaps } from './palette.tsx';
import type { Settings } from '../device/settings.ts';

/** Everything a person can set. Each choice takes effect at once, on this device. */
export function SettingsForm() {
  const { account, settings: words } = useWords();
  const change = useChangeSettings();
  const settings = useSettings();
  const week = useWeekNames();
  return (
    <div class="stack">
      <Choice
        legend={account.language}
        options={choices.language.map((value) =>
          value === 'browser'
            ? { value, label: words.languages.browser }
            : { value, label: languageNames[value], lang: value },
        )}
        value={settings.language}
        onChoose={(language) => change({ language })}
      />
      <Choice
        legend={words.theme}
        options={choices.theme.map((value) => ({ value, label: words.themes[value] }))}
        value={settings.theme}
        onChoose={(theme) => change({ theme })}
      />
      <Choice
        legend={words.density}
        hint={words.densityHint}
        options={choices.density.map((value) => ({ value, label: words.densities[value] }))}
        value={settings.density}
        onChoose={(density) => change({ density })}
      />
      <Choice
        legend={words.week}
        options={choices.week.map((value) => ({ value, label: week(value) }))}
        value={settings.week}
        onChoose={(next) => change({ week: next })}
      />
      <Choice
        legend={words.shortcuts}
        hint={words.shortcutsHint}
        options={choices.shortcuts.map((value) => ({ value, label: words.shortcutsOn[value] }))}
        value={settings.shortcuts}
        onChoose={(shortcuts) => change({ shortcuts })}
      />
      <p class="quiet">{words.saved}</p>
    </div>
  );
}

function useWeekNames(): (week: Settings['week']) => string {
  const { settings: words } = useWords();
  const { locale } = useDays();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const nameOf = (day: Weekday) => format.format(Date.UTC(2024, 0, day));
  return (week) =>
    week === 'region' ? words.weeks.region(nameOf(firstDayOfWeek(locale))) : nameOf(weekdays[week]);
}

const weekdays = { monday: 1, saturday: 6, sunday: 7 } as const;

/** Every key there is, and the switch for those of a single character. */
export function KeysHelp() {
  const { palette: commands, settings: words, overdue } = useWords();
  const change = useChangeSettings();
  const { shortcuts } = useSettings();
  return (
    <div class="keys-help stack" data-off={shortcuts === 'off'}>
      <Choice
        legend={words.shortcuts}
        hint={shortcuts === 'off' ? commands.keysOff : words.shortcutsHint}
        options={choices.shortcuts.map((value) => ({ value, label: words.shortcutsOn[value] }))}
        value={shortcuts}
        onChoose={(next) => change({ shortcuts: next })}
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
