import { useComputed } from '@preact/signals';
import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { Row } from '../../sync/rows.ts';
import { Icon } from '../../ui/controls.tsx';
import { useWords } from '../../ui/page-context.ts';
import { piecesOf } from '../../view/pieces.ts';
import type { Piece } from '../../view/pieces.ts';
import { markedParts } from '../../view/search-terms.ts';
import { useQuickAdd, useReader, useTasks, useViewState } from '../workspace.ts';

export type RowProps = {
  row: Row;
  /** Drawn after the description. */
  children: ComponentChildren;
};

/**
 * The description as a button that opens the task, or during a selection as a check box. A button must not contain links or
 * buttons: if the description has some, they lie above an empty button, whose name they are, too.
 */
export function RowDescription({ row, children, tabIndex }: RowProps & { tabIndex?: number }) {
  const { selection } = useViewState();
  const id = useId();
  const pieces = piecesOf(row.fields.description);
  const picked = useComputed(() => selection.current.value?.keys.has(row.key) ?? null).value;
  const hasLinks = pieces.some(isPressed);
  const isBelow = hasLinks && picked === null;
  const ids = [...pieces.keys(), 'rest'].map((part) => `${id}-${part}`);
  const marks = <RowMarks row={row}>{children}</RowMarks>;
  const button = (
    <RowButton
      row={row}
      picked={picked}
      tabIndex={tabIndex}
      labelIds={isBelow ? ids.join(' ') : undefined}
    >
      {!isBelow && (
        <>
          {picked !== null && <span class="pick" aria-hidden="true" />}
          <span class="description" dir="auto">
            {pieces.map((piece, at) => (
              <PieceOfWords key={at} piece={piece} isLive={false} tabIndex={tabIndex} />
            ))}
          </span>
          {marks}
        </>
      )}
    </RowButton>
  );
  if (!hasLinks) return button;
  return (
    <div class={isBelow ? 'row-words' : 'row-picks'}>
      {button}
      {isBelow && (
        <WordsWithLinks pieces={pieces} ids={ids} tabIndex={tabIndex}>
          {marks}
        </WordsWithLinks>
      )}
    </div>
  );
}

type ButtonProps = {
  row: Row;
  /** Whether the row is selected; null outside of a selection. */
  picked: boolean | null;
  tabIndex: number | undefined;
  /** The ids of the elements that are the name of an empty button. */
  labelIds: string | undefined;
  children: ComponentChildren;
};

function RowButton({ row, picked, tabIndex, labelIds, children }: ButtonProps) {
  const { tasks, viewState, readOnly } = useTasks();
  const { selection, order } = viewState;
  const { key } = row;
  const checkBox = picked !== null && ({ role: 'checkbox', 'aria-checked': picked } as const);

  function press(event: TargetedMouseEvent<HTMLButtonElement>): void {
    if (event.shiftKey) selection.reach(key, order.value);
    else if (picked !== null || event.ctrlKey || event.metaKey) selection.toggle(key);
    else tasks.edit(key);
  }

  return (
    <button
      type="button"
      class="row-text"
      {...checkBox}
      tabIndex={tabIndex}
      aria-labelledby={labelIds}
      disabled={readOnly}
      onClick={press}
    >
      {children}
    </button>
  );
}

/** What follows the description: the recurrence, whether its change waits, and what the view adds. */
function RowMarks({ row, children }: RowProps) {
  const { row: words } = useWords();
  return (
    <>
      <RepeatMark words={row.fields.description} />
      {row.write?.status === 'waiting' && <span class="draft-mark"> {words.waiting}</span>}
      {children}
    </>
  );
}

type WordsProps = {
  pieces: readonly Piece[];
  ids: readonly string[];
  tabIndex: number | undefined;
  /** Drawn after the words. */
  children: ComponentChildren;
};

/**
 * The words above an empty button, which is named by their elements. A screen reader reads only that name and the links and buttons:
 * the parts that are text are hidden from it.
 */
function WordsWithLinks({ pieces, ids, tabIndex, children }: WordsProps) {
  return (
    <>
      <span class="description" dir="auto">
        {pieces.map((piece, at) => (
          <span key={at} id={ids[at]} aria-hidden={isPressed(piece) ? undefined : 'true'}>
            <PieceOfWords piece={piece} isLive tabIndex={tabIndex} />
          </span>
        ))}
      </span>
      <span id={ids.at(-1)} class="row-rest" aria-hidden="true">
        {children}
      </span>
    </>
  );
}

const isPressed = ({ kind }: Piece): boolean => kind === 'link' || kind === 'tag';

/** A link shows its host and opens in a new tab; a tag starts a search for it. Within a button both are plain text. */
function PieceOfWords(props: { piece: Piece; isLive: boolean; tabIndex: number | undefined }) {
  const { piece, isLive, tabIndex } = props;
  const { searchField } = useViewState();
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
        searchField.type(text);
        searchField.searchNow();
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
      {markedParts(text, searchTerms.value).map((part, at) => {
        if (!part.isFound) return part.text;
        return <mark key={at}>{part.text}</mark>;
      })}
    </>
  );
}

/** The mark of a recurrence, with its rule in the words of the description. */
export function RepeatMark({ words }: { words: string }) {
  const { list } = useWords();
  const options = useQuickAdd();
  const reader = useReader();
  const repeat = useMemo(() => reader.repeatIn(words, options), [words, options, reader]);
  if (repeat === undefined) return null;
  return (
    <span class="repeat-mark" title={list.repeats(repeat.text)}>
      <Icon name="repeat" />
      <span class="unseen">, {list.repeats(repeat.text)}</span>
    </span>
  );
}
