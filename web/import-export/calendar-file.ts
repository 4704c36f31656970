import type { TaskResponse } from '../../contract/task.ts';

/** `host` makes the UIDs ours alone; with it the same task has the same UID in every export. */
export type CalendarOptions = { readonly nowMs: number; readonly host: string };

/** One to-do a task (RFC 5545, section 3.6.2), due on a day without a time. */
export function writeCalendar(tasks: readonly TaskResponse[], { nowMs, host }: CalendarOptions): string {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dueline//Dueline//EN',
    ...tasks.flatMap((task) => [
      'BEGIN:VTODO',
      `UID:dueline-task-${task.id}@${host}`,
      `DTSTAMP:${stamp}`,
      `SUMMARY:${escapeText(task.description)}`,
      `DUE;VALUE=DATE:${task.dueDate.replaceAll('-', '')}`,
      `PRIORITY:${priorities[task.importance]}`,
      `STATUS:${statuses[task.state]}`,
      'END:VTODO',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** RFC 5545, section 3.8.1.9: 1 to 4 are high, 5 is normal, 6 to 9 are low. */
const priorities = { HIGH: 1, MEDIUM: 5, LOW: 9 } as const;
const statuses = { TODO: 'NEEDS-ACTION', WORKING: 'IN-PROCESS', DONE: 'COMPLETED' } as const;

/** RFC 5545, section 3.3.11: text has no control characters but tabs and, as `\n`, line ends. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, ' ');
}

/** RFC 5545, section 3.1: lines of at most 75 octets, parted between characters. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
