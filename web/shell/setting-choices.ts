import { firstDayOfWeek } from '../dates/day-formats.ts';
import type { Weekday } from '../dates/calendar.ts';
import { choices } from '../device/settings.ts';
import type { Settings } from '../device/settings.ts';
import type { MakeChoice } from '../ui/controls.tsx';
import { useChangeSettings, useDays, useSettings, useWords } from '../ui/page-context.ts';
import { languageNames } from '../words/language.ts';

/** Everything a person can set; each choice takes effect at once, on this device. `make` is what shows one. */
export function useSettingChoices<Made>(make: MakeChoice<Made>): readonly Made[] {
  const { account, settings: words } = useWords();
  const change = useChangeSettings();
  const settings = useSettings();
  const week = useWeekNames();
  return [
    make({
      legend: account.language,
      options: choices.language.map((value) =>
        value === 'browser'
          ? { value, label: words.languages.browser }
          : { value, label: languageNames[value], lang: value },
      ),
      value: settings.language,
      onChoose: (language) => change({ language }),
    }),
    make({
      legend: words.theme,
      options: choices.theme.map((value) => ({ value, label: words.themes[value] })),
      value: settings.theme,
      onChoose: (theme) => change({ theme }),
    }),
    make({
      legend: words.density,
      hint: words.densityHint,
      options: choices.density.map((value) => ({ value, label: words.densities[value] })),
      value: settings.density,
      onChoose: (density) => change({ density }),
    }),
    make({
      legend: words.week,
      options: choices.week.map((value) => ({ value, label: week(value) })),
      value: settings.week,
      onChoose: (next) => change({ week: next }),
    }),
    make({
      legend: words.daily,
      hint: words.dailyHint,
      options: choices.daily
        .toSorted((a, b) => Number(a) - Number(b))
        .map((value) => ({ value, label: value })),
      value: settings.daily,
      onChoose: (daily) => change({ daily }),
    }),
    make({
      legend: words.shortcuts,
      hint: words.shortcutsHint,
      options: choices.shortcuts.map((value) => ({ value, label: words.shortcutsOn[value] })),
      value: settings.shortcuts,
      onChoose: (shortcuts) => change({ shortcuts }),
    }),
  ];
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
