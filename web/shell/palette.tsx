import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { comparable } from '../words/language.ts';
import { overdueRows } from '../view/overdue.ts';
import { everything, findRows } from '../view/query.ts';
import { useWords } from '../ui/page-context.ts';
import type { Row } from '../sync/rows.ts';
import { useCombobox } from '../ui/combobox.ts';
import { DayWords } from '../ui/day-words.tsx';
import { fittingCommands, keys } from './keys.ts';
import type { CommandName } from './keys.ts';
import { useTasks, useTools } from '../tasks/workspace.ts';
import './keys.css';

type Props = {
  run: (name: CommandName) => boolean;
  /** The rows that the commands are for. */
  targets: readonly Row[];
  onClose: () => void;
};
type Item =
  | { readonly kind: 'command'; readonly name: CommandName }
  | { readonly kind: 'row'; readonly row: Row };

const mostRows = 8;

/** Anything by its name: a command for the page, for the rows that have the focus or are selected, or a task to go to. */
export function Palette({ run, targets, onClose }: Props) {
  const { commands, fields, palette: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const { query } = useTools();
  const rows = tasks.rows.value;
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // Before the next key.
  useLayoutEffect(() => inputRef.current?.focus(), []);
  const { names } = words;
  const items = useMemo(() => {
    const fitting = fittingCommands(targets, overdueRows(rows, todayIso).length > 0);
    return itemsFor(text, fitting, names, rows, todayIso);
  }, [text, targets, names, rows, todayIso]);
  const list = useCombobox({ items, onChoose: choose, eager: true });

  function choose(item: Item): void {
    // Closed first, so that the focus is back where one came from, which is what the command is for.
    onClose();
    requestAnimationFrame(() => {
      if (item.kind === 'command') run(item.name);
      else open(item.row.key);
    });
  }

  function open(rowKey: string): void {
    // It may not be among those that are shown.
    query.value = everything;
    tasks.edit(rowKey);
  }

  return (
    <div class="palette">
      <input
        {...list.input}
        ref={inputRef}
        class="lined"
        type="text"
        autocomplete="off"
        aria-label={words.paletteHint}
        placeholder={words.paletteHint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {list.open ? (
        <ul {...list.list} class="palette-list" aria-label={commands.palette}>
          {items.map((item, at) =>
            item.kind === 'command' ? (
              <li key={item.name} {...list.option(at)} class="menu-item suggestion">
                {names[item.name]} <KeyCaps name={item.name} />
              </li>
            ) : (
              <li key={item.row.key} {...list.option(at)} class="menu-item suggestion">
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
              </li>
            ),
          )}
        </ul>
      ) : (
        <p class="quiet">{words.nothing}</p>
      )}
    </div>
  );
}

/** What has every word in it; without a word, the commands. */
function itemsFor(
  text: string,
  all: readonly CommandName[],
  names: Readonly<Record<CommandName, string>>,
  rows: readonly Row[],
  todayIso: string,
): readonly Item[] {
  const words = comparable(text).split(/\s+/u).filter(Boolean);
  const commands = all
    .filter((name) => words.every((word) => comparable(names[name]).includes(word)))
    .map((name) => ({ kind: 'command', name }) as const);
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
