import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { after, test } from 'node:test';

import { fc } from '../../test/generated.ts';
import { options as regions } from '../quick-add/options-fixture.ts';

// The profiler counts only code that is loaded after its start.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { readFile } = await import('./read-file.ts');
after(async () => {
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
});

/** Makes a file whose parts are repeated `size` times. */
type Recipe = (size: number) => string;

const heads = ['task', 'due', 'TYPE,CONTENT,INDENT,DATE', ',', ';', '\t', '"', ' ', 'x'];
const cells = `a\n|\\"a|every |Monday |1 |to |'|"|,|;|\r|\n|3/4/2026|task,|„`.split('|');
const lines = [
  'BEGIN:VTODO',
  'END:VTODO',
  'SUMMARY:a',
  'DUE:on Monday 3',
  'RELATED-TO:1',
  ' folded',
].map((line) => `${line}\n`);
const members = [
  '{"title":"a"},',
  '{"due":"on Monday"},',
  '{"parent":"a","id":"b"},',
  '7,',
  '[],',
  '{},',
];
const marks = ['📅 2026-12-01 ', '🔁 every day ', '⏫', '[due:: ', '[a::', ']', '(', ' ', 'a'];
const tableMarks = ['|', ' | a ', '\n', '|---|\n', '"', '"a\n', '\t', '""', '☐ ', 'a) '];
const appCells = [
  'a,',
  '[a],',
  '1791021600000,',
  '31/Mar/26 ',
  'null,',
  '\n',
  ',',
  '→',
  'Subitems,',
];
const outlineParts = [
  '** TODO a',
  '*',
  ' [#A]',
  ' :a:b:',
  ' <2026-12-05 Mon',
  ' +1w>',
  '\n',
  '[',
  '- [ ] ',
];
const pageParts = ['- TODO a', '\t', '\n', '- ', 'id:: ', 'a-', ' <2026-12-05 Mon', '[['];
const elements = [
  '<outline ',
  'text="a" ',
  "text='",
  '"',
  '>',
  '/>',
  '</outline>',
  '&lt;time startYear=',
  '&#10;',
  '!(2026-12-05',
  ' \n',
];
const nested = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{"tasks":[', ']}'],
  ['{"name":"a","lists":[', ']}'],
  ['{"type":"project","attributes":{"title":"a","notes":"b","items":[', ']}}'],
] as const;

const someOf = (parts: readonly string[]) =>
  fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 })
    .map((chosen) => chosen.join(''));

const recipes: Record<string, fc.Arbitrary<Recipe>> = {
  CSV: fc.tuple(someOf(heads), someOf(heads), someOf(cells), someOf(cells)).map(
    ([first, head, cell, last]) =>
      (size) =>
        `task,due,${first}${head.repeat(size)}\n${cell.repeat(size)}${last.repeat(size)}`,
  ),
  iCalendar: fc.tuple(someOf(lines), someOf(lines)).map(
    ([first, last]) =>
      (size) =>
        `BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n${first.repeat(size)}${last.repeat(size)}`,
  ),
  Markdown: fc
    .tuple(someOf(['- [ ] ', '# ', '', 'a ']), someOf([...cells, '\\\n  ', '(2026-01-01)\n']))
    .map(
      ([first, word]) =>
        (size) =>
          `- a\n${first.repeat(size)}${word.repeat(size)}`,
    ),
  'notes of Obsidian': fc.tuple(someOf(marks), someOf(marks)).map(
    ([first, last]) =>
      (size) =>
        `- [/] a\n- [ ] ${first.repeat(size)}${last.repeat(size)}\n${`- [ ] b ${first}\n`.repeat(size)}`,
  ),
  'tables and cells in Markdown': fc.tuple(someOf(tableMarks), someOf(tableMarks)).map(
    ([first, last]) =>
      (size) =>
        `- a\n${first.repeat(size)}${last.repeat(size)}`,
  ),
  'outlines of org mode': fc.tuple(someOf(outlineParts), someOf(outlineParts)).map(
    ([first, last]) =>
      (size) =>
        `** TODO a\n${first.repeat(size)}${last.repeat(size)}`,
  ),
  'pages of Logseq': fc.tuple(someOf(pageParts), someOf(pageParts)).map(
    ([first, last]) =>
      (size) =>
        `- TODO a\n${first.repeat(size)}${last.repeat(size)}`,
  ),
  'outlines in OPML': fc.tuple(someOf(elements), someOf(elements)).map(
    ([first, last]) =>
      (size) =>
        `<opml><outline text="a"/>${first.repeat(size)}${last.repeat(size)}`,
  ),
  'CSV of other apps': fc
    .tuple(
      fc.constantFrom(
        'Task Name,Task Content,Status,Due Date,Tags',
        'Summary,Issue key,Status,Due date,Labels',
        'Name,Subitems,Status,Date',
      ),
      someOf(appCells),
      someOf(appCells),
    )
    .map(
      ([head, first, last]) =>
        (size) =>
          `${head}\n${first.repeat(size)}${last.repeat(size)}`,
    ),
  'boards as JSON': fc
    .constantFrom(
      ['{"lists":[],"cards":[', '{"name":"a","labels":[{"name":"b"}]},', '{}]}'],
      [
        '[{"title":"a","tasks":[',
        '{"title":"a","description":"<b>","repeat_after":86400},',
        '{}]}]',
      ],
    )
    .map(
      ([open, each, close]) =>
        (size) =>
          `${open}${each.repeat(size)}${close}`,
    ),
  'lists as JSON': fc
    .tuple(someOf(members), fc.constantFrom('[', '{"tasks":[', '{"kind":"tasks#tasks","items":['))
    .map(
      ([member, begin]) =>
        (size) =>
          `${begin}${member.repeat(size)}{"${'k'.repeat(size)}":[]}]${begin === '[' ? '' : '}'}`,
    ),
  'nested JSON': fc.constantFrom(...nested).map(
    ([open, close]) =>
      (size) =>
        `[${open.repeat(size)}{"title":"a"}${close.repeat(size)}]`,
  ),
  'JSON with many names': fc
    .constantFrom('title', 'due', 'a')
    .map(
      (name) => (size) =>
        `[${Array.from({ length: size }, (_, at) => `{"${name}${at}":"b","title":"a"}`).join(',')}]`,
    ),
};

for (const [format, recipe] of Object.entries(recipes))
  test(`${format}: four times the file is at most about four times the work`, async () => {
    await fc.assert(
      fc.asyncProperty(recipe, workGrowsAsTheFile),
      // The same files in each run of the tests.
      { numRuns: 10 },
    );
  });

test('a long name of a group or of a section is read once, not with each of its tasks', async () => {
  await workGrowsAsTheFile(
    (size) => `Name,Subitems,Status,Date\n${'31/Mar/26 '.repeat(size)}${'a,\na,'.repeat(size)}`,
  );
  const section = (size: number) => `section,${'a '.repeat(size)},,,\n`;
  await workGrowsAsTheFile(
    (size) =>
      `TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\n${section(size)}${'task,a,,1,1\n'.repeat(size)}`,
  );
});

async function workGrowsAsTheFile(make: Recipe): Promise<void> {
  const small = await workOf(make(300));
  const large = await workOf(make(1200));
  assert.ok(large <= 5 * small + 20_000, `${small} became ${large}`);
}

/** Counts the calls and branches of the page's code and the characters that its searches read; it measures no time. */
async function workOf(text: string): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  let characters = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called below with its own `this`
  const { exec } = RegExp.prototype;
  const { join } = Array.prototype;
  // oxlint-disable-next-line no-extend-native -- the only place that sees every search
  RegExp.prototype.exec = function countedExec(input) {
    const from = this.global ? this.lastIndex : 0;
    const found = exec.call(this, input);
    if (this.sticky) characters += found?.[0].length ?? 1;
    else characters += (found ? found.index + found[0].length : input.length) - from;
    return found;
  };
  // oxlint-disable-next-line no-extend-native -- repeated joins of a growing text are work, too
  Array.prototype.join = function countedJoin(separator) {
    const joined = join.call(this, separator);
    characters += joined.length;
    return joined;
  };
  try {
    await readFile(new Blob([text]), { existing: [], ...regions.en });
  } finally {
    Object.assign(RegExp.prototype, { exec });
    Object.assign(Array.prototype, { join });
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ranges = result
    .filter(({ url }) => /\/web\/(?!.*\.test\.ts)/.test(url))
    .flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
  return characters + ranges.reduce((sum, { count }) => sum + count, 0);
}
