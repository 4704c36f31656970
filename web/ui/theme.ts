import type { Keep } from '../state/keep.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';

export const themeNames = ['system', 'light', 'dark'] as const;
export type ThemeName = (typeof themeNames)[number];
export type Theme = Store<ThemeName, ThemeName>;

/** The chosen appearance, kept and shown on the root element, where public/theme.js puts it before the first paint. */
export function openTheme(keep: Keep, root: HTMLElement): Theme {
  const kept = keep.read('theme');
  const theme = createStore<ThemeName, ThemeName>(
    (_, next) => next,
    themeNames.find((name) => name === kept) ?? 'system',
  );
  theme.subscribe(() => {
    const name = theme.get();
    keep.write('theme', name === 'system' ? null : name);
    if (name === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = name;
  });
  return theme;
}
