import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { calendarOf, escapeText, stampOf } from '../view/icalendar.ts';
import { timeOf } from '../view/pieces.ts';
import { saveFile } from '../ui/save-file.ts';

/** Saves a calendar file with an entry for each task; a calendar app opens it and reminds of the tasks. */
export function saveEntries(rows: readonly Row[]): void {
  const text = writeEntries(rows, { nowMs: Date.now(), host: location.hostname });
  saveFile('dueline.ics', 'text/calendar', text);
}

/**
 * One event per task (RFC 5545, section 3.6.1), with an alarm: at the time of day in its words, or on a day without a time at nine
 * o'clock. The time is that of wherever the person is. The same task has the same UID, so that a later entry replaces it.
 */
export function writeEntries(
  rows: readonly Row[],
  { nowMs, host }: { readonly nowMs: number; readonly host: string },
): string {
  return calendarOf(
    rows.flatMap(({ key, saved, fields }) => {
      const { start, trigger } = timesOf(fields);
      return [
        'BEGIN:VEVENT',
        `UID:dueline-entry-${saved?.id ?? key}@${host}`,
        `DTSTAMP:${stampOf(nowMs)}`,
        `SUMMARY:${escapeText(fields.description)}`,
        ...start,
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${escapeText(fields.description)}`,
        `TRIGGER:${trigger}`,
        'END:VALARM',
        'END:VEVENT',
      ];
    }),
  );
}

/** The start of an entry, and the time from then to its alarm. */
function timesOf({ description, dueDate }: Fields) {
  const minutes = timeOf(description);
  if (minutes === undefined) return { start: wholeDay(dueDate), trigger: 'PT9H' };
  return { start: atTime(dueDate, minutes), trigger: 'PT0S' };
}

/** Such a day keeps nobody busy. */
const wholeDay = (iso: string): readonly string[] => [
  `DTSTART;VALUE=DATE:${digits(iso)}`,
  'TRANSP:TRANSPARENT',
];

function atTime(iso: string, minutes: number): readonly string[] {
  const two = (number: number) => String(number).padStart(2, '0');
  const time = `${two(Math.floor(minutes / 60))}${two(minutes % 60)}00`;
  return [`DTSTART:${digits(iso)}T${time}`, 'DURATION:PT30M'];
}

const digits = (iso: string): string => iso.replaceAll('-', '');
