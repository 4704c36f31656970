import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { comparable } from '../words/language.ts';
import { overdueRows } from '../view/groups.ts';
import { everything, isNarrow } from '../view/query.ts';
import { findRows } from '../view/find-rows.ts';
import { rowsFor } from '../view/view.ts';
import { useWords } from '../ui/page-context.ts';
import { Combobox } from '../ui/combobox.tsx';
import { isChosen, DayWords } from '../ui/controls.tsx';
import { useFilterChoices } from '../tasks/list/find-bar.tsx';
import { fittingCommands } from '../tasks/commands/fitting.ts';
import { commands as table } from '../tasks/commands/table.ts';
import type { CommandName } from '../tasks/commands/table.ts';
import { useSettingChoices } from './setting-choices.ts';
import { useTasks } from '../tasks/workspace.ts';

import './keys.css';

type Props = {
  run: (name: CommandName) => void;
  onOpen: (dialog: 'settings' | 'exchange' | 'leave') => void;
  onClose: () => void;
};
type Item = {
  readonly key: string;
  readonly label: string;
  readonly content: ComponentChildren;
  readonly run: () => void;
};

const mostRows = 8;

/** Finds by name: commands for the page, commands for the focused or selected rows, and tasks to open. */
export function Palette({ run, onOpen, onClose }: Props) {
  const { commands, fields, palette: words } = useWords();
  const { tasks, tools, matches: rowsInView, todayIso } = useTasks();
  const { query } = tools;
  const rows = tasks.rows.value;
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // Read when the palette opens, because it then takes the focus.
  const [targets] = useState(() =>
    rowsFor(rowsInView.peek(), tools.selection.current.peek(), tools.focused.peek()),
  );
  // A layout effect moves the focus before the next key event.
  useLayoutEffect(() => inputRef.current?.focus(), []);
  const typed = comparable(text).split(/\s+/u).filter(Boolean);
  const keyed = fittingCommands(targets, overdueRows(rows, todayIso).length > 0).map(
    (name): Item => {
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
    },
  );
  const fitting = [...keyed, ...useUnkeyed(onOpen)].filter(({ label }) =>
    typed.every((word) => comparable(label).includes(word)),
  );
  const found =
    typed.length === 0
      ? []
      : findRows(rows, { ...everything, text }, { todayIso, firstDayOfWeek: 1 });
  const toRows = found
    .slice(0, mostRows)
    .map(({ key, fields: { description, state, dueDate } }): Item => ({
      key,
      label: description,
      content: (
        <>
          <span class="one-line" dir="auto">
            {description}
          </span>
          <span class="quiet">
            {state === 'DONE' ? fields.states.DONE : <DayWords iso={dueDate} />}
          </span>
        </>
      ),
      run() {
        // The search or a filter may hide the row.
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
          // Closed first, so that the focus returns to the row that the command is for.
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

/** The items without a key: dialogs, the sign-out, and each setting, filter and order that is not chosen yet. */
function useUnkeyed(onOpen: Props['onOpen']): readonly Item[] {
  const { account, search } = useWords();
  const { query } = useTasks().tools;
  const item = (label: string, run: () => void): Item => ({
    key: label,
    label,
    content: label,
    run,
  });
  const chosen = [...useFilterChoices(), ...useSettingChoices()].flatMap((choice) =>
    choice.options
      .filter(({ value }) => !isChosen(choice, value))
      .map(({ value, label }) =>
        item(`${choice.legend}: ${label}`, () => choice.onChoose(value, true)),
      ),
  );
  return [
    ...(isNarrow(query.value) ? [item(search.showAll, () => void (query.value = everything))] : []),
    item(account.settings, () => onOpen('settings')),
    item(account.exchange, () => onOpen('exchange')),
    item(account.signOut, () => onOpen('leave')),
    ...chosen,
  ];
}

/** The first key of a command, or the first `most` keys, as key caps. */
export function KeyCaps({ name, most = 1 }: { name: CommandName; most?: number }) {
  const { palette } = useWords();
  return (
    <span class="key-caps note">
      {table[name].keys.slice(0, most).map((key, at) => (
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
