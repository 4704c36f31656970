import assert from 'node:assert/strict';

import fc from 'fast-check';
import { Check } from 'typebox/value';

import { TaskCreateRequest } from '../../contract/task.ts';
import { readFile } from '../../web/import-export/read-file.ts';
import type { Subject } from './subject.ts';
import { changed } from './subject.ts';

const csv = 'task,due,priority,status\nBread,2026-12-03,high,done\n"Milk, fresh",3/4/2027,,\n';
const todo = 'UID:1\nSUMMARY:Bread\\, fresh\nDUE;VALUE=DATE:20261203\nPRIORITY:1\nRRULE:FREQ=DAILY\n';
const calendar = `BEGIN:VCALENDAR\nBEGIN:VTODO\n${todo}STATUS:COMPLETED\nEND:VTODO\nEND:VCALENDAR\n`;
const items = [{ title: 'Bread', due: '2026-12-03', tags: ['a'] }];
const project = { type: 'project', attributes: { title: 'b', items: [{ type: 'to-do', attributes: {} }] } };
const pieces = [
  Array.from(',;\t"\'\\\n\r:{}[]=\0\ufeff'),
  ['""', '\r\n ', '2026-02-30', 'every monday', 'DUE:', 'null', '1e999'],
].flat();

export const imports: Subject = {
  promise: 'a file of any content is read to its end, and what it brings are tasks',
  begin() {
    let tasks = 0;
    const json = [items, [project]].map((value) => JSON.stringify(value));
    const good = [csv, csv.replaceAll(',', ';'), calendar, ...json];
    return {
      inputs: fc.oneof(
        ...good.map((text) => changed(text, ...pieces)),
        fc.string({ unit: 'binary', maxLength: 200 }),
      ),
      async check(text) {
        const options = { existing: [], todayIso: '2026-10-01', locale: 'en-US' };
        const read = await readFile(new Blob([text]), options, async () => {});
        // What a rule throws, none foresees.
        assert.ok(
          read.faults.every(({ code }) => code !== 'unreadable'),
          'a reader failed',
        );
        for (const { fields } of read.tasks)
          assert.ok(Check(TaskCreateRequest, fields), JSON.stringify(fields));
        tasks += read.tasks.length;
      },
      assertReached: () => assert.ok(tasks > 100, `${tasks} tasks were read`),
    };
  },
};
