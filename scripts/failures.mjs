import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from './project.mjs';

const mostLines = 60;
const mostLinesOfOne = 10;

/** The last text of a run: each failed test with its file and the first lines of its error, 60 lines at most. */
export function failuresText(failures) {
  const blocks = failures.map(({ name, file, message }) =>
    [file === undefined ? name : `${relative(root, file)}  ${name}`, ...firstLines(message)].join(
      '\n    ',
    ),
  );
  const shown = [];
  let lines = 0;
  for (const block of blocks) {
    lines += block.split('\n').length + 1;
    if (lines > mostLines) break;
    shown.push(block);
  }
  const left = blocks.length - shown.length;
  return [...shown, ...(left === 0 ? [] : [`and ${left} more, above`])].join('\n\n');
}

/** The failed tests in the JSON report of Playwright, and the errors outside any test. */
export function playwrightFailures({ suites, errors = [], config }) {
  const specs = suites.flatMap(specsOf);
  return [
    ...errors.map(({ message }) => ({ name: 'outside any test', message })),
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => ({
          name: `${title} (${projectName})`,
          file: `${config.rootDir}/${file}:${line}`,
          message: results.find(({ error }) => error !== undefined)?.error.message ?? '',
        })),
    ),
  ];
}

/** The skipped tests in that report. */
export const playwrightSkips = ({ suites }) =>
  suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ projectName }) => ({ name: `${title} (${projectName})`, reason: '(skipped)' })),
    );

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

function firstLines(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines.filter((line) => line.trim() !== '').slice(0, mostLinesOfOne);
}
