import { longestDescription } from '../../contract/fields.ts';

/** The text of a task with the words beside its title. A title without room for them is cut. */
export function withWords(title: unknown, beside: string) {
  if (typeof title !== 'string' || title.trim() === '') return { description: title, isCut: false };
  const join = (text: string) => [text, beside].filter(Boolean).join(' ');
  const description = join(title);
  if (cut(description) === description) return { description, isCut: false };
  const room = beside === '' ? longestDescription : longestDescription - beside.length - 1;
  return { description: join(cut(title.trim(), Math.max(room, 1))), isCut: true };
}

/** Cuts a text to the longest description, or to fewer characters. */
export function cut(text: string, most = longestDescription): string {
  if (text.length <= most) return text;
  // A character has at most two UTF-16 units, and only the first of a long text are needed.
  const characters = Array.from(text.slice(0, 2 * (most + 1)));
  if (characters.length <= most) return characters.join('');
  return `${characters.slice(0, most - 1).join('')}…`;
}

/** A text without half a character, as of an emoji that was cut off; any other value unchanged. */
export const wellFormed = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;
