import { subjects } from '../test/modules.ts';

/** docs/architecture.md with its lists of modules as test/modules.ts has them. */
export function withModules(text: string): string {
  const lines = Object.entries(subjects).map(
    ([module, subject]) => `- \`${module}/\`: ${subject}\n`,
  );
  const isOfPage = (line: string) => line.startsWith('- `web/');
  return Object.entries({
    service: lines.filter((line) => !isOfPage(line)),
    page: lines.filter(isOfPage),
  }).reduce(
    (made, [side, list]) =>
      made.replace(new RegExp(`(?<=## The modules of the ${side}\\n\\n)(- .*\\n)+`), () =>
        list.join(''),
      ),
    text,
  );
}
