import { subjects } from '../test/rooms.ts';

/** docs/architecture.md with its lists of rooms as test/rooms.ts has them. */
export function withRooms(text: string): string {
  const lines = Object.entries(subjects).map(([room, subject]) => `- \`${room}/\`: ${subject}\n`);
  const isOfPage = (line: string) => line.startsWith('- `web/');
  return Object.entries({
    service: lines.filter((line) => !isOfPage(line)),
    page: lines.filter(isOfPage),
  }).reduce(
    (made, [side, list]) =>
      made.replace(new RegExp(`(?<=## The rooms of the ${side}\\n\\n)(- .*\\n)+`), () => list.join('')),
    text,
  );
}
