import { subjects } from '../test/rooms.ts';

/** docs/architecture.md with its tables of rooms as test/rooms.ts has them. */
export function withRooms(text: string): string {
  const rows = Object.entries(subjects).map(([room, subject]) => [`\`${room}/\``, subject] as const);
  const ofPage = rows.filter(([room]) => room.startsWith('`web/'));
  const ofService = rows.filter((row) => !ofPage.includes(row));
  return withTable(withTable(text, 'The rooms of the service', ofService), 'The rooms of the page', ofPage);
}

type Rows = readonly (readonly [room: string, subject: string])[];

/** Replaces the table below a heading. */
function withTable(text: string, heading: string, rows: Rows): string {
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`;
  const table = [line(['room', 'what it knows']), line(['', ''], '-'), ...rows.map((row) => line(row))];
  const place = new RegExp(`(?<=## ${heading}\\n\\n)(\\|.*\\n)+`);
  if (!place.test(text)) throw new Error(`There is no table below "${heading}"`);
  return text.replace(place, () => `${table.join('\n')}\n`);
}
