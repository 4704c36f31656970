import type { Described } from '../server/monitoring/metrics.ts';
import { makeMetrics } from '../server/monitoring/metrics.ts';

/** The text of docs/reference/metrics.md, made from the metrics of the service. */
export function metricsReference(): string {
  const sections = makeMetrics().described.map(sectionOf);
  return `# Metrics

Made from \`server/monitoring/metrics.ts\` by \`npm run reference\`. Beside these there are \`process_*\` and \`nodejs_*\`: memory,
processor, and the delay of the event loop (\`nodejs_eventloop_lag_p99_seconds\`). Each label is listed with its values: those that are named begin at 0.

${sections.join('\n')}`;
}

function sectionOf({ name, type, help, labels }: Described): string {
  const details = Object.entries(labels).map(
    ([label, values]) => `- \`${label}\`: ${listOf(values)}\n`,
  );
  return `## ${name}\n\n${type}. ${help}.\n${details.length > 0 ? `\n${details.join('')}` : ''}`;
}

const listOf = (values: readonly string[] | null): string =>
  values === null ? 'any' : values.map((value) => `\`${value}\``).join(', ');
