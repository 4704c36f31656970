import { firstDayIn } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { choices } from '../device/settings.ts';
import type { Settings } from '../device/settings.ts';
import { choiceOf } from '../ui/controls.tsx';
import type { ChoiceProps } from '../ui/controls.tsx';
import { useDays, useSet, useSettings, useWords } from '../ui/page-context.ts';
import { languageNames } from '../words/language.ts';

/** All settings of a person. Each choice takes effect at once, on this device. */
export function useSettingChoices(): readonly ChoiceProps[] {
  const { account, settings: words } = useWords();
  const { locale } = useDays();
  const set = useSet();
  const settings = useSettings();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const nameOf = (day: Weekday) => format.format(Date.UTC(2024, 0, day));
  const weeks = {
    region: words.weeks.region(nameOf(firstDayIn(locale))),
    monday: nameOf(1),
    saturday: nameOf(6),
    sunday: nameOf(7),
  };

  function choice<Name extends keyof Settings>(
    name: Name,
    legend: string,
    labels: Partial<Record<Settings[Name], string>>,
    hint?: string,
  ): ChoiceProps {
    const options = choices[name]
      // Sorts numbers; other values keep their order.
      .toSorted((a, b) => Number(a) - Number(b))
      .map((value) => ({
        value,
        label: labels[value] ?? value,
        lang: value in languageNames ? value : undefined,
      }));
    const onChoose = (value: Settings[Name]) => set(name, value);
    return choiceOf({ legend, hint, options, value: settings[name], onChoose });
  }

  const all: Readonly<Record<keyof Settings, ChoiceProps>> = {
    language: choice('language', account.language, { ...words.languages, ...languageNames }),
    theme: choice('theme', words.theme, words.themes),
    density: choice('density', words.density, words.densities, words.densityHint),
    week: choice('week', words.week, weeks),
    daily: choice('daily', words.daily, {}, words.dailyHint),
    reminders: choice('reminders', words.reminders, words.remindersOn, words.remindersHint),
    shortcuts: choice('shortcuts', words.shortcuts, words.shortcutsOn, words.shortcutsHint),
  };
  return Object.values(all);
}
