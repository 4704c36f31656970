import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../sync/rows.ts';
import type { CommandName } from '../tasks/commands/table.ts';
import { useTasks } from '../tasks/workspace.ts';
import { isOfInputMethod } from '../ui/events.ts';
import { useLanguage, useWords } from '../ui/page-context.ts';
import { lazy } from '../ui/panel.tsx';
import { rowsFor } from '../view/view.ts';
import type { Language } from '../words/language.ts';
import { loadPaletteWords } from '../words/reading.ts';

export type PaletteProps = {
  run: (name: CommandName) => void;
  onOpen: (dialog: 'settings' | 'exchange' | 'leave') => void;
  onClose: () => void;
};

/** What holds when the palette opens, and what a person types before it is loaded. */
export type PaletteOpening = {
  /** The rows that commands are for; the palette then takes the focus from them. */
  readonly targets: readonly Row[];
  readonly text: Signal<string>;
  readonly isEntered: Signal<boolean>;
};

const load = async (language: Language) => {
  const [{ paletteIn }, words] = await Promise.all([
    import('./palette.tsx'),
    loadPaletteWords[language](),
  ]);
  return paletteIn(words);
};

const inLanguage = {
  en: lazy(() => load('en'), PaletteField),
  de: lazy(() => load('de'), PaletteField),
  fr: lazy(() => load('fr'), PaletteField),
};

/** The palette, whose code and texts are loaded with it: its field is there at once, so that no letter and no Enter is lost. */
export function OpeningPalette(props: PaletteProps) {
  const Palette = inLanguage[useLanguage()];
  const { viewState, matches } = useTasks();
  const [targets] = useState(() =>
    rowsFor(matches.peek(), viewState.selection.current.peek(), viewState.focused.peek()),
  );
  const text = useSignal('');
  const isEntered = useSignal(false);
  return <Palette {...props} targets={targets} text={text} isEntered={isEntered} />;
}

function PaletteField({ text, isEntered }: PaletteOpening) {
  const { commands } = useWords();
  const fieldRef = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => fieldRef.current?.focus(), []);
  return (
    <div class="palette">
      <input
        ref={fieldRef}
        type="text"
        class="lined"
        aria-label={commands.hint}
        placeholder={commands.hint}
        onInput={({ currentTarget }) => void (text.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isOfInputMethod(event)) isEntered.value = true;
        }}
      />
    </div>
  );
}
