import { useComputed } from '@preact/signals';
import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { importances, states } from '../../../contract/fields.ts';
import { daysLate } from '../../view/groups.ts';
import type { Fields } from '../../sync/fields.ts';
import type { Row } from '../../sync/rows.ts';
import { DayMark, Icon, IconButton } from '../../ui/controls.tsx';
import { useDays, useWords } from '../../ui/page-context.ts';
import { lazy } from '../../ui/panel.tsx';
import { pressRing } from '../commands/run-command.ts';
import { piecesOf } from '../../view/pieces.ts';
import { markedParts } from '../../view/search-terms.ts';
import type { Piece } from '../../view/pieces.ts';
import { useQuickAdd, useReader, useTasks, useTools } from '../workspace.ts';

import './task-words.css';
import './row.css';
import './moving.css';
import './marks.css';
import './days.css';

const RowFault = lazy(async () => (await import('./row-fault.tsx')).RowFault);

/** The id of the menu that all rows share (web/tasks/row/row-menu.tsx). */
export const rowMenuId = 'row-menu';

/** One task in the list: state, description and importance. */
export function TaskRow({ row }: { row: Row }) {
  const late = useDelayText(row);
  return (
    <div class="row-body">
      <RowBody row={row} late={late}>
        <RowDetails row={row} />
      </RowBody>
    </div>
  );
}

/** The day in the gutter, beside the first row of that day. */
export function RowDay({ row }: { row: Row }) {
  const late = useDelayText(row);
  return (
    <DayMark iso={row.fields.dueDate}>{late !== null && <span class="late">{late}</span>}</DayMark>
  );
}

/** The days that a task is overdue, in words; null if it is not overdue. */
export function useDelayText({ fields }: Row): string | null {
  const { list } = useWords();
  const late = daysLate(fields, useTasks().todayIso);
  return late > 0 ? list.late(late) : null;
}

/** The mark of a draft, and for screen readers the date, state and importance of a row in words. */
export function RowDetails({ row }: { row: Row }) {
  const { fields, row: words } = useWords();
  const { tasks, todayIso } = useTasks();
  const days = useDays();
  const { dueDate, importance, state } = row.fields;
  const late = useDelayText(row);
  const hasDraft = useComputed(() => tasks.drafts.current.value.edits[row.key] !== undefined).value;
  return (
    <>
      {hasDraft && <span class="draft-mark"> {words.draft}</span>}
      <span class="unseen">
        , {days.long(dueDate, todayIso)}
        {late !== null && `, ${late}`}, {fields.states[state]}, {fields.importances[importance]}
      </span>
    </>
  );
}

type RowProps = {
  row: Row;
  /** Drawn after the description. */
  children: ComponentChildren;
};

/** The content of a row in list and board. During a selection it has no ring, so that no tap finishes a task by mistake. */
export function RowBody({ row, children, late = null }: RowProps & { late?: string | null }) {
  const { list, date } = useWords();
  const workspace = useTasks();
  const { tools, readOnly } = workspace;
  const { rescheduling } = tools;
  const { description, importance, state } = row.fields;
  return (
    <>
      {!tools.selection.isOn.value && (
        <button
          type="button"
          class="ring"
          aria-label={state === 'DONE' ? list.reopen(description) : list.finish(description)}
          disabled={readOnly}
          onClick={() => pressRing(workspace, row)}
        >
          <StateRing state={state} />
        </button>
      )}
      <RowDescription row={row}>{children}</RowDescription>
      {late !== null && (
        <span class="late" aria-hidden="true">
          {late}
        </span>
      )}
      <ImportanceMark importance={importance} />
      {/* For the mouse: keyboard and touch use the menu beside it. */}
      <IconButton
        icon="calendar"
        class="icon-button row-date"
        tabIndex={-1}
        title={date.title(1)}
        aria-label={`${date.title(1)}: ${description}`}
        disabled={readOnly}
        onClick={() =>
          void (rescheduling.value = rescheduling.peek()?.[0] === row.key ? null : [row.key])
        }
      />
      <IconButton
        icon="more"
        class="icon-button row-more"
        popovertarget={rowMenuId}
        aria-haspopup="menu"
        aria-label={list.more(description)}
        disabled={readOnly}
        onClick={() => void (tools.menu.value = row.key)}
      />
      <RowStatus row={row} />
    </>
  );
}

/** The status of a row's queued change. A waiting change is marked beside the description instead. */
function RowStatus({ row }: { row: Row }) {
  const { row: words } = useWords();
  const status = row.write?.status ?? 'waiting';
  if (status === 'waiting') return null;
  if (status === 'failed' || status === 'conflict') return <RowFault row={row} />;
  return (
    <span class="pending" title={words.saving}>
      <span class="unseen">{words.saving}</span>
    </span>
  );
}

/**
 * The description as a button that opens the task, or during a selection as a check box. A button must not contain links or
 * buttons: if the description has some, the button lies below the description, whose parts are its name. A screen reader reads
 * only the name and the links and buttons: the parts that are text are hidden from it.
 */
export function RowDescription({ row, children, tabIndex }: RowProps & { tabIndex?: number }) {
  const { tasks, tools, readOnly } = useTasks();
  const { row: words } = useWords();
  const { selection, order } = tools;
  const { key } = row;
  const id = useId();
  const pieces = piecesOf(row.fields.description);
  const picked = useComputed(() => selection.current.value?.keys.has(key) ?? null).value;

  function press(event: TargetedMouseEvent<HTMLButtonElement>): void {
    if (event.shiftKey) selection.reach(key, order.value);
    else if (picked !== null || event.ctrlKey || event.metaKey) selection.toggle(key);
    else tasks.edit(key);
  }

  const rest = (
    <>
      <RepeatMark words={row.fields.description} />
      {row.write?.status === 'waiting' && <span class="draft-mark"> {words.waiting}</span>}
      {children}
    </>
  );
  const partIds = [...pieces.keys(), 'rest'].map((part) => `${id}-${part}`);
  const isBelow = picked === null && pieces.some(isPressed);
  const button = (
    <button
      type="button"
      class="row-text"
      role={picked === null ? undefined : 'checkbox'}
      aria-checked={picked ?? undefined}
      tabIndex={tabIndex}
      aria-labelledby={isBelow ? partIds.join(' ') : undefined}
      disabled={readOnly}
      onClick={press}
    >
      {!isBelow && (
        <>
          {picked !== null && <span class="pick" aria-hidden="true" />}
          <span class="description" dir="auto">
            {pieces.map((piece, at) => (
              <PieceOfWords key={at} piece={piece} isLive={false} tabIndex={tabIndex} />
            ))}
          </span>
          {rest}
        </>
      )}
    </button>
  );
  if (!pieces.some(isPressed)) return button;
  return (
    <div class={isBelow ? 'row-words' : 'row-picks'}>
      {button}
      {isBelow && (
        <>
          <span class="description" dir="auto">
            {pieces.map((piece, at) => (
              <span key={at} id={partIds[at]} aria-hidden={isPressed(piece) ? undefined : 'true'}>
                <PieceOfWords piece={piece} isLive tabIndex={tabIndex} />
              </span>
            ))}
          </span>
          <span id={partIds.at(-1)} class="row-rest" aria-hidden="true">
            {rest}
          </span>
        </>
      )}
    </div>
  );
}

const isPressed = ({ kind }: Piece): boolean => kind === 'link' || kind === 'tag';

/** A link shows its host and opens in a new tab; a tag starts a search for it. Within a button both are plain text. */
function PieceOfWords(props: { piece: Piece; isLive: boolean; tabIndex: number | undefined }) {
  const { piece, isLive, tabIndex } = props;
  const { typed } = useTools();
  const { kind, text } = piece;
  if (kind === 'text') return <FoundWords text={text} />;
  const shown = kind === 'link' ? piece.host : text;
  if (kind === 'time' || !isLive) return <span class={kind}>{shown}</span>;
  if (kind === 'link')
    return (
      <a
        class="link"
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        title={text}
        tabIndex={tabIndex}
        draggable={false}
      >
        {shown}
      </a>
    );
  return (
    <button
      type="button"
      class="tag"
      tabIndex={tabIndex}
      onClick={() => {
        typed.type(text);
        typed.settle();
      }}
    >
      <FoundWords text={text} />
    </button>
  );
}

/** A text with the words of the search marked. */
function FoundWords({ text }: { text: string }) {
  const { searchTerms } = useTasks();
  return (
    <>
      {markedParts(text, searchTerms.value).map((part, at) =>
        part.isFound ? <mark key={at}>{part.text}</mark> : part.text,
      )}
    </>
  );
}

/** The state as a ring: empty, half filled, filled with a tick. The text beside it names the state. */
export function StateRing({ state }: { state: Fields['state'] }) {
  return (
    <svg class="ring-mark" data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring-line" cx="10" cy="10" r="8" />
      {state === 'WORKING' && <path class="ring-half" d="M10 4.5a5.5 5.5 0 0 1 0 11z" />}
      {state === 'DONE' && <path class="ring-tick" d="M6.2 10.4l2.6 2.6 5-5.6" pathLength={1} />}
    </svg>
  );
}

const importancePaths = { LOW: 'M7 2v10M3.5 8.5L7 12l3.5-3.5', HIGH: 'M7 12V2M3 6l4-4 4 4' };

/** The importance as an arrow, up or down; a medium one has no mark. */
export function ImportanceMark({ importance }: { importance: Fields['importance'] }) {
  if (importance === 'MEDIUM') return null;
  return (
    <svg
      class="importance-mark"
      data-importance={importance}
      viewBox="0 0 14 14"
      aria-hidden="true"
    >
      <path d={importancePaths[importance]} />
    </svg>
  );
}

export function useFieldOptions() {
  const { fields } = useWords();
  return {
    states: states.map((value) => ({
      value,
      label: fields.states[value],
      mark: <StateRing state={value} />,
    })),
    importances: importances.map((value) => ({
      value,
      label: fields.importances[value],
      mark: <ImportanceMark importance={value} />,
    })),
  };
}

/** The mark of a recurrence, with its rule in the words of the description. */
export function RepeatMark({ words }: { words: string }) {
  const { list } = useWords();
  const options = useQuickAdd();
  const { repeatIn } = useReader();
  const repeat = useMemo(() => repeatIn(words, options), [words, options, repeatIn]);
  if (repeat === undefined) return null;
  return (
    <span class="repeat-mark" title={list.repeats(repeat.text)}>
      <Icon name="repeat" />
      <span class="unseen">, {list.repeats(repeat.text)}</span>
    </span>
  );
}
