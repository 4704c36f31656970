import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { refused } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { addTask, dayIso, openSignedIn, openWith, rowOf } from './walks.ts';

test('tasks leave in four forms', async ({ page, person }) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Bread, =1+1', dueInDays: 3, importance: 'High' });
  await openExchange(page);
  const expected = {
    JSON: /"description": "Bread, =1\+1"/,
    CSV: /^\uFEFFdescription,dueDate,importance,state,id\r\n"Bread, =1\+1",/,
    Markdown: /^- \[ \] Bread, =1\+1 \(\d{4}-\d\d-\d\d !high\)$/m,
    iCalendar: /^SUMMARY:Bread\\, =1\+1\r$/m,
  };
  for (const [name, content] of Object.entries(expected)) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^dueline-\d{4}-\d{2}-\d{2}\.(json|csv|md|ics)$/);
    expect(await readFile(await file.path(), 'utf8')).toMatch(content);
    await expect(page.getByText(`Saved as ${file.suggestedFilename()}`)).toBeVisible();
  }
});

test('an import shows what it would add, asks what is doubtful, and adds it', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await addTask(page, { description: 'Pay the rent', dueInDays: 5 });
  await openExchange(page);
  const next = Number(dayIso(0).slice(0, 4)) + 1;
  await chooseFile(page, 'old.csv', [
    'Task,Due,Priority,Status,Cost',
    `Bread,3/4/${next},high,,`,
    'An old one,2020-01-02,,,',
    `Pay the rent,${dayIso(5)},,,`,
    'No date,,,in progress,',
    `Broken,${next}-13-45,,,By hand`,
  ]);
  const dialog = page.getByRole('dialog', { name: 'Export and import' });
  await expect(dialog.getByRole('heading', { name: /3 tasks would be added/ })).toBeFocused();
  await expect(dialog.getByText('Line 6')).toBeVisible();
  await expect(dialog.getByText(`Due date: “${next}-13-45” is not a date.`)).toBeVisible();
  await expect(dialog.getByText('Columns not used: Cost')).toBeVisible();

  await dialog.getByText('4 Mar', { exact: true }).click();
  await dialog
    .getByRole('group', { name: /due in the past/ })
    .getByText('Leave out')
    .click();
  await dialog.getByRole('button', { name: 'Add 2 tasks' }).click();
  await expect(dialog.getByText('2 tasks added')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'No date')).toBeVisible();
  await expect(rowOf(page, 'Bread')).toContainText(`4 March ${next}`);
  await expect(rowOf(page, 'An old one')).toHaveCount(0);

  await openExchange(page);
  await chooseFile(page, 'old.csv', ['Task,Due', 'No date,', `Bread,4.3.${next}`]);
  await expect(dialog.getByRole('heading', { name: /Nothing would be added/ })).toBeVisible();
  await expect(dialog.locator('.faulty-entries')).toHaveCount(0);
  await expect(
    dialog.getByRole('group', { name: '2 tasks with the same text and date already exist' }),
  ).toBeVisible();
});

test('exports of Todoist and Apple Reminders are known, with their lists and notes', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await openExchange(page);
  const dialog = page.getByRole('dialog', { name: 'Export and import' });
  const next = Number(dayIso(0).slice(0, 4)) + 1;
  await chooseFile(page, 'Garden [220474322].csv', [
    '\uFEFFTYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
    `task,Repot the basil,Terracotta pot,1,1,,,${next}-03-04 09:00,en,Europe/Berlin`,
    'section,Weekly,,,,,,,,',
    'task,Water the ferns,,4,1,,Ann (7),every monday,en,Europe/Berlin',
    `task,Long,${'x'.repeat(250)},2,1,,,,,`,
  ]);
  await expect(dialog.getByText('This is an export of Todoist.')).toBeVisible();
  await expect(dialog.locator('.details-found')).toHaveText(
    /List, in 3 tasks: Garden, Garden \/ Weekly.*Notes, in 2 tasks/,
  );
  await expect(dialog.getByText('Columns not used: RESPONSIBLE')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'no date in the file' })).toHaveText(
    /^Long/,
  );
  await dialog.getByText('Add to the task text').click();
  await expect(dialog.getByText(`Long #garden #weekly · ${'x'.repeat(231)}…`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 3 tasks' }).click();
  await expect(dialog.getByText('3 tasks added')).toBeVisible();

  await chooseFile(page, 'Home.ics', [
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:Home',
    'BEGIN:VTODO',
    'SUMMARY:Call Ada',
    'DUE;TZID=Asia/Tokyo:20400305T003000',
    'PRIORITY:9',
    'STATUS:COMPLETED',
    'BEGIN:VALARM',
    'END:VALARM',
    'END:VTODO',
    'BEGIN:VEVENT',
    'SUMMARY:Dinner',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
  await expect(dialog.getByText(/^1 calendar entry is left out/)).toBeVisible();
  await expect(dialog.getByText('Columns not used: reminders')).toBeVisible();
  await expect(dialog.getByText('This is an export of Apple Reminders / iCalendar.')).toBeVisible();
  const finished = dialog.getByRole('group', { name: '1 task is finished' });
  await finished.getByText('Leave out').click();
  await expect(dialog.getByRole('heading', { name: /Nothing would be added/ })).toBeVisible();
  await finished.getByText('Add with their dates').click();
  await dialog.getByRole('button', { name: 'Add 1 task' }).click();
  await expect(dialog.getByText('1 task added')).toBeVisible();
  const tasks: unknown = await page.evaluate(async () => (await fetch('/api/tasks')).json());
  const saved = [
    ['Repot the basil 09:00 #garden · Terracotta pot', `${next}-03-04`, 'HIGH', 'TODO'],
    ['Water the ferns every monday #garden #weekly', dayIso(5), 'MEDIUM', 'TODO'],
    [`Long #garden #weekly · ${'x'.repeat(231)}…`, dayIso(0), 'MEDIUM', 'TODO'],
    ['Call Ada 00:30 #home', '2040-03-05', 'LOW', 'DONE'],
  ].map(([description, dueDate, importance, state]) =>
    expect.objectContaining({ description, dueDate, importance, state }),
  );
  expect(tasks).toEqual(expect.arrayContaining(saved));
  await chooseFile(page, 'Home.org', ['* Home', '** TODO Paint', '   DEADLINE: <2040-03-05 Mon>']);
  await expect(dialog.getByText('This is an export of org mode.')).toBeVisible();
  await expect(dialog.getByText('Paint #home', { exact: true })).toBeVisible();
});

test('tasks without a date are asked about once, by keys alone on the smallest screen', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, person);
  await openExchange(page);
  await chooseFile(page, 'Home.csv', [
    'TYPE,CONTENT,INDENT,PRIORITY,DATE',
    ...Array.from({ length: 7 }, (_, at) => `task,Book ${at + 1},1,4,`),
    'section,Some day,,,',
    'task,Learn to bake,1,4,',
    `task,Pay,1,4,${dayIso(40)}`,
    `task,Odd,1,Highest,${dayIso(41)}`,
  ]);
  const dialog = page.getByRole('dialog', { name: 'Export and import' });
  await expect(dialog.getByRole('heading', { name: /10 tasks would be added/ })).toBeFocused();
  await expect(dialog.getByText('Importance “Highest”, in 1 task: Medium instead')).toBeVisible();
  const days = dialog.getByRole('list', { name: 'The first days with these tasks' });
  await expect(days.getByRole('listitem')).toHaveText([
    /5 tasks$/,
    /3 tasks$/,
    /1 task$/,
    /1 task$/,
  ]);
  await expect(days).toContainText('Today');
  // From the heading: the radio of this question, then that of the tags.
  await page.keyboard.press('Tab');
  const asked = dialog.getByRole('group', { name: '8 tasks have no date' });
  await expect(asked.getByLabel('Over the coming weeks')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(days.getByRole('listitem').first()).toHaveText(/Today.*8 tasks$/);
  await page.keyboard.press('ArrowDown');
  await expect(asked.getByLabel('Far away, #someday')).toBeChecked();
  await expect(days.getByRole('listitem').last()).toContainText('31 December 2099');
  await expect(dialog.getByText('Learn to bake #home #some-day #someday')).toBeVisible();
  const widest = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(widest).toBe(0);
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Add tags')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add 10 tasks' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('10 tasks added')).toBeVisible();
  const tasks: unknown = await page.evaluate(async () => (await fetch('/api/tasks')).json());
  expect(tasks).toContainEqual(
    expect.objectContaining({
      description: 'Learn to bake #home #some-day #someday',
      dueDate: '2099-12-31',
    }),
  );
});

test('an import ends where the service keeps no more tasks, and says so', async ({
  page,
  person,
  faults,
}) => {
  faults.expect(/status of 409 /);
  await openSignedIn(page, person);
  let room = 5;
  await page.route('**/api/tasks', (route) => {
    if (route.request().method() !== 'POST' || (room -= 1) >= 0) return route.fallback();
    return refused(409, 'too_many_tasks')(route);
  });
  await openExchange(page);
  const lines = Array.from({ length: 60 }, (_, at) => `Task number ${at + 1}`);
  await chooseFile(page, 'many.csv', ['task', ...lines]);
  await page.getByRole('button', { name: 'Add 60 tasks' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('5 tasks of 60 added')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText(
    'You have reached this service’s limit of tasks. Delete some to make room. 55 tasks of the file were not added.',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listitem').filter({ hasText: 'Not saved' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Task number' })).toHaveCount(5);
});

test('an import is taken back in one go', async ({ page, person }) => {
  await openSignedIn(page, person);
  await openExchange(page);
  // On this screen Undo comes to the place of the button, and the second tap of a double tap does not press it.
  await page.setViewportSize({ width: 360, height: 740 });
  await chooseFile(page, 'some.csv', ['task', 'Bread', 'Milk', 'Eggs']);
  const button = page.getByRole('button', { name: 'Add 3 tasks' });
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  await button.click();
  await page.mouse.click(x + 20, y + 20);
  await expect(page.getByText('3 tasks added')).toBeVisible();
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await deleted;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'A clean page' })).toBeVisible();
});

async function openExchange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('button', { name: 'Export and import' }).click();
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
}

async function chooseFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'));
  await page
    .getByLabel(/^Choose (a|another) file/)
    .setInputFiles({ name, mimeType: 'text/plain', buffer });
}

test('what is no task is counted, and numbers of days are asked about', async ({
  page,
  person,
}) => {
  await openSignedIn(page, person);
  await openExchange(page);
  const dialog = page.getByRole('dialog', { name: 'Export and import' });
  await chooseFile(page, 'mac.csv', ['Task,Due', 'Paint,51502', '"Open,51503', 'Sow,51504']);
  await expect(dialog.getByRole('heading', { name: /1 task would be added/ })).toBeFocused();
  await expect(dialog.getByRole('alert')).toContainText('line 3 is never closed, so 2 lines');
  await expect(dialog.locator('.faulty-entries')).toContainText(
    'Its quotation mark is never closed.',
  );
  const count = dialog.getByRole('group', { name: 'Dates like 51502 mean' });
  await expect(dialog.locator('.planned-tasks')).toContainText('1 January 2041');
  await count.getByText('2 Jan 2045').click();
  await expect(dialog.locator('.planned-tasks')).toContainText('2 January 2045');

  await chooseFile(page, 'home.md', ['Home', '', 'Ask Ada first.', '- [ ] Paint', '☐ Sow']);
  await expect(dialog.getByText('2 lines of text are left out')).toBeVisible();
  await expect(dialog.locator('.planned-tasks').getByRole('listitem')).toHaveCount(2);

  await chooseFile(page, 'house.opml', [
    '<?xml version="1.0"?>',
    '<opml version="2.0"><body><outline text="House">',
    '<outline text="Paint &amp;amp; &lt;b&gt;clean&lt;/b&gt;" _note="soon"/>',
    '</outline></body></opml>',
  ]);
  await expect(dialog.getByText('This is an export of OPML (Workflowy, Dynalist).')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 task' }).click();
  await expect(dialog.getByText('1 task added')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Paint & clean #house')).toBeVisible();
});

test('saved filters and settings are in the JSON file, and come back with it', async ({
  page,
  person,
}) => {
  await openWith(page, person, [{ description: 'Milk' }]);
  await page.evaluate((owner) => {
    localStorage.setItem(`dueline.filters.${owner}`, 'Trips=q%3D%2523travel');
    localStorage.setItem('dueline.daily', '8');
  }, person.email);
  await page.reload();
  await openExchange(page);
  const dialog = page.getByRole('dialog', { name: 'Export and import' });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'JSON' }).click();
  const saved = await readFile(await (await downloading).path(), 'utf8');
  await page.evaluate((owner) => {
    localStorage.removeItem(`dueline.filters.${owner}`);
    localStorage.removeItem('dueline.daily');
  }, person.email);
  await page.reload();
  await openExchange(page);
  await chooseFile(page, 'all.json', [saved.replace('"theme": "system"', '"theme": "neon"')]);
  await expect(dialog).toContainText('1 saved filter and 1 setting that this device does not have');
  await expect(dialog).toContainText('Not known here, and left out: theme: neon');
  await dialog.getByRole('button', { name: 'Use them on this device' }).click();
  await expect(dialog).toContainText('They are in use on this device.');
  const there = await page.evaluate(
    (owner) => [
      localStorage.getItem(`dueline.filters.${owner}`),
      localStorage.getItem('dueline.daily'),
    ],
    person.email,
  );
  expect(there).toEqual(['Trips=q%3D%2523travel', '8']);
});
