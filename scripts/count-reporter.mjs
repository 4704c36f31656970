/** A reporter of `node --test` that writes the totals of the whole run, the failed and the skipped tests as JSON. */
export default async function* countReporter(events) {
  const failures = [];
  const skips = [];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && isFailureItself(data)) failures.push(failureOf(data));
    if (data.skip !== undefined && type === 'test:pass')
      skips.push({
        name: data.name,
        reason: `(${typeof data.skip === 'string' ? data.skip : 'skipped'})`,
      });
    if (type === 'test:summary' && data.file === undefined)
      yield JSON.stringify({ ...data.counts, failures, skips });
  }
}

// A test that fails only because its subtests fail does not count; a failing test marked `todo` is no failure.
const isFailureItself = ({ details, todo }) =>
  details.error.failureType !== 'subtestsFailed' && todo === undefined;

const failureOf = ({ name, file, line, details: { error } }) => ({
  name,
  file: file && `${file}:${line}`,
  message: error.cause?.message ?? error.message,
});
