import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './export-fixture.ts';

// Instants without a zone of their own are on the day that they are on for the machine.
// oxlint-disable-next-line node/no-process-env -- a zone that is not that of the tasks, whatever the machine has
process.env['TZ'] = 'America/New_York';

test('Google Tasks: all lists of Tasks.json, dates without their time, no deleted tasks', () => {
  const task = {
    kind: 'tasks#task',
    updated: '2026-09-01T08:00:00.000Z',
    position: '0001',
    selfLink: 'https://a/b',
  };
  const due = '2026-10-01T00:00:00.000Z';
  const links = [{ type: 'email', link: 'https://mail.example/1' }];
  const lists = [
    {
      kind: 'tasks#taskList',
      title: 'My Tasks',
      items: [
        { ...task, id: 'a', title: 'Bread', due, status: 'needsAction', notes: 'rye', links },
        {
          ...task,
          id: 'b',
          title: 'Flour',
          parent: 'a',
          status: 'completed',
          completed: due,
          hidden: true,
          due,
        },
        { ...task, id: 'c', title: 'Gone', status: 'needsAction', deleted: true },
      ],
    },
    {
      kind: 'tasks#taskList',
      title: 'Work',
      items: [{ ...task, id: 'd', title: 'Report', status: 'needsAction', starred: true }],
    },
    { kind: 'tasks#taskList', title: 'Empty' },
  ];
  const file = readExport(JSON.stringify({ kind: 'tasks#taskLists', items: lists }));
  assert.equal(file.app, 'Google Tasks');
  assert.deepEqual(linesOf(file), [
    'Bread | 2026-10-01 MEDIUM TODO | list: My Tasks | notes: rye / email, https://mail.example/1',
    'Flour | 2026-10-01 MEDIUM DONE | list: My Tasks | parent: Bread',
    'Report | ? MEDIUM TODO | list: Work',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['starred']]);
});

test('Things: to-dos of projects and headings, deadlines before days, check lists', () => {
  const toDo = (attributes: object) => ({ type: 'to-do', attributes });
  const items = [
    toDo({ title: 'Pack' }),
    { type: 'heading', attributes: { title: 'On the way' } },
    toDo({ title: 'Tickets', when: '2026-10-02@14:00', deadline: '2026-10-04', tags: ['Trip', 'Rail'] }),
  ];
  const checklist = [{ type: 'checklist-item', attributes: { title: 'Milk', completed: true } }];
  const file = readExport(
    JSON.stringify([
      { type: 'project', attributes: { title: 'Rome', notes: 'Passport!', area: 'Family', items } },
      toDo({ title: 'Shop', when: 'evening', 'checklist-items': checklist, completed: true }),
      toDo({ title: 'Paint', when: 'someday', canceled: true }),
    ]),
  );
  assert.equal(file.app, 'Things');
  assert.deepEqual(linesOf(file), [
    'Rome | ? MEDIUM TODO | list: Family | notes: Passport!',
    'Pack | ? MEDIUM TODO | list: Rome',
    'Tickets | 2026-10-04 MEDIUM TODO | list: Rome / On the way | labels: Trip, Rail | otherDate: 2026-10-02 14:00',
    'Shop | 2026-09-29 MEDIUM DONE | notes: Milk',
    'Paint | ? MEDIUM DONE',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], []]);
});

test('Apple Reminders: folded lines, escaped text, zones and days, alarms named', () => {
  const file = readExport(
    `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Apple Inc.//Reminders//EN
X-WR-CALNAME:Home
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
RRULE:FREQ=YEARLY
END:STANDARD
END:VTIMEZONE
BEGIN:VTODO
UID:1
SUMMARY:Milk\\, eggs\\; and a long te
 xt
DUE;VALUE=DATE:20261001
PRIORITY:1
STATUS:NEEDS-ACTION
DESCRIPTION:one\\ntwo
CATEGORIES:shop,week
X-APPLE-SORT-ORDER:7
END:VTODO
BEGIN:VTODO
UID:2
RELATED-TO:1
SUMMARY:Call
DUE;TZID="Europe/Berlin":20261002T003000
PRIORITY:9
RRULE:FREQ=DAILY
BEGIN:VALARM
DESCRIPTION:Ring
TRIGGER:-PT15M
END:VALARM
END:VTODO
BEGIN:VTODO
UID:3
SUMMARY:Late
DUE:20261003T013000Z
COMPLETED:20260901T080000Z
PRIORITY:0
END:VTODO
no line of the format
END:VCALENDAR
`.replaceAll('\n', '\r\n'),
  );
  assert.equal(file.app, 'Apple Reminders / iCalendar');
  assert.deepEqual(linesOf(file), [
    'Milk, eggs; and a long text | 2026-10-01 HIGH TODO | list: Home | labels: shop,week | notes: one two',
    'Call | 2026-10-02 LOW TODO | list: Home | parent: Milk, eggs; and a long text | repeat: FREQ=DAILY',
    'Late | 2026-10-02 MEDIUM DONE | list: Home',
  ]);
  assert.deepEqual([file.faulty, file.ignored], [[], ['VALARM']]);
});
