import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './export-fixture.ts';

test('Todoist: sections, indented tasks, notes and dates in words', () => {
  const file = readExport(
    [
      '\uFEFFTYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG',
      'meta,view_style=list,,,,,,,,,,,,',
      'task,Repot the basil @garden,Terracotta pot,1,1,Kai (48151623),,Oct 5 2026,en,Africa/Cairo,30,minute,,',
      'task,Buy compost,,4,2,Kai (48151623),,,en,Africa/Cairo,,None,,',
      'note,Get the peat-free one,,,,Kai (48151623),,,,,,,,',
      ',,,,,,,,,,,,,',
      'section,Weekly,,,,,,,,,,,,',
      'task,Water the ferns,,2,1,Kai (48151623),,every monday at 9am,en,Africa/Cairo,,,,',
      'task,"Order seeds, ""heirloom""",,3,1,Kai (48151623),Ann (7),tomorrow 18:00,en,Africa/Cairo,,,2026-10-09,en',
      'task,Call,,,1,,,2026-10-06T23:30:00Z,en,Africa/Cairo,,,,',
      'project_note,About the garden,,,,,,,,,,,,',
    ].join('\r\n'),
    { fileName: 'Garden [220474322].csv' },
  );
  assert.equal(file.app, 'Todoist');
  assert.deepEqual(linesOf(file), [
    'Repot the basil @garden | 2026-10-05 HIGH TODO | list: Garden | notes: Terracotta pot',
    'Buy compost | ? LOW TODO | list: Garden | parent: Repot the basil @garden | notes: Get the peat-free one',
    'Water the ferns | ? MEDIUM TODO | list: Garden / Weekly | repeat: every monday at 9am',
    'Order seeds, "heirloom" | 2026-09-30 MEDIUM TODO | list: Garden / Weekly | otherDate: 2026-10-09',
    'Call | 2026-10-07 MEDIUM TODO | list: Garden / Weekly',
  ]);
  assert.deepEqual(
    file.faulty.map(({ faults, text }) => [text, faults]),
    [['About the garden', [{ code: 'not_an_object' }]]],
  );
  assert.deepEqual(file.ignored, ['RESPONSIBLE', 'DURATION']);
  assert.deepEqual(
    file.becomes.map(({ column, target }) => `${column} ${target}`),
    [
      'CONTENT description',
      'DESCRIPTION notes',
      'PRIORITY importance',
      'DATE dueDate',
      'DEADLINE dueDate',
      'SECTION list',
      'PARENT parent',
      'NOTE notes',
    ],
  );
});

test('TickTick: lines above the columns, days in the zone of the task, parents', () => {
  const file = readExport(
    [
      '"Date: 2026-09-29+0000"',
      '"Version: 7.2"',
      '"Status: \n0 Normal\n1 Completed\n2 Archived"',
      '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId","projectKind"',
      '"","Home","Buy food","TEXT","shop, week","Milk\nBread","N","2026-09-29T22:00:00+0000","2026-09-29T22:00:00+0000","","","5","0","2026-09-20T10:00:00+0000","","1","Europe/Berlin","true","false","","","list","1","","TASK"',
      '"","Home","Milk","TEXT","","","N","","","","","0","2","","","2","Europe/Berlin","","","","","list","2","1","TASK"',
      '"Life","Sport","Run","TEXT","","","N","2026-09-30T05:00:00+0000","2026-10-01T05:00:00+0000","-PT1440M","RRULE:FREQ=WEEKLY","1","0","","","3","Mars/Olympus","false","false","Soon","","list","3","","TASK"',
    ].join('\r\n'),
  );
  assert.equal(file.app, 'TickTick');
  assert.deepEqual(linesOf(file), [
    'Buy food | 2026-09-30 HIGH TODO | list: Home | labels: shop, week | notes: Milk Bread',
    'Milk | ? MEDIUM DONE | list: Home | parent: Buy food',
    'Run | 2026-10-01 LOW TODO | list: Life / Sport / Soon | otherDate: 2026-09-30 | repeat: RRULE:FREQ=WEEKLY',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['Reminder']]);
});

const outlookFile = [
  '"Subject","Start Date","Due Date","Reminder On/Off","Reminder Date","Reminder Time","Date Completed","% Complete","Total Work","Actual Work","Billing Information","Categories","Companies","Contacts","Mileage","Notes","Priority","Private","Role","Schedule+ Priority","Sensitivity","Status"',
  '"Zahnarzt für Jörg","9/30/2026","10/10/2026","True","9/10/2026","9:00:00 AM",,"0","0 hours","0 hours",,"Home;Büro",,,,"Ask about\r\nthe crown.","High","False",,,"Normal","Not Started"',
  '"Send the forms",,"8/30/2026","False",,,"9/1/2026","1","2 hours","0 hours",,,,,,,"Low","False",,,"Normal","Completed"',
  '"Wait for the plumber",,,"False",,,,".5","0 hours","0 hours",,,,,,,"Normal","False",,,"Normal","Waiting on someone else"',
].join('\r\n');

test('Outlook and To Do: in the encodings of Windows, dates in the order of the file', () => {
  const withMark = Buffer.from(`\uFEFF${outlookFile}`, 'utf16le');
  const withoutMark = Buffer.from(outlookFile, 'utf16le');
  for (const bytes of [
    Buffer.from(outlookFile, 'latin1'),
    withMark,
    withoutMark,
    Buffer.from(withoutMark).swap16(),
  ]) {
    const file = readExport(Uint8Array.from(bytes), { locale: 'de-DE' });
    assert.equal(file.app, 'Microsoft To Do / Outlook');
    assert.deepEqual(linesOf(file), [
      'Zahnarzt für Jörg | 2026-10-10 HIGH TODO | labels: Home;Büro | otherDate: 9/30/2026 | notes: Ask about the crown.',
      'Send the forms | 2026-08-30 LOW DONE',
      'Wait for the plumber | ? MEDIUM WORKING',
    ]);
    assert.deepEqual(file.ignored, ['Reminder Date', 'Reminder Time', 'Total Work']);
  }
});
