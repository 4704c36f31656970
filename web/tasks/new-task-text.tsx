import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { longestDescription } from '../../contract/fields.ts';
import type { FieldFaultCode } from '../../contract/problem.ts';
import { pastedLines } from '../quick-add/pasted-lines.ts';
import { suggest } from '../quick-add/suggest.ts';
import type { Suggestion } from '../quick-add/suggest.ts';
import { useCombobox } from '../ui/combobox.ts';
import { useWords } from '../ui/page-context.ts';
import { useQuickAdd, useSayChip } from '../ui/use-quick-add.ts';
import { Field } from './field.tsx';
import { lengthOf } from '../sync/fields.ts';

type Props = {
  text: string;
  /** The part of it that will be the description. */
  description: string;
  fault: FieldFaultCode | undefined;
  onText: (text: string) => void;
  /** Several lines were pasted. */
  onLines: (lines: readonly string[]) => void;
};

/** The text of a new task. Completions are offered for the word at the caret. */
export function NewTaskText({ text, description, fault, onText, onLines }: Props) {
  const { add, fields: names } = useWords();
  const sayChip = useSayChip();
  const options = useQuickAdd();
  const input = useRef<HTMLInputElement>(null);
  const [{ caret, moved }, setCaret] = useState({ caret: 0, moved: false });
  const suggestions = useMemo(() => suggest(text, caret, options), [text, caret, options]);
  const { open, ...parts } = useCombobox({ items: suggestions, onChoose: complete, eager: false });

  // Drawing the new text moves the caret to its end.
  useLayoutEffect(() => {
    if (moved) input.current?.setSelectionRange(caret, caret);
  }, [caret, moved]);

  function complete({ start, end, text: phrase }: Suggestion): void {
    onText(`${text.slice(0, start)}${phrase} ${text.slice(end).trimStart()}`);
    setCaret({ caret: start + phrase.length + 1, moved: true });
  }

  const left = longestDescription - lengthOf(description);
  return (
    <Field
      id="new-task"
      class="new-task-text"
      label={add.title}
      fault={fault}
      hint={left < 30 ? names.left(left) : null}
    >
      {(described) => (
        <>
          <input
            {...described}
            {...parts.input}
            ref={input}
            name="description"
            autocomplete="off"
            enterkeyhint="done"
            placeholder={add.placeholder}
            value={text}
            onInput={({ currentTarget }) => {
              setCaret({ caret: currentTarget.selectionStart ?? 0, moved: false });
              onText(currentTarget.value);
            }}
            onPaste={(event) => {
              const lines = pastedLines(event.clipboardData?.getData('text/plain') ?? '');
              if (lines.length < 2) return;
              event.preventDefault();
              onLines(lines);
            }}
            onSelect={({ currentTarget }) =>
              setCaret({ caret: currentTarget.selectionStart ?? 0, moved: false })
            }
          />
          {open && (
            <ul {...parts.list} class="suggestions" aria-label={add.suggestions}>
              {suggestions.map((suggestion, at) => (
                <li key={suggestion.text} {...parts.option(at)} class="menu-item suggestion">
                  {suggestion.text} <span class="quiet">{sayChip(suggestion.chip)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}
