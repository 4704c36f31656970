import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Row } from '../sync/rows.ts';
import { fittingCommands } from '../tasks/commands/fitting.ts';
import { commandsOf } from '../tasks/commands/table.ts';
import type { CommandName } from '../tasks/commands/table.ts';
import { useFilterChoices } from '../tasks/list/find-bar.tsx';
import { afterDrawing } from '../tasks/focus.ts';
import { useTasks } from '../tasks/workspace.ts';
import { Combobox } from '../ui/combobox.tsx';
import { isChosen, DayWords } from '../ui/controls.tsx';
import type { ChoiceProps } from '../ui/controls.tsx';
import { useWords } from '../ui/page-context.ts';
import { findRows } from '../view/find-rows.ts';
import { overdueRows } from '../view/groups.ts';
import { everything, isNarrow } from '../view/query.ts';
import { isolated } from '../words/language.ts';
import type { PaletteWords } from '../words/en/palette.ts';
import { KeyCaps } from './key-caps.tsx';
import { findItems } from './palette-items.ts';
import type { PaletteGroup } from './palette-items.ts';
import type { PaletteProps, PaletteOpening } from './palette-opening.tsx';
import { useSettingChoices } from './setting-choices.ts';

type Item = {
  readonly key: string;
  readonly label: string;
  readonly synonyms?: string | undefined;
  readonly content: ComponentChildren;
  readonly run: () => void;
};
type Group = PaletteGroup<Item>;
type Props = PaletteProps & PaletteOpening & { words: PaletteWords };

const mostRows = 8;

/** The palette with its texts. */
export const paletteIn = (words: PaletteWords) => (props: PaletteProps & PaletteOpening) => (
  <Palette {...props} words={words} />
);

/** Finds by name: commands for the focused or selected rows and for the page, filters, settings, and tasks to open. */
function Palette(props: Props) {
  const { words, text, isEntered, onClose } = props;
  const { commands } = useWords();
  const inputRef = useRef<HTMLInputElement>(null);
  // A layout effect moves the focus before the next key event.
  useLayoutEffect(() => inputRef.current?.focus(), []);
  const offered = [...useCommands(props), useFilters(words), useSettingsOf(props)];
  const groups = [...findItems(offered, text.value), useFoundTasks(text.value, words)];
  const headings = new Map(
    groups.flatMap(({ heading, items }) => items.map(({ key }) => [key, heading] as const)),
  );
  const items = groups.flatMap((group) => group.items);

  function choose(item: Item): void {
    // Closed first, so that the focus returns to the row that the command is for.
    onClose();
    afterDrawing(item.run);
  }

  useLayoutEffect(() => {
    const [first] = items;
    if (isEntered.peek() && first) choose(first);
    isEntered.value = false;
  });

  return (
    <div class="palette">
      <Combobox
        items={items}
        keyOf={({ key }) => key}
        onChoose={choose}
        eager
        list={{ label: commands.palette, class: 'palette-list' }}
        headingOf={({ key }) => headings.get(key) ?? ''}
        renderItem={({ content }) => content}
        renderNone={(id) => (
          <p id={id} class="quiet">
            {words.nothing}
          </p>
        )}
        inputRef={inputRef}
        class="lined"
        aria-label={commands.hint}
        placeholder={commands.hint}
        value={text.value}
        onInput={(event) => void (text.value = event.currentTarget.value)}
      />
    </div>
  );
}

/** The commands for rows, which are named, for the page, and for what one can go to. */
function useCommands({ words, targets, run, onOpen }: Props): readonly Group[] {
  const { account } = useWords();
  const { viewState, tasks, todayIso } = useTasks();
  const fitting = fittingCommands(targets, overdueRows(tasks.rows.value, todayIso).length > 0);
  const itemsOf = (section: Parameters<typeof commandsOf>[0]) =>
    fitting
      .filter((name) => commandsOf(section).includes(name))
      .map((name) => commandItem(name, words, () => run(name)));
  const row = { heading: headingFor(targets, words), items: itemsOf('row') };
  const otherGroups = [
    { heading: words.sections.page, items: itemsOf('page') },
    {
      heading: words.groups.goTo,
      items: [
        ...itemsOf('views'),
        ...[...viewState.savedFilters.all()].map(([name, address]) =>
          plainItem(`filter ${name}`, name, () => void (location.hash = address)),
        ),
        plainItem('settings', account.settings, () => onOpen('settings'), words),
        plainItem('exchange', account.exchange, () => onOpen('exchange'), words),
        plainItem('signOut', account.signOut, () => onOpen('leave'), words),
      ],
    },
    { heading: words.sections.overdue, items: itemsOf('overdue') },
  ];
  if (targets.length === 0) return [...otherGroups, row];
  return [row, ...otherGroups];
}

function headingFor([first, ...otherGroups]: readonly Row[], { groups, sections }: PaletteWords) {
  if (first === undefined) return sections.row;
  if (otherGroups.length > 0) return groups.many(otherGroups.length + 1);
  return groups.one(isolated(first.fields.description));
}

/** Each filter and order that is not chosen yet. */
function useFilters(words: PaletteWords): Group {
  const { fields, search } = useWords();
  const { query } = useTasks().viewState;
  const [state, importance, due, order] = useFilterChoices().map(unchosen);
  const showAll = plainItem(
    'showAll',
    search.showAll,
    () => void (query.value = everything),
    words,
  );
  const onlyShown = [state, importance, due].flatMap((each = []) =>
    each.map((item) => named(item, words.onlyShow(item.label))),
  );
  const { synonyms } = words;
  return {
    heading: words.groups.filter,
    items: [
      ...(isNarrow(query.value) ? [showAll] : []),
      ...[...onlyShown, ...(order ?? [])].map((item) => ({
        ...item,
        synonyms: item.label.includes(fields.importance) ? synonyms.importance : undefined,
      })),
    ],
  };
}

/** Each setting that is not chosen yet. */
function useSettingsOf({ words }: Props): Group {
  const { account, settings } = useWords();
  const { synonyms } = words;
  const synonymsOf: ReadonlyMap<string, string> = new Map([
    [account.language, synonyms.language],
    [settings.theme, synonyms.theme],
    [settings.density, synonyms.density],
    [settings.week, synonyms.week],
    [settings.daily, synonyms.daily],
    [settings.shortcuts, synonyms.shortcuts],
  ]);
  return {
    heading: account.settings,
    items: useSettingChoices().flatMap((choice) =>
      unchosen(choice).map((item) => ({ ...item, synonyms: synonymsOf.get(choice.legend) })),
    ),
  };
}

const unchosen = (choice: ChoiceProps): readonly Item[] =>
  choice.options
    .filter(({ value }) => !isChosen(choice, value))
    .map(({ value, label }) =>
      plainItem(`${choice.legend} ${value}`, `${choice.legend}: ${label}`, () =>
        choice.onChoose(value, true),
      ),
    );

/** The tasks that have the typed words; a chosen one is opened. */
function useFoundTasks(text: string, { groups }: PaletteWords): Group {
  const { fields } = useWords();
  const { tasks, viewState, todayIso } = useTasks();
  const rows = tasks.rows.value;
  const found = useMemo(() => {
    if (text.trim() === '') return [];
    return findRows(rows, { ...everything, text }, { todayIso, firstDayOfWeek: 1 });
  }, [rows, text, todayIso]);
  const items = found
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
        viewState.query.value = everything;
        tasks.edit(key);
      },
    }));
  return { heading: groups.tasks, items };
}

function commandItem(name: CommandName, words: PaletteWords, run: () => void): Item {
  const label = words.names[name];
  const content = (
    <>
      {label} <KeyCaps name={name} words={words} />
    </>
  );
  return { key: name, label, synonyms: synonymsFor(name, words), content, run };
}

function plainItem(key: string, label: string, run: () => void, words?: PaletteWords): Item {
  return { key, label, content: label, run, synonyms: words && synonymsFor(key, words) };
}

const named = (item: Item, label: string): Item => ({ ...item, label, content: label });

function synonymsFor(key: string, { synonyms }: PaletteWords): string | undefined {
  const all: Readonly<Record<string, string>> = synonyms;
  return all[key];
}
