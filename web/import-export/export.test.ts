import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fc } from '../../test/generated.ts';
import type { TaskResponse } from '../../contract/task.ts';

import { options as regions, todayIso } from '../quick-add/options-fixture.ts';
import { addDays, firstDate } from '../dates/calendar.ts';
import { task } from '../sync/answers-fixture.ts';
import { readRecords } from './csv.ts';
import { exportFile, formats } from './export-file.ts';
import type { Format } from './export-file.ts';
import { readFile } from './read-file.ts';

const bread = task(1, {
  description: 'Bread',
  dueDate: '2025-12-03',
  importance: 'HIGH',
  state: 'WORKING',
});
const nowMs = Date.UTC(2025, 10, 21, 9, 30, 5, 7);
const device = {
  filters: new Map([['Trips', 'q=%23travel&state=TODO']]),
  settings: { theme: 'dark', daily: '8' },
} as const;
const options = { todayIso, nowMs, host: 'tasks.example', title: 'Tasks', device };
const textOf = (format: Format, ...tasks: TaskResponse[]) =>
  exportFile(format, tasks, options).text;

/** Fails unless `readFile` reads the text as these tasks. */
async function assertImported(
  text: string,
  region: typeof regions.en,
  tasks: readonly TaskResponse[],
): Promise<void> {
  const read = await readFile(new Blob([text]), { existing: [], ...region });
  assert.deepEqual([read.faults, read.faulty, read.ignored], [[], [], []]);
  assert.deepEqual(
    read.tasks.map(({ fields }) => fields),
    tasks.map(({ id: _id, ...fields }) => fields),
  );
}

const calendar = (description: string) => textOf('ics', { ...bread, description });

test('each export has a file name with the day and a media type', () => {
  const files = formats.map((format) => exportFile(format, [bread], options));
  const names = files.map(({ fileName, mediaType }) => `${fileName} ${mediaType}`);
  assert.deepEqual(names, [
    'dueline-2025-11-21.json application/json',
    'dueline-2025-11-21.csv text/csv;charset=utf-8',
    'dueline-2025-11-21.md text/markdown;charset=utf-8',
    'dueline-2025-11-21.ics text/calendar;charset=utf-8',
  ]);
});

test('JSON has an envelope with format and version', () => {
  assert.deepEqual(JSON.parse(textOf('json', bread)), {
    format: 'dueline-tasks',
    version: 1,
    exportedOn: todayIso,
    filters: [{ name: 'Trips', query: 'q=%23travel&state=TODO' }],
    settings: { theme: 'dark', daily: '8' },
    tasks: [bread],
  });
});

test('CSV has the five fields, and no cell that a spreadsheet would run', () => {
  const risky = ['=1+1', '+1', '-1', '@a', '\t=1', ' =1', "'=1", '＝1', '\r=1'];
  const text = textOf('csv', ...risky.map((description) => ({ ...bread, description })));
  assert.ok(text.startsWith('\uFEFFdescription,dueDate,importance,state,id\r\n'));
  const rows = [...readRecords(text, ',')].slice(1);
  assert.deepEqual(
    rows.map((row) => row?.cells),
    risky.map((description) => [`'${description}`, '2025-12-03', 'HIGH', 'WORKING', '1']),
  );
});

test('tasks exported as JSON or CSV are imported unchanged', async () => {
  const description = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(
          fc.constantFrom('=', '"', "'", ',', ';', '\r', '\n', '\t', ' ', '\uFEFF', '-', 'a', '𝄞'),
        )
        .map((parts) => parts.join('')),
    )
    .filter(
      (text) =>
        /\S/.test(text) &&
        !text.includes('\0') &&
        text.isWellFormed() &&
        Array.from(text).length <= 255,
    );
  const anyTask: fc.Arbitrary<TaskResponse> = fc.record({
    id: fc.maxSafeNat(),
    description,
    dueDate: fc.integer({ min: 0, max: 3_652_058 }).map((days) => addDays(firstDate, days)),
    importance: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
    state: fc.constantFrom('TODO', 'WORKING', 'DONE'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTask, { minLength: 1 }),
      fc.constantFrom(regions.en, regions.de),
      async (tasks, region) => {
        for (const format of ['json', 'csv'] as const)
          await assertImported(textOf(format, ...tasks), region, tasks);
      },
    ),
    { numRuns: 200 },
  );
});

test('Markdown is a check list in the order of the days, which is imported again', async () => {
  const tasks = [bread, task(2, { description: 'Milk', dueDate: '2025-12-01', state: 'DONE' })];
  const text = textOf('md', ...tasks);
  assert.equal(
    text,
    '# Tasks\n\n- [x] Milk (2025-12-01)\n- [ ] Bread (2025-12-03 !high /working)\n',
  );
  await assertImported(text, regions.de, tasks.toReversed());
});

test('tasks exported as Markdown or iCalendar are imported unchanged, whatever signs they have', async () => {
  const words = fc
    .array(
      fc.constantFrom(
        ...'a * _ ` [ ] ( ) < > ~ \\ # - + 1. &amp; " , ; : \n = @x שלום 👩‍👧'.split(' '),
        ...'⏫ ☐ [x] | --- (2026-01-01) TODO BEGIN:VTODO !high /working ```'.split(' '),
        ...'📅 2026-12-01/🔁 every day/- [ ]/[due:: 2026-12-01]/every day'.split('/'),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => parts.join(' '))
    // Markdown keeps no blank lines, and no blanks around a line.
    .map((text) => text.replace(/\s*\n\s*/g, '\n').trim())
    .filter((text) => text !== '');
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 5 }), async (descriptions) => {
      const tasks = descriptions.map((description, at) => task(at, { ...bread, description }));
      for (const format of ['md', 'ics'] as const)
        await assertImported(textOf(format, ...tasks), regions.de, tasks);
    }),
    { numRuns: 300 },
  );
});

test('a calendar file is imported again, with the marks of Markdown in its words', async () => {
  const marked = { ...bread, description: '**Bread**,\u2028see [the shop](https://a.example/b)' };
  await assertImported(textOf('ics', marked), regions.en, [marked]);
});

test('a calendar file has one to-do a task, due on a day', () => {
  assert.equal(
    calendar('Bread'),
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Dueline//Dueline//EN',
      'BEGIN:VTODO',
      'UID:dueline-task-1@tasks.example',
      'DTSTAMP:20251121T093005Z',
      'SUMMARY:Bread',
      'DUE;VALUE=DATE:20251203',
      'PRIORITY:1',
      'STATUS:IN-PROCESS',
      'END:VTODO',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('calendar text is escaped and free of control characters', () => {
  assert.match(calendar('a,b;c\\d\r\ne\u0007f\tg'), /\r\nSUMMARY:a\\,b\\;c\\\\d\\ne f\tg\r\n/);
});

test('calendar lines have at most 75 octets and unfold to the original text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'ö', '€', '𝄞', ' '), { minLength: 100, maxLength: 255 }),
      (characters) => {
        const description = characters.join('');
        const text = calendar(description);
        for (const line of text.split('\r\n'))
          assert.ok(Buffer.byteLength(line) <= 75 && line.isWellFormed());
        assert.ok(text.replaceAll('\r\n ', '').includes(`\r\nSUMMARY:${description}\r\n`));
      },
    ),
  );
});
