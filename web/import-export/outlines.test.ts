import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const read = (fileName: string, lines: readonly string[], lineEnd = '\n') =>
  readExport(lines.join(lineEnd), { fileName });

const org = [
  '#+TITLE: Everything',
  '- [ ] Air the rooms',
  '* Home',
  'What we said about the house.',
  '** TODO [#A] Pay the *rent* [0/2] :money:flat:',
  '   DEADLINE: <2026-10-05 Mon 09:30 +1m> SCHEDULED: <2026-10-01 Thu>',
  '   :PROPERTIES:',
  '   :ID: 7',
  '   :END:',
  '   By bank transfer.',
  '   - [ ] ask for the new number',
  '*** NEXT Find the [[https://bank.example][bank]]',
  '    SCHEDULED: <2026-10-02 Fri .+2w>',
  '** DONE Sweep',
  '   CLOSED: [2026-09-01 Tue 10:00]',
  '** TODO Meet Ada <2026-10-07 Wed 14:00-15:00>',
  '** TODO Travel <2026-10-07 Wed>--<2026-10-09 Fri>',
  '* Shop',
  '  1. [X] Bread',
  '  - [-] Milk <2026-10-08 Thu>',
  '  - oat flakes',
  '* CANCELLED Paint',
  '* WAITING [#D] Answer of Jo',
];

test('org mode: headlines with a keyword, boxes, planned days, tags, repeaters', async () => {
  for (const lineEnd of ['\n', '\r\n']) {
    const file = await read('a.org', org, lineEnd);
    assert.equal(file.app, 'org mode');
    assert.deepEqual(linesOf(file), [
      'Air the rooms | ? MEDIUM TODO',
      'Pay the *rent* every month 09:30 | 2026-10-05 HIGH TODO | list: Home | labels: money, flat | otherDate: 2026-10-01 | notes: By bank transfer., - [ ] ask for the new number',
      'Find the bank https://bank.example every! 2 weeks | 2026-10-02 MEDIUM TODO | list: Home | parent: Pay the *rent*',
      'Sweep | ? MEDIUM DONE | list: Home',
      'Meet Ada 14:00 | 2026-10-07 MEDIUM TODO | list: Home',
      'Travel | 2026-10-09 MEDIUM TODO | list: Home',
      'Bread | ? MEDIUM DONE | list: Shop',
      'Milk | 2026-10-08 MEDIUM WORKING | list: Shop',
      'Paint | ? MEDIUM DONE',
      'Answer of Jo | ? MEDIUM TODO',
    ]);
    assert.deepEqual(file.unread, [
      { field: 'importance', value: 'D', tasks: 1 },
      { field: 'state', value: 'WAITING', tasks: 1 },
    ]);
    assert.deepEqual([file.faulty, file.ignored], [[], []]);
    assert.equal(file.tasks.at(-2)?.isCancelled, true);
  }
});

test('org mode: keywords that the file declares, and nothing where nothing is a task', async () => {
  const declared = await read('a.txt', [
    '#+TODO: BUY(b) TODO | GOT(g) | NEVER',
    '#+SEQ_TODO: DRAFT SENT',
    '* BUY Bread',
    '* GOT Milk',
    '* DRAFT Letter',
    '* SENT Card',
    '** TODO Stamp',
  ]);
  assert.deepEqual(linesOf(declared), [
    'Bread | ? MEDIUM TODO',
    'Milk | ? MEDIUM DONE',
    'Letter | ? MEDIUM TODO',
    'Card | ? MEDIUM DONE',
    'Stamp | ? MEDIUM TODO | parent: Card',
  ]);
  assert.deepEqual(
    declared.unread.map(({ value }) => value),
    ['BUY', 'DRAFT'],
  );
  const prose = await read('a.org', ['* Thoughts', 'On lists.', '- a point']);
  assert.deepEqual([prose.tasks, prose.faults], [[], [{ code: 'outline' }]]);
});

test('Logseq: items with a keyword, their planned days, and no other item', async () => {
  const file = await read('2026_10_01.md', [
    '- Slept well.',
    '- TODO [#A] Bread for [[Ada]] #shop',
    '  SCHEDULED: <2026-10-05 Mon 09:00 .+1d>',
    '  id:: 65f0c1d2',
    '\t- DOING Flour',
    '\t- a remark',
    '- NOW Paint',
    '- LATER Rest',
    '- DONE Milk',
    '- CANCELED Tea',
  ]);
  assert.equal(file.app, 'Logseq');
  assert.deepEqual(linesOf(file), [
    'Bread for Ada #shop every! day 09:00 | 2026-10-05 HIGH TODO',
    'Flour | ? MEDIUM WORKING | parent: Bread for Ada #shop',
    'Paint | ? MEDIUM WORKING',
    'Rest | ? MEDIUM TODO',
    'Milk | ? MEDIUM DONE',
    'Tea | ? MEDIUM DONE',
  ]);
  assert.deepEqual([file.unread, file.faulty, file.ignored], [[], [], []]);
  assert.equal(file.tasks.at(-1)?.isCancelled, true);
  assert.deepEqual(linesOf(await read('a.md', ['* TODO Bread'])), ['Bread | ? MEDIUM TODO']);
  const boxes = await read('a.md', ['- [ ] Bread', '- TODO Milk']);
  assert.equal(boxes.app, null);
  const table = await read('a.csv', ['task,note', 'Pay,"so:', '- TODO ask"']);
  assert.deepEqual(linesOf(table), ['Pay | ? MEDIUM TODO | notes: so: - TODO ask']);
});

const taskPaper = [
  'Home: @area',
  'A note of the project.',
  '\t- Pay the rent @due(2026-10-05 9:30) @priority(1) @money',
  '\t\t- Find the number @defer(2026-10-01) @waiting(Jane Doe)',
  '\t\tAsk a@b.example',
  '\tGarden:',
  '\t\t- Dig @done(2026-09-01)',
  '\t\t- Sow @flagged @today',
  '- Water @due(2026-10-02) @repeat-method(due-another) @repeat-rule(FREQ=DAILY;INTERVAL=3)',
  '- Paint @cancelled @parallel(true) @autodone(false) @tags(wall, red)',
];

test('TaskPaper and OmniFocus: projects, tags with values, notes, recurrences', async () => {
  const lines = [
    'Pay the rent 9:30 | 2026-10-05 HIGH TODO | list: Home | labels: money',
    'Find the number | 2026-10-01 MEDIUM TODO | list: Home | parent: Pay the rent | labels: waiting Jane Doe | notes: Ask a@b.example',
    'Dig | ? MEDIUM DONE | list: Home / Garden',
    'Sow | ? HIGH TODO | list: Home / Garden | labels: today',
    'Water every! 3 days | 2026-10-02 MEDIUM TODO',
    'Paint | ? MEDIUM DONE | labels: wall, red',
  ];
  for (const name of ['a.taskpaper', 'a.txt']) {
    const file = await read(name, taskPaper);
    assert.equal(file.app, 'TaskPaper / OmniFocus');
    assert.deepEqual(linesOf(file), lines);
    assert.deepEqual([file.faulty, file.unread, file.ignored], [[], [], []]);
    assert.equal(file.tasks.at(-1)?.isCancelled, true);
  }
  const prose = await read('a.taskpaper', ['Home:', 'Nothing to do.']);
  assert.deepEqual([prose.tasks, prose.faults], [[], [{ code: 'outline' }]]);
  const boxes = await read('a.txt', ['Home:', '- [ ] Bread @due(2026-10-05)']);
  assert.equal(boxes.app, null);
});

test('the text of an outline that belongs to no task is counted', async () => {
  const leftOutOf = async (fileName: string, ...lines: readonly string[]) =>
    (await readExport(lines.join('\n'), { fileName })).leftOut;
  assert.deepEqual(
    await leftOutOf(
      'a.org',
      '#+TITLE: Home',
      'First words',
      '* House',
      'Some words',
      '** TODO Paint',
      'a note of the task',
      '- [ ] a step of the task',
      '** Idea',
      ':PROPERTIES:',
      ':ID: 7',
      ':END:',
      'More words',
      '- [ ] Sow',
    ),
    { lines: 3 },
  );
  const page = ['- A thought', '- TODO Write', '  a note', '\t- DOING Read', '- **Bold** thought'];
  assert.deepEqual(await leftOutOf('page.md', ...page), { lines: 2 });
  const paper = ['House:', '\tabout the house', '\t- Paint @due(2026-10-05)', '\t\ta note'];
  assert.deepEqual(await leftOutOf('a.taskpaper', ...paper), { lines: 1 });
});

test('OPML: elements without others inside are tasks, with the names around them as lists', async () => {
  const file = await readExport(
    [
      '<?xml version="1.0"?>',
      '<opml version="2.0"><head><title>x</title></head><body>',
      '<outline text="House">',
      '  <outline text="Kitchen" _note="north&#10;side">',
      '    <outline text="Paint &lt;b&gt;all&lt;/b&gt; walls &amp;amp; &amp;lt;doors&amp;gt; #diy" />',
      '    <outline text="Call &lt;time startYear=&quot;2026&quot; startMonth=&quot;10&quot; startDay=&quot;5&quot; startHour=&quot;9&quot;&gt;Mon, Oct 5, 2026 at 9:00am&lt;/time&gt;" />',
      "    <outline _complete='true' text='It&apos;s done'/>",
      '    <outline text=""/>',
      '  </outline>',
      '  <outline text="Shed" _complete="true"><outline text="Roof"/></outline>',
      '</outline>',
      '<outline text="Bins !(2026-10-06 | 1w)" complete="true"></outline>',
      '</body></opml>',
    ].join('\n'),
    { fileName: 'outline.opml' },
  );
  assert.equal(file.app, 'OPML (Workflowy, Dynalist)');
  assert.deepEqual(file.faulty, []);
  assert.deepEqual(linesOf(file), [
    'Kitchen | ? MEDIUM TODO | list: House | notes: north side',
    'Paint all walls & <doors> #diy | ? MEDIUM TODO | list: House / Kitchen',
    'Call 09:00 | 2026-10-05 MEDIUM TODO | list: House / Kitchen',
    "It's done | ? MEDIUM DONE | list: House / Kitchen",
    'Roof | ? MEDIUM DONE | list: House / Shed',
    'Bins every week | 2026-10-06 MEDIUM DONE',
  ]);
  const codeOf = async (text: string) => (await readExport(text)).faults.map(({ code }) => code);
  assert.deepEqual(await codeOf('<opml version="2.0"><body/></opml>'), ['outline']);
  assert.deepEqual(
    await codeOf('<opml><body><outline text="a" xmlUrl="https://a.example"/></body></opml>'),
    ['document'],
  );
});
