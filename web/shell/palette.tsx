import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { comparable } from '../words/language.ts';
import { overdueRows } from '../view/week.ts';
import { everything, findRows, isNarrow } from '../view/view.ts';
import { useWords } from '../ui/page-context.ts';
import type { Row } from '../sync/rows.ts';
import { Combobox } from '../ui/combobox.tsx';
import { isChosen } from '../ui/controls.tsx';
import type { ChoiceProps } from '../ui/controls.tsx';
import { useFilterChoices } from '../tasks/find-bar.tsx';
import { DayWords } from '../tasks/marks.tsx';
import { fittingCommands } from './commands.ts';
import { keys } from './keys.ts';
import type { CommandName } from './keys.ts';
import { useSettingChoices } from './setting-choices.ts';
import { useTasks, useTools } from '../tasks/workspace.ts';
import './keys.css';

type Props = {
  run: (name: CommandName) => boolean;
  /** The rows that the commands are for. */
  targets: readonly Row[];
  onOpen: (dialog: 'settings' | 'exchange') => void;
  onLeave: () => void;
  onClose: () => void;
};
/** A command without a key. */
type Way = { readonly kind: 'way'; readonly label: string; readonly run: () => void };
type Item =
  | { readonly kind: 'command'; readonly name: CommandName }
  | Way
  | { readonly kind: 'row'; readonly row: Row };

const mostRows = 8;

/** Anything by its name: a command for the page, for the rows that have the focus or are selected, or a task to go to. */
export function Palette(props: Props) {
  const { run, targets, onClose } = props;
  const { commands, fields, palette: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const { query } = useTools();
  const rows = tasks.rows.value;
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // Before the next key.
  useLayoutEffect(() => inputRef.current?.focus(), []);
  const { names } = words;
  const ways = useWays(props);
  const items = useMemo(() => {
    const fitting = fittingCommands(targets, overdueRows(rows, todayIso).length > 0);
    return itemsFor(text, fitting, names, ways, rows, todayIso);
  }, [text, targets, names, ways, rows, todayIso]);

  function choose(item: Item): void {
    // Closed first, so that the focus is back where one came from, which is what the command is for.
    onClose();
    requestAnimationFrame(() => {
      if (item.kind === 'command') return run(item.name);
      if (item.kind === 'way') return item.run();
      // It may not be among those that are shown.
      query.value = everything;
      tasks.edit(item.row.key);
    });
  }

  return (
    <div class="palette">
      <Combobox
        items={items}
        keyOf={(item) => (item.kind === 'row' ? item.row.key : item.kind === 'way' ? item.label : item.name)}
        onChoose={choose}
        eager
        list={{ label: commands.palette, class: 'palette-list' }}
        renderItem={(item) =>
          item.kind === 'command' ? (
            <>
              {names[item.name]} <KeyCaps name={item.name} />
            </>
          ) : item.kind === 'way' ? (
            item.label
          ) : (
            <>
              <span class="one-line" dir="auto">
                {item.row.fields.description}
              </span>
              <span class="quiet">
                {item.row.fields.state === 'DONE' ? (
                  fields.states.DONE
                ) : (
                  <DayWords iso={item.row.fields.dueDate} />
                )}
              </span>
            </>
          )
        }
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
function useWays({ onOpen, onLeave }: Pick<Props, 'onOpen' | 'onLeave'>): readonly Way[] {
  const { account, search } = useWords();
  const { query } = useTasks().tools;
  const way = (label: string, run: () => void): Way => ({ kind: 'way', label, run });
  const choices = [...useFilterChoices(waysOf), ...useSettingChoices(waysOf)].flat();
  return [
    ...(isNarrow(query.value) ? [way(search.showAll, () => void (query.value = everything))] : []),
    way(account.settings, () => onOpen('settings')),
    way(account.exchange, () => onOpen('exchange')),
    way(account.signOut, onLeave),
    ...choices,
  ];
}

function waysOf<Value extends string>(choice: ChoiceProps<Value>): readonly Way[] {
  return choice.options
    .filter(({ value }) => !isChosen(choice, value))
    .map(({ value, label }) => ({
      kind: 'way',
      label: `${choice.legend}: ${label}`,
      run: () => choice.onChoose(value, true),
    }));
}

/** What has every word in it; without a word, the commands. */
function itemsFor(
  text: string,
  all: readonly CommandName[],
  names: Readonly<Record<CommandName, string>>,
  ways: readonly Way[],
  rows: readonly Row[],
  todayIso: string,
): readonly Item[] {
  const words = comparable(text).split(/\s+/u).filter(Boolean);
  const fits = (label: string) => words.every((word) => comparable(label).includes(word));
  const commands = [
    ...all.filter((name) => fits(names[name])).map((name) => ({ kind: 'command', name }) as const),
    ...ways.filter(({ label }) => fits(label)),
  ];
  if (words.length === 0) return commands;
  const found = findRows(rows, { ...everything, text }, { todayIso, firstDayOfWeek: 1 });
  return [...commands, ...found.slice(0, mostRows).map((row) => ({ kind: 'row', row }) as const)];
}

/** The first key of a command, or the first two of them, as a keyboard has them. */
export function KeyCaps({ name, most = 1 }: { name: CommandName; most?: number }) {
  const { palette } = useWords();
  return (
    <span class="key-caps note">
      {keys[name].slice(0, most).map((key, at) => (
        <span key={key}>
          {at > 0 && <span class="quiet"> {palette.or} </span>}
          <KeyCap written={key} />
        </span>
      ))}
    </span>
  );
}

function KeyCap({ written }: { written: string }) {
  const { palette } = useWords();
  return written.split(' ').map((stroke, at) => (
    <span key={stroke}>
      {at > 0 && <span class="quiet"> {palette.followedBy} </span>}
      {stroke.split('+').map((part) => (
        <kbd key={part}>{capOf(part, palette.keyNames)}</kbd>
      ))}
    </span>
  ));
}

function capOf(part: string, names: Readonly<Record<string, string>>): string {
  if (part === 'Mod' && /Mac|iP(hone|ad)/.test(navigator.platform)) return '⌘';
  return names[part] ?? part.toUpperCase();
}
