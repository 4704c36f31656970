// Plots as SVG, in colours for light and dark backgrounds.

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

export type Line = Readonly<{ name: string; points: readonly (readonly [x: number, y: number])[] }>;

/** Lines on two logarithmic axes. */
export function lineChart(
  title: string,
  lines: readonly Line[],
  units: { x: string; y: string },
): string {
  const all = lines.flatMap(({ points }) => points);
  const xs = axis(
    all.map(([x]) => x),
    70,
    560,
  );
  const ys = axis(
    all.map(([, y]) => y),
    300,
    50,
  );
  const parts = [
    ...xs.ticks.flatMap((tick) => [
      `<line class="grid" x1="${xs.at(tick)}" x2="${xs.at(tick)}" y1="50" y2="300"/>`,
      `<text x="${xs.at(tick)}" y="318" text-anchor="middle">${tick.toLocaleString('en-US')}</text>`,
    ]),
    ...ys.ticks.flatMap((tick) => [
      `<line class="grid" x1="70" x2="560" y1="${ys.at(tick)}" y2="${ys.at(tick)}"/>`,
      `<text x="64" y="${ys.at(tick) + 4}" text-anchor="end">${tick.toLocaleString('en-US')}</text>`,
    ]),
    `<text x="315" y="338" text-anchor="middle">${units.x}</text>`,
    `<text x="70" y="42">${units.y}</text>`,
  ];
  const ends: { name: string; x: number; y: number }[] = [];
  for (const { name, points } of lines) {
    const places = points.map(([x, y]) => [xs.at(x), ys.at(y)] as const);
    const path = places.map((place) => place.join(',')).join(' ');
    const [endX, endY] = places.at(-1) ?? [0, 0];
    parts.push(
      `<polyline points="${path}" fill="none" stroke="${colourOf(name)}" stroke-width="2.5" ${dashOf(name)}/>`,
      ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${colourOf(name)}"/>`),
    );
    ends.push({ name, x: endX + 8, y: endY + 4 });
  }
  let below = -Infinity;
  for (const { name, x, y } of ends.toSorted((one, other) => one.y - other.y)) {
    below = Math.max(y, below + 14);
    parts.push(`<text x="${x}" y="${below}">${name}</text>`);
  }
  return svg(title, 720, 350, parts);
}

/** A function, its time including the functions that it calls, and those functions. */
export type Call = Readonly<{
  name: string;
  kind: string;
  time: number;
  calls: ReadonlyMap<string, Call>;
}>;

/** A flame graph from the outermost call at the top: as wide as its time, with no call below `smallestShare` of the whole. */
export function flameGraph(title: string, root: Call, smallestShare = 0.004): string {
  const parts: string[] = [];
  let depth = 0;
  draw(root, 0, 0);
  const height = 40 + (depth + 1) * 18;
  return svg(title, flameWidth, height, parts);

  function draw({ name, kind, time, calls }: Call, left: number, level: number): void {
    const width = (time / root.time) * flameWidth;
    const [x, y] = [(left / root.time) * flameWidth, 36 + level * 18];
    const percent = `${((time / root.time) * 100).toFixed(1)} %`;
    // A letter is about six units wide.
    const shown = width < 30 ? '' : name.slice(0, Math.floor((width - 6) / 6.2));
    depth = Math.max(depth, level);
    parts.push(
      `<g><title>${escape(name)}: ${percent}</title>`,
      `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="17" rx="1" fill="${kindColours[kind] ?? '#9a9a9a'}"/>`,
      ...(shown === ''
        ? []
        : [`<text class="on" x="${(x + 3).toFixed(1)}" y="${y + 12}">${escape(shown)}</text>`]),
      '</g>',
    );
    let from = left;
    for (const call of [...calls.values()].toSorted((one, other) => other.time - one.time)) {
      if (call.time / root.time < smallestShare) continue;
      draw(call, from, level + 1);
      from += call.time;
    }
  }
}

/** Powers of ten from below the least to above the greatest value. */
function axis(values: readonly number[], from: number, to: number) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    at: (value: number) =>
      Math.round(from + ((Math.log10(value) - first) / (last - first)) * (to - from)),
  };
}

const colours: ReadonlyArray<readonly [RegExp, string]> = [
  [/PostgreSQL create|Express/, '#c77d2b'],
  [/SQLite create|Fastify/, '#3b9c6c'],
  [/Dueline, PostgreSQL|PostgreSQL/, '#7a6bd0'],
  [/Dueline|SQLite/, '#2f7fd6'],
];

const flameWidth = 960;
const kindColours: Readonly<Record<string, string>> = {
  service: '#e0a13c',
  package: '#8fb8de',
  node: '#7fbf9a',
  system: '#b9a9d6',
  garbage: '#d98c8c',
};

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const colourOf = (name: string) =>
  colours.find(([pattern]) => pattern.test(name))?.[1] ?? '#8a8a8a';
const dashOf = (name: string) => (name.endsWith('create') ? 'stroke-dasharray="6 4"' : '');

const style = `text { font: 12px system-ui, sans-serif; fill: #24292f } .strong { font-weight: 600 }
.on { font-size: 10.5px; fill: #1b1b1b }
.grid { stroke: #8a8a8a; stroke-opacity: 0.3 } @media (prefers-color-scheme: dark) { text:not(.on) { fill: #e6edf3 } }`;

const svg = (title: string, width: number, height: number, parts: readonly string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">`,
    `<title>${title}</title><style>${style}</style>`,
    `<text class="strong" x="0" y="20" font-size="14">${title}</text>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
