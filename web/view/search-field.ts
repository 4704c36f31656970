import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import type { Query } from './query.ts';

/** Pause in typing after which the list is searched: a long list takes longer to draw than one letter. */
export const typingPauseMs = 80;

/** The text of the search field. Typing changes the query after `typingPauseMs`; any other change of the query changes the field at once. */
export function createSearchField(query: Signal<Query>) {
  const text = signal(query.value.text);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function searchNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (text.value !== query.value.text) query.value = { ...query.value, text: text.value };
  }

  query.subscribe((nextQuery) => {
    if (timer === undefined) text.value = nextQuery.text;
  });
  return {
    text,
    /** Writes the text to the query now. */
    searchNow,
    type(next: string): void {
      text.value = next;
      clearTimeout(timer);
      timer = setTimeout(searchNow, typingPauseMs);
    },
  };
}
