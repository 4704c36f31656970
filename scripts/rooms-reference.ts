import { subjects } from '../test/rooms.ts';

/** docs/architecture.md with its lists of rooms as test/rooms.ts has them. */
export function withRooms(text: string): string {
  const rows = Object.entries(subjects).map(([room, subject]) => [`\`${room}/\``, subject] as const);
  const ofPage = rows.filter(([room]) => room.startsWith('`web/'));
  const ofService = rows.filter((row) => !ofPage.includes(row));
  return withList(withList(text, 'The rooms of the service', ofService), 'The rooms of the page', ofPage);
}

type Rows = readonly (readonly [room: string, subject: string])[];

/** Replaces the list below a heading. */
function withList(text: string, heading: string, rows: Rows): string {
  const place = new RegExp(`(?<=## ${heading}\\n\\n)(-.*\\n)+`);
  if (!place.test(text)) throw new Error(`There is no list below "${heading}"`);
  return text.replace(place, () => rows.map(([room, subject]) => `- ${room}: ${subject}\n`).join(''));
}
