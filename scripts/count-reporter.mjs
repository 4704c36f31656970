/** A reporter of `node --test` that writes the totals of the whole run as JSON. */
export default async function* countReporter(events) {
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts);
}
