import { allSaved, newTask, walk, write } from './house.ts';
import type { Engine, Look } from './page.ts';
import type { Visitor } from './visitor.ts';

/** The main states, each seen by axe and kept as a picture, and the same in German. */
export function lookWalks(engine: Engine, look: Look): void {
  walk(engine, `every main state in ${engine.name}, ${look.size} and ${look.theme}`, look, async (scene) => {
    const visitor = await scene.openTab();
    await visitor.sees({ role: 'link', name: 'Continue with local account' });
    await visitor.shows('signed-out');
    await scene.signIn(visitor);
    await hasTheme(visitor, look.theme);
    await visitor.shows('empty');
    await write(visitor, 'Water the plants');
    await write(visitor, 'Write to Grace tomorrow !high', 'Write to Grace');
    await write(visitor, 'Book the dentist in 3 weeks !low', 'Book the dentist');
    await allSaved(visitor);
    await visitor.enter(newTask, 'Call home on monday !high');
    await visitor.shows('writing');
    await visitor.page.press('Enter');
    await visitor.sees({ text: 'Call home' });
    await visitor.shows('list');
    await visitor.click({ role: 'button', name: 'More for: Write to Grace' });
    await visitor.sees({ role: 'menuitem', name: 'Delete' });
    await visitor.shows('menu');
    await visitor.page.press('Escape');
    await visitor.click({ text: 'Write to Grace' });
    await visitor.sees({ role: 'form', name: 'Edit task' });
    await visitor.shows('editing');
    await visitor.page.press('Escape');
    await visitor.click({ role: 'link', name: 'Month' });
    await visitor.sees({ role: 'button', name: /, 1 task$/ });
    await visitor.shows('month');
    await visitor.click({ role: 'link', name: 'Board' });
    await visitor.sees({ role: 'group', name: 'Board' });
    await visitor.shows('board');

    await visitor.click({ role: 'button', name: 'Account of Ada Byron' });
    await visitor.click({ role: 'button', name: 'Settings' });
    await visitor.sees({ role: 'dialog', name: 'Settings' });
    await visitor.shows('settings');
    await visitor.click({ text: 'Deutsch' });
    await visitor.click({ text: look.theme === 'dark' ? 'Hell' : 'Dunkel' });
    await visitor.page.press('Escape');
    await visitor.missesAny({ role: 'dialog', name: 'Einstellungen' });
    await hasTheme(visitor, look.theme === 'dark' ? 'light' : 'dark');
    await visitor.click({ role: 'link', name: 'Liste' });
    await visitor.sees({ role: 'heading', name: /^Morgen/ });
    await visitor.shows('german');
  });
}

/** Ink is the brighter of ink and paper, or it is not. */
const hasTheme = (visitor: Visitor, theme: Look['theme']): Promise<void> =>
  visitor.until(`a ${theme} page`, theme === 'dark' ? hasBrightInk : hasDarkInk);

// Colours are written as oklch(lightness ...), here and in what the engine computes.
const hasBrightInk = () => Number(/[\d.]+/.exec(getComputedStyle(document.body).color)?.[0]) > 0.5;
const hasDarkInk = () => Number(/[\d.]+/.exec(getComputedStyle(document.body).color)?.[0]) < 0.5;
