import type { Definition } from '../server/monitoring/definitions.ts';
import { definitions } from '../server/monitoring/definitions.ts';

/** The text of docs/reference/metrics.md, made from the definitions. */
export function metricsReference(): string {
  const sections = Object.entries<Definition>(definitions).map(sectionOf);
  return `# Metrics

Made from \`server/monitoring/definitions.ts\` by \`npm run reference\`. Beside these there are \`process_*\` and \`nodejs_*\`: memory,
processor, and the delay of the event loop (\`nodejs_eventloop_lag_p99_seconds\`). Values that are listed here begin at 0.

${sections.join('\n')}`;
}

function sectionOf([name, { type, help, labels, buckets }]: [string, Definition]): string {
  const details = [
    ...Object.entries(labels).map(([label, values]) => `- label \`${label}\`: ${listOf(values)}\n`),
    ...(buckets === undefined ? [] : [`- buckets: ${buckets.join(', ')}\n`]),
  ];
  return `## ${name}\n\n${type}. ${help}.\n${details.length > 0 ? `\n${details.join('')}` : ''}`;
}

const listOf = (values: readonly string[] | null): string =>
  values === null ? 'any' : values.map((value) => `\`${value}\``).join(', ');
