import type { Key } from './page.ts';

/** The code point of a key in the W3C's WebDriver (17.4.2). */
export function codeOf(key: Key): string {
  switch (key) {
    case 'Tab':
      return '\uE004';
    case 'Enter':
      return '\uE007';
    case 'Shift':
      return '\uE008';
    case 'Control':
      return '\uE009';
    case 'Escape':
      return '\uE00C';
    case 'ArrowUp':
      return '\uE013';
    case 'ArrowRight':
      return '\uE014';
    default:
      return key;
  }
}

/** The body of a Perform Actions that presses some keys, one after the other, while others are held. */
export function keyActions(keys: readonly string[], held: readonly string[] = []): object {
  const action = (type: 'keyDown' | 'keyUp') => (key: string) => ({ type, value: key });
  const [down, up] = [action('keyDown'), action('keyUp')];
  const actions = [
    ...held.map(down),
    ...keys.flatMap((key) => [down(key), up(key)]),
    ...held.toReversed().map(up),
  ];
  return { actions: [{ type: 'key', id: 'keyboard', actions }] };
}
