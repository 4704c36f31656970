import assert from 'node:assert/strict';

import { allSaved, walk, write } from './house.ts';
import type { Engine, Look } from './page.ts';

const account = { role: 'button', name: 'Account of Ada Byron' };
const undo = { role: 'button', name: 'Undo' };
const done = (description: string) => ({ role: 'button', name: `Mark done: ${description}` });
const more = (description: string) => ({ role: 'button', name: `More for: ${description}` });

/** What a person does with tasks, from signing in to signing out. */
export function taskWalks(engine: Engine, look: Look): void {
  const on = `on a ${look.size} in ${engine.name}`;

  walk(engine, `the whole story ${on}`, look, async ({ signedIn }) => {
    const visitor = await signedIn();
    await visitor.sees({ role: 'heading', name: 'A clean page' });
    await write(visitor, 'Water the plants');
    await write(visitor, 'Write to Grace tomorrow !high', 'Write to Grace');
    await write(visitor, 'Grüße an José in 3 weeks', 'Grüße an José');
    await visitor.sees({ role: 'heading', name: /^Tomorrow/ });
    await visitor.sees({ role: 'button', name: /^Write to Grace.*To do, High$/ });

    await visitor.click({ text: 'Write to Grace' });
    await visitor.enter({ role: 'textbox', name: 'Task' }, 'Write to Grace, at length');
    await visitor.click({ text: 'Working' });
    await visitor.click({ role: 'button', name: 'Save' });
    await visitor.sees({ role: 'button', name: /^Write to Grace, at length.*Working, High$/ });

    await visitor.click(done('Water the plants'));
    await visitor.sees({ role: 'button', name: /^Done/ });

    await visitor.click(more('Grüße an José'));
    await visitor.click({ role: 'menuitem', name: 'Delete' });
    await visitor.missesAny({ text: 'Grüße an José' });
    await visitor.click(undo);
    await visitor.sees({ text: 'Grüße an José' });

    await allSaved(visitor);
    await visitor.click(account);
    await visitor.click({ role: 'link', name: 'Sign out' });
    await visitor.sees({ role: 'heading', name: 'Sign in' });
    await visitor.click({ role: 'link', name: 'Continue with local account' });
    await visitor.sees({ text: 'Write to Grace, at length' });
    await visitor.sees({ text: 'Grüße an José' });
    assert.equal(await visitor.count({ text: 'Water the plants' }), 0, 'finished, and so folded away');
  });

  walk(engine, `a task is moved on the board by its menu ${on}`, look, async ({ house, signedIn }) => {
    const visitor = await signedIn();
    await write(visitor, 'Water the plants');
    await visitor.click({ role: 'link', name: 'Board' });
    await visitor.click(more('Water the plants'));
    await visitor.click({ role: 'menuitemradio', name: 'Working' });
    await visitor.sees({ text: 'Working: Water the plants' });
    await allSaved(visitor);
    await visitor.page.open(house.address);
    await visitor.click({ role: 'link', name: 'Board' });
    const working = /^Working.*1 task$/;
    if (look.size === 'phone') await visitor.click({ role: 'tab', name: working });
    else await visitor.sees({ role: 'heading', name: working });
    await visitor.sees({ text: 'Water the plants' });
    await visitor.shows('board');
  });

  if (look.size === 'phone') return;

  walk(engine, `the keys of the list and the board ${on}`, look, async ({ signedIn }) => {
    const visitor = await signedIn();
    const { page } = visitor;
    const hasFocus = () =>
      visitor.until(
        'the focus on the row',
        () => document.activeElement?.textContent?.startsWith('One,') === true,
      );
    await write(visitor, 'One');
    await write(visitor, 'Two');
    await visitor.click({ text: 'Dueline' });
    await page.press('j');
    await hasFocus();
    await page.press(']');
    await visitor.sees({ role: 'heading', name: /^Tomorrow/ });
    await hasFocus();
    await page.press('[');
    await visitor.missesAny({ role: 'heading', name: /^Tomorrow/ });
    await hasFocus();
    await page.press('3');
    await visitor.sees({ role: 'button', name: /^One,.*To do, High$/ });
    await page.press('e');
    await visitor.sees({ role: 'button', name: /^Done/ });
    await page.press('Control', 'z');
    await visitor.sees({ role: 'button', name: /^One,.*To do, High$/ });

    await page.press('g');
    await page.press('b');
    await visitor.sees({ role: 'group', name: 'Board' });
    await visitor.click({ text: 'Dueline' });
    await page.press('j');
    await hasFocus();
    await page.press('Shift', 'ArrowRight');
    await visitor.sees({ text: 'Working: One' });
    await hasFocus();
    await page.press('Control', 'k');
    await visitor.sees({ role: 'combobox', name: /^Type a command/ });
    await page.press('Escape');
    await visitor.missesAny({ role: 'combobox', name: /^Type a command/ });
    await allSaved(visitor);
  });

  walk(engine, `the date of a task is changed in its field ${on}`, look, async ({ signedIn }) => {
    const visitor = await signedIn();
    await write(visitor, 'Book the dentist');
    await visitor.click({ text: 'Book the dentist' });
    await visitor.until(
      'the focus in the form',
      () => document.activeElement?.matches('form textarea') === true,
    );
    await visitor.page.press('Tab');
    await visitor.page.press('Enter');
    await visitor.sees({ role: 'combobox', name: 'New date, in words' });
    await visitor.page.type('in 2 weeks');
    await visitor.page.press('Enter');
    await visitor.missesAny({ role: 'combobox', name: 'New date, in words' });
    await visitor.shows('editing');
    await visitor.click({ role: 'button', name: 'Save' });
    await visitor.sees({ text: 'Book the dentist' });
    await visitor.missesAny({ role: 'heading', name: /^Today/ });
    await allSaved(visitor);
  });
}
