/** "2w", "P1D" and "3mo" as words; other words such as "weekly" unchanged. */
export function durationInWords(text: string): string {
  const [, count = '1', start = ''] =
    /^P?(\d*) ?(d|w|mo|m|y)(?:ays?|(?:ee)?ks?|nths?|onths?|ths?|(?:ea)?rs?|)$/i.exec(text) ?? [];
  const unit = durations[start.toLowerCase()];
  if (unit === undefined) return text;
  if (Number(count || 1) === 1) return `every ${unit}`;
  return `every ${count} ${unit}s`;
}

const durations: Readonly<Record<string, string>> = {
  d: 'day',
  w: 'week',
  m: 'month',
  mo: 'month',
  y: 'year',
};
