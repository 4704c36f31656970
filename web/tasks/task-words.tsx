import { useComputed } from '@preact/signals';
import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useId } from 'preact/hooks';

import type { Row } from '../sync/rows.ts';
import { useWords } from '../ui/page-context.ts';
import { piecesOf } from '../view/pieces.ts';
import type { Piece } from '../view/pieces.ts';
import { RepeatMark } from './marks.tsx';
import { useTasks, useTools } from './workspace.ts';
import './task-words.css';

type Props = {
  row: Row;
  /** What is said after the description. */
  children: ComponentChildren;
  tabIndex?: number;
};

/**
 * The words of a task, which open it. While rows are being selected they are a check box. A button holds neither links nor
 * buttons: where there are some it lies below the words, which name it.
 */
export function RowText({ row, children, tabIndex }: Props) {
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

  const content = (isLive: boolean) => (
    <>
      {picked !== null && <span class="pick" aria-hidden="true" />}
      <span class="description" dir="auto">
        {pieces.map((piece, at) => (
          <PieceOfWords key={at} piece={piece} isLive={isLive} tabIndex={tabIndex} />
        ))}
      </span>
      <RepeatMark words={row.fields.description} />
      {row.write?.status === 'waiting' && <span class="draft-mark"> {words.waiting}</span>}
      {children}
    </>
  );
  const isBelow = picked === null && pieces.some(isPressed);
  const button = (
    <button
      type="button"
      class="row-text"
      role={picked === null ? undefined : 'checkbox'}
      aria-checked={picked ?? undefined}
      tabIndex={tabIndex}
      aria-labelledby={isBelow ? id : undefined}
      disabled={readOnly}
      onClick={press}
    >
      {!isBelow && content(false)}
    </button>
  );
  if (!pieces.some(isPressed)) return button;
  return (
    <div class={isBelow ? 'row-words' : 'row-picks'}>
      {button}
      {isBelow && <span id={id}>{content(true)}</span>}
    </div>
  );
}

const isPressed = ({ kind }: Piece): boolean => kind === 'link' || kind === 'tag';

type PieceProps = { piece: Piece; isLive: boolean; tabIndex: number | undefined };

/** A link shows its host and opens in a new tab, a tag filters by itself; within a button both are only shown. */
function PieceOfWords({ piece, isLive, tabIndex }: PieceProps) {
  const { typed } = useTools();
  const { kind, text } = piece;
  if (kind === 'text') return <>{text}</>;
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
      {text}
    </button>
  );
}
