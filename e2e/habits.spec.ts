import { expect, test } from './fixtures.ts';
import {
  awaitReader,
  dayIso,
  drag,
  makeSession,
  newTask,
  openFindBar,
  openWith,
  press,
  rowOf,
} from './walks.ts';

test('a chosen day is for the task that is being written, and for no later one', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Bread', dueInDays: 2 }]);
  const date = page.locator('.new-task .date-value').first();
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => press(page.getByRole('heading', { level: 1 })),
    () => page.goBack(),
  ]) {
    await page.getByRole('link', { name: 'Month' }).click();
    await page.locator(`[id="day-${dayIso(3)}"]`).click();
    if (test.info().project.use.isMobile) {
      await press(page.getByRole('button', { name: 'Add a task for this day' }));
      await expect(newTask(page)).toBeFocused();
    } else await page.keyboard.type(' ');
    await expect(date).not.toContainText('Today');
    await leave();
    await expect(date).toContainText('Today');
    await page.goto('/');
  }
});

test('keys that are pressed for nothing change nothing @desktop', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Late', dueInDays: -1 }, { description: 'Bread' }]);
  await page.evaluate(() =>
    Object.assign(globalThis, { print: () => document.body.append('printed') }),
  );
  for (const words of ['pay', 'got', 'cost']) {
    await page.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    );
    await page.keyboard.type(words);
  }
  await expect(page.getByText('Overdue')).toBeVisible();
  await expect(page.getByText('printed')).toHaveCount(0);
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  );
  const next = page.locator('.row-body').first();
  // A tint ends within a second: the row counts those that have begun.
  await next.evaluate((row) => {
    const tint = row.animate.bind(row);
    let tints = 0;
    row.animate = (...animation) => {
      tints += 1;
      row.setAttribute('data-tints', String(tints));
      return tint(...animation);
    };
  });
  for (const [before, key] of ['e', 'e', '4', '5'].entries()) {
    await page.keyboard.press(key);
    const tints = String(before + 1);
    await expect(next, `${key} shows where J would go`).toHaveAttribute('data-tints', tints);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  }
  await expect(rowOf(page, 'Late').getByRole('button', { name: /^Mark done/ })).toBeVisible();
  await expect(page.getByText('Overdue')).toBeVisible();
  await page.keyboard.press('j');
  await expect(rowOf(page, 'Late').locator('.row-text')).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByText('Overdue')).toHaveCount(0);
});

test('from the empty field keys lead to the new task and take it back @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Bread' }]);
  await awaitReader(page);
  await newTask(page).focus();
  await page.keyboard.type('Milk tomorrow');
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'Bread'), 'words in the field are its own to undo').toBeVisible();
  await newTask(page).fill('Milk');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'Milk')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await newTask(page).focus();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Milk').locator('.row-text')).toBeFocused();
});

test('neither the focus nor what is read from words moves the tasks @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Prepare the talk for the conference in Lisbon with pictures of last year' },
  ]);
  const text = page.locator('.row-text');
  const before = await text.boundingBox();
  await newTask(page).fill('Call Ana tomorrow !high');
  await expect(page.locator('.chip').first()).toBeVisible();
  expect(await text.boundingBox()).toEqual(before);
  await newTask(page).fill('');
  const width = () =>
    page.locator('.description').evaluate((words) => words.getBoundingClientRect().width);
  const wide = await width();
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  expect(await width()).toBe(wide);
});

test('another view has the focus on the same task, or on none as before @desktop', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Bread' }, { description: 'Milk' }]);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.locator('.board')).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(0);
  await rowOf(page, 'Milk').locator('.row-text').focus();
  for (const [key, view] of [
    ['m', '.month'],
    ['l', '.group'],
    ['b', '.board'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page.locator(`${view} :focus`)).toContainText('Milk');
  }
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a draft that is back is said to be so in German @desktop', async ({ page, person }) => {
    await makeSession(page, person);
    await page.goto('/');
    await page.locator('#new-task').fill('Milch');
    // The German texts are loaded after the tasks.
    const tasks = page.waitForResponse('**/api/tasks');
    await page.route('**/assets/de-*', async (route) => {
      await tasks;
      await route.continue();
    });
    // A reload says nothing of it: the person has just seen the text.
    await page.goto('about:blank');
    await page.goto('/');
    await expect(page.locator('.toast')).toContainText('Dein nicht gespeicherter Text ist noch da');
  });
});

test('the sheet for another date begins with that of the task @phone', async ({ page, person }) => {
  await openWith(page, person, [{ description: 'Bread', dueInDays: 1 }]);
  await press(page.getByRole('button', { name: 'More for: Bread' }));
  await press(page.getByRole('menuitem', { name: 'Pick a date' }));
  await expect(page.getByLabel('Or choose a day')).toHaveValue(dayIso(1));
});

test('the sheet for several tasks begins with their day, if they have the same @phone', async ({
  page,
  person,
}) => {
  await openWith(page, person, [
    { description: 'Bread', dueInDays: 1 },
    { description: 'Milk', dueInDays: 1 },
    { description: 'Tea', dueInDays: 2 },
  ]);
  await openFindBar(page);
  await press(page.getByText('Select', { exact: true }));
  for (const [description, day] of [
    ['Bread', dayIso(1)],
    ['Milk', dayIso(1)],
    ['Tea', ''],
  ] as const) {
    await press(page.getByText(description, { exact: true }));
    await press(page.getByText('Reschedule', { exact: true }));
    await expect(page.getByLabel('Or choose a day')).toHaveValue(day);
    await page.keyboard.press('Escape');
  }
});

test('one of several selected tasks takes the others along @desktop', async ({ page, person }) => {
  await openWith(
    page,
    person,
    ['One', 'Two', 'Three'].map((description) => ({ description })),
  );
  await page.getByRole('link', { name: 'Board' }).click();
  await rowOf(page, 'One')
    .locator('.row-text')
    .click({ modifiers: ['Control'] });
  await rowOf(page, 'Two')
    .locator('.row-text')
    .click({ modifiers: ['Control'] });
  await drag(page, rowOf(page, 'Two').locator('.row-text'), page.locator('[data-column=WORKING]'));
  await expect(page.locator('[data-column=WORKING] .board-task')).toHaveCount(2);
});

test('tasks are copied as a check list and pasted as they were @desktop', async ({
  page,
  person,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWith(page, person, [
    { description: 'Bread tomorrow', dueInDays: 3, importance: 'High' },
    { description: 'Milk' },
  ]);
  // In a field these keys are for its text.
  await newTask(page).fill('Eggs');
  await newTask(page).press('Control+a');
  await newTask(page).press('Delete');
  await newTask(page).press('Escape');
  await page.keyboard.press('e');
  await page.keyboard.press('Control+a');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied: 2 tasks')).toBeAttached();
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(copied).toBe(`- [x] Milk (${dayIso(0)})\n- [ ] Bread tomorrow (${dayIso(3)} !high)\n`);
  // A pasted overdue task keeps its date.
  const late = `- [ ] Tax (${dayIso(-3)})\n`;
  await page.evaluate(async (text) => navigator.clipboard.writeText(text), copied + late);
  await page.keyboard.press('Escape');
  await newTask(page).focus();
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add 3 tasks' })).toBeFocused();
  await page.keyboard.press('Enter');
  const kept = async () => (await page.request.get('/api/tasks')).json();
  await expect.poll(kept).toMatchObject([
    { description: 'Tax', dueDate: dayIso(-3) },
    { description: 'Milk', state: 'DONE' },
    { description: 'Milk', state: 'DONE' },
    { description: 'Bread tomorrow', dueDate: dayIso(3), importance: 'HIGH' },
    { description: 'Bread tomorrow', dueDate: dayIso(3), importance: 'HIGH' },
  ]);
});
