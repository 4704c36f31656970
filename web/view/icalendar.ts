/** A calendar file (RFC 5545, section 3.4) with the lines of its components. */
export function calendarOf(lines: readonly string[]): string {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dueline//Dueline//EN',
    ...lines,
    'END:VCALENDAR',
  ];
  return all.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** An instant in UTC: 20261128T090000Z (RFC 5545, section 3.3.5). */
export const stampOf = (ms: number): string =>
  new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** RFC 5545, section 3.3.11: text has no control characters but tabs and, as `\n`, line ends. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, ' ');
}

/** RFC 5545, section 3.1: lines of at most 75 octets, split between characters, which have at most four octets each. */
function foldLine(line: string): string {
  if (new TextEncoder().encode(line).length <= 75) return line;
  return line.replace(/.{18}(?=.)/gsu, '$&\r\n ');
}
