import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { firstDayIn } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { choices } from '../device/settings.ts';
import type { Settings } from '../device/settings.ts';
import { comparable, languageNames } from '../words/language.ts';
import { overdueRows } from '../view/groups.ts';
import { everything, findRows, isNarrow } from '../view/query.ts';
import { rowsFor } from '../view/view.ts';
import { useDays, useSet, useSettings, useWords } from '../ui/page-context.ts';
import { Combobox } from '../ui/combobox.tsx';
import { choiceOf, isChosen, DayWords } from '../ui/controls.tsx';
import type { ChoiceProps } from '../ui/controls.tsx';
import { useFilterChoices } from '../tasks/find-bar.tsx';
import { fittingCommands } from './commands.ts';
import { keys } from './keys.ts';
import type { CommandName } from './keys.ts';
import { useTasks } from '../tasks/workspace.ts';

import './keys.css';

type Props = {
  run: (name: CommandName) => boolean;
  onOpen: (dialog: 'settings' | 'exchange') => void;
  onLeave: () => void;
  onClose: () => void;
};
type Item = {
  readonly key: string;
  readonly label: string;
  readonly content: ComponentChildren;
  readonly run: () => void;
};

const mostRows = 8;

/** Anything by its name: a command for the page, for the rows that have the focus or are selected, or a task to go to. */
export function Palette(props: Props) {
  const { run, onClose } = props;
  const { commands, fields, palette: words } = useWords();
  const { tasks, tools, found: rowsInView, todayIso } = useTasks();
  const { query } = tools;
  const rows = tasks.rows.value;
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // As they are when the palette opens: it then takes the focus.
  const [targets] = useState(() =>
    rowsFor(rowsInView.peek(), tools.selection.current.peek(), tools.focused.peek()),
  );
  // Before the next key.
  useLayoutEffect(() => inputRef.current?.focus(), []);
  const typed = comparable(text).split(/\s+/u).filter(Boolean);
  const keyed = fittingCommands(targets, overdueRows(rows, todayIso).length > 0).map((name): Item => {
    const label = words.names[name];
    return {
      key: name,
      label,
      content: (
        <>
          {label} <KeyCaps name={name} />
        </>
      ),
      run: () => run(name),
    };
  });
  const fitting = [...keyed, ...useUnkeyed(props)].filter(({ label }) =>
    typed.every((word) => comparable(label).includes(word)),
  );
  const found =
    typed.length === 0 ? [] : findRows(rows, { ...everything, text }, { todayIso, firstDayOfWeek: 1 });
  const toRows = found.slice(0, mostRows).map(({ key, fields: { description, state, dueDate } }): Item => ({
    key,
    label: description,
    content: (
      <>
        <span class="one-line" dir="auto">
          {description}
        </span>
        <span class="quiet">{state === 'DONE' ? fields.states.DONE : <DayWords iso={dueDate} />}</span>
      </>
    ),
    run() {
      // It may not be among those that are shown.
      query.value = everything;
      tasks.edit(key);
    },
  }));
  return (
    <div class="palette">
      <Combobox
        items={[...fitting, ...toRows]}
        keyOf={({ key }) => key}
        onChoose={(item) => {
          // Closed first, so that the focus is back where one came from, which is what the command is for.
          onClose();
          requestAnimationFrame(item.run);
        }}
        eager
        list={{ label: commands.palette, class: 'palette-list' }}
        renderItem={({ content }) => content}
        renderNone={(id) => (
          <p id={id} class="quiet">
            {words.nothing}
          </p>
        )}
        inputRef={inputRef}
        class="lined"
        aria-label={words.paletteHint}
        placeholder={words.paletteHint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}

/** What has no key: dialogs, each setting, filter and order that is not chosen already, the sign-out. */
function useUnkeyed({ onOpen, onLeave }: Pick<Props, 'onOpen' | 'onLeave'>): readonly Item[] {
  const { account, search } = useWords();
  const { query } = useTasks().tools;
  const item = (label: string, run: () => void): Item => ({ key: label, label, content: label, run });
  const chosen = [...useFilterChoices(), ...useSettingChoices()].flatMap((choice) =>
    choice.options
      .filter(({ value }) => !isChosen(choice, value))
      .map(({ value, label }) => item(`${choice.legend}: ${label}`, () => choice.onChoose(value, true))),
  );
  return [
    ...(isNarrow(query.value) ? [item(search.showAll, () => void (query.value = everything))] : []),
    item(account.settings, () => onOpen('settings')),
    item(account.exchange, () => onOpen('exchange')),
    item(account.signOut, onLeave),
    ...chosen,
  ];
}

/** The first key of a command, or the first two of them, as a keyboard has them. */
export function KeyCaps({ name, most = 1 }: { name: CommandName; most?: number }) {
  const { palette } = useWords();
  return (
    <span class="key-caps note">
      {keys[name].slice(0, most).map((key, at) => (
        <span key={key}>
          {at > 0 && <span class="quiet"> {palette.or} </span>}
          {key.split(' ').map((stroke, step) => (
            <span key={stroke}>
              {step > 0 && <span class="quiet"> {palette.followedBy} </span>}
              {stroke.split('+').map((part) => (
                <kbd key={part}>{capOf(part, palette.keyNames)}</kbd>
              ))}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

function capOf(part: string, names: Readonly<Record<string, string>>): string {
  if (part === 'Mod' && /Mac|iP(hone|ad)/.test(navigator.platform)) return '⌘';
  return names[part] ?? part.toUpperCase();
}

/** Everything a person can set; each choice takes effect at once, on this device. */
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
    say: (value: Settings[Name]) => string,
    hint?: string,
  ): ChoiceProps {
    const options = choices[name]
      // Numbers in their order; what is no number stays where it is.
      .toSorted((a, b) => Number(a) - Number(b))
      .map((value) => ({ value, label: say(value), lang: value in languageNames ? value : undefined }));
    const onChoose = (value: Settings[Name]) => set(name, value);
    return choiceOf({ legend, hint, options, value: settings[name], onChoose });
  }

  return [
    choice('language', account.language, (each) =>
      each === 'browser' ? words.languages.browser : languageNames[each],
    ),
    choice('theme', words.theme, (each) => words.themes[each]),
    choice('density', words.density, (each) => words.densities[each], words.densityHint),
    choice('week', words.week, (each) => weeks[each]),
    choice('daily', words.daily, (each) => each, words.dailyHint),
    choice('shortcuts', words.shortcuts, (each) => words.shortcutsOn[each], words.shortcutsHint),
  ];
}
