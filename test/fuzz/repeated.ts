import fc from 'fast-check';
import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import { readAddLink } from '../../web/quick-add/add-link.ts';
import { options as regions } from '../../web/quick-add/options-fixture.ts';
import { repeatIn } from '../../web/quick-add/any-language.ts';
import { longestRead } from '../../web/quick-add/word-position.ts';
import { timeOfDay } from '../../web/import-export/file-dates.ts';
import { readFile } from '../../web/import-export/read-file.ts';
import { countingSteps, longestInput } from './steps.ts';
import type { Subject } from './subject.ts';

const options = { ...regions.en, existing: [], todayIso: '2026-10-01' };

/** Reads a file in which the text stands between these two. */
const inFile = (before: string, after: string) => (text: string) =>
  readFile(new Blob([before, text, after]), options, async () => {});
const inCell = (before: string, after: string) => (text: string) =>
  inFile(before, after)(`"${text.replaceAll('"', '""')}"`);
const todoist =
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n';
const calendar = 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a\n';

/** The readers of texts that may be long; each takes the text where it stands in practice. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'due date': inCell('task,due\na,', '\n'),
  'time of day': (text) => timeOfDay.test(text),
  'importance and state': inCell('task,priority,status\na,high,', '\n'),
  'date of an app': inCell(`${todoist}task,a,,1,1,,,every day `, ',en,\n'),
  'rule of a calendar': inFile(`${calendar}RRULE:`, '\nEND:VTODO\nEND:VCALENDAR\n'),
  'property of a calendar': inFile(calendar, '\nEND:VTODO\nEND:VCALENDAR\n'),
  'check list': inFile('- [ ] ', ''),
  json: (text) => inFile('', '')(JSON.stringify([{ title: text, due: text, tags: [text] }])),
  link: (text) =>
    readAddLink(`https://tasks.example.com/?text=${encodeURIComponent(text.toWellFormed())}`),
  recurrence: (text) => repeatIn(`every ${text}`.slice(0, longestRead / 2), options),
};

const Run = Type.Object({
  reader: Type.String(),
  before: Type.String(),
  repeated: Type.String({ minLength: 1 }),
  after: Type.String(),
});
const units = [
  Array.from(' \t\n.,:;-/#()[]{}"\'\\=!@*1a'),
  [' \n', '(#', '1:', '1 ', ' @', 'https://a', 'every ', 'monday and ', '\\\n  ', '""'],
].flat();
const around = fc.oneof(fc.constantFrom('', 'x', ' x', '1', 'http://a', '#'), fc.string({ maxLength: 3 })); // prettier-ignore

export const repeated: Subject = {
  promise: 'no search takes long in a text that repeats its parts',
  begin() {
    return {
      inputs: fc
        .record({
          reader: fc.constantFrom(...Object.keys(readers)),
          before: around,
          repeated: fc.oneof(
            fc.constantFrom(...units),
            fc.array(fc.constantFrom(...units), { minLength: 2, maxLength: 3 }).map((two) => two.join('')), // prettier-ignore
          ),
          after: around,
        })
        .map((run) => JSON.stringify(run)),
      check(input) {
        const { reader, before, repeated: unit, after } = Parse(Run, JSON.parse(input));
        const text = before + unit.repeat(Math.floor(longestInput / unit.length)) + after;
        return countingSteps(() => readers[reader]?.(text));
      },
    };
  },
};
