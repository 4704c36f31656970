// A plot as SVG, in colours for light and dark backgrounds.

export type Bars = Readonly<{
  label: string;
  bars: readonly Readonly<{ name: string; value: number }>[];
}>;

/** A group of horizontal bars for each label, with the value beside each bar. */
export function barChart(
  title: string,
  groups: readonly Bars[],
  text: (value: number) => string,
): string {
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const parts: string[] = [];
  let y = 40;
  for (const { label, bars } of groups) {
    parts.push(`<text class="strong" x="0" y="${y + 12}">${label}</text>`);
    y += 20;
    for (const { name, value } of bars) {
      const length = Math.max(1, (value / most) * 480);
      parts.push(
        `<text x="150" y="${y + 11}" text-anchor="end">${name}</text>`,
        `<rect x="160" y="${y + 1}" width="${length.toFixed(1)}" height="13" rx="2" fill="${colourOf(name)}"/>`,
        `<text x="${(166 + length).toFixed(1)}" y="${y + 11}">${text(value)}</text>`,
      );
      y += 18;
    }
    y += 14;
  }
  return svg(title, 720, y, parts);
}

const colours: ReadonlyArray<readonly [RegExp, string]> = [
  [/Express/, '#c77d2b'],
  [/Fastify/, '#3b9c6c'],
  [/Dueline, PostgreSQL/, '#7a6bd0'],
  [/Dueline/, '#2f7fd6'],
];

const colourOf = (name: string) =>
  colours.find(([pattern]) => pattern.test(name))?.[1] ?? '#8a8a8a';

const style = `text { font: 12px system-ui, sans-serif; fill: #24292f } .strong { font-weight: 600 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }`;

const svg = (title: string, width: number, height: number, parts: readonly string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">`,
    `<title>${title}</title><style>${style}</style>`,
    `<text class="strong" x="0" y="20" font-size="14">${title}</text>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
