import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rowOf } from '../view/rows-fixture.ts';
import { writeEntries } from './calendar-entries.ts';

const at = { nowMs: Date.parse('2026-11-28T08:30:00Z'), host: 'tasks.example.org' };

test('a long line is folded between characters, at 75 octets at most, whatever the script', () => {
  const texts = ['🙂'.repeat(60), 'Ž'.repeat(200), `${'🙂'.repeat(9)}\u2028${'界'.repeat(60)}`];
  for (const text of texts) {
    const file = writeEntries([rowOf(text, '2026-12-03')], at);
    const lengths = file.split('\r\n').map((line) => Buffer.byteLength(line));
    assert.ok(Math.max(...lengths) <= 75, `${Math.max(...lengths)} octets`);
    assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:${text}`), 'unfolded it is the same');
  }
});

test('a task with a time becomes an event at that time, one without a time a whole day, each with an alarm', () => {
  const rows = [
    rowOf('Dentist; at 14:30, room 2', '2026-12-03'),
    rowOf('Pay the rent', '2026-12-01'),
  ];
  const lines = writeEntries(rows, at).split('\r\n');
  assert.equal(lines.at(0), 'BEGIN:VCALENDAR');
  assert.deepEqual(lines.slice(-2), ['END:VCALENDAR', '']);
  assert.deepEqual(
    lines.filter((line) => /^(SUMMARY|DTSTART|DURATION|TRANSP|TRIGGER|DTSTAMP)/.test(line)),
    [
      'DTSTAMP:20261128T083000Z',
      'SUMMARY:Dentist\\; at 14:30\\, room 2',
      'DTSTART:20261203T143000',
      'DURATION:PT30M',
      'TRIGGER:PT0S',
      'DTSTAMP:20261128T083000Z',
      'SUMMARY:Pay the rent',
      'DTSTART;VALUE=DATE:20261201',
      'TRANSP:TRANSPARENT',
      'TRIGGER:PT9H',
    ],
  );
  const uids = lines.filter((line) => line.startsWith('UID:'));
  assert.equal(new Set(uids).size, 2);
  assert.ok(uids.every((line) => line.endsWith('@tasks.example.org')));
  assert.equal(lines.filter((line) => line === 'BEGIN:VALARM').length, 2);
});
