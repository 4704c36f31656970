/** A reporter of `node --test` that writes the totals of the whole run and the failed tests as JSON. */
export default async function* countReporter(events) {
  const failures = [];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && isFailureItself(data)) failures.push(failureOf(data));
    if (type === 'test:summary' && data.file === undefined)
      yield JSON.stringify({ ...data.counts, failures });
  }
}

// A test whose subtests fail fails with them; a failing test that is still to do fails nothing.
const isFailureItself = ({ details, todo }) =>
  details.error.failureType !== 'subtestsFailed' && todo === undefined;

const failureOf = ({ name, file, line, details: { error } }) => ({
  name,
  file: file && `${file}:${line}`,
  message: error.cause?.message ?? error.message,
});
