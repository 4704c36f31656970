import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fc } from '../../test/generated.ts';
import { readRecords, writeRecords } from './csv.ts';

const recordsOf = (text: string, separator = ',') => [...readRecords(text, separator)];
const cellsOf = (text: string, separator = ',') =>
  recordsOf(text, separator).map(({ cells }) => cells);

test('records end with any line end, the last one with or without', () => {
  assert.deepEqual(cellsOf('a,b\r\nc,d\ne,f\rg,h'), [
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
    ['g', 'h'],
  ]);
  assert.deepEqual(cellsOf('a,b\r\n'), [['a', 'b']]);
  assert.deepEqual(cellsOf(''), []);
});

test('empty cells are kept, at the end of a record and of the file too', () => {
  assert.deepEqual(cellsOf(',a,\n,'), [
    ['', 'a', ''],
    ['', ''],
  ]);
  assert.deepEqual(cellsOf('"",""'), [['', '']]);
});

test('a quoted cell holds separators, line ends and doubled quotation marks', () => {
  assert.deepEqual(cellsOf('"a,b","c\r\nd","e ""f"""\ng'), [['a,b', 'c\r\nd', 'e "f"'], ['g']]);
  assert.deepEqual(cellsOf('5" pipe;"a;b"', ';'), [['5" pipe', 'a;b']]);
});

test('a record knows the line on which it begins', () => {
  const records = recordsOf('a\r\n"b\nc\r\nd"\r\ne');
  assert.deepEqual(
    records.map((record) => record.line),
    [1, 2, 5],
  );
});

test('a quotation mark that is never closed is reported with its line, and its text is kept', () => {
  const last = recordsOf('a,b\nc,"d\ne,f').at(-1);
  assert.deepEqual(last?.openQuote, { line: 2, lines: 2 });
  assert.deepEqual(last?.cells, ['c', 'd\ne,f']);
});

test('a quotation mark that is closed inside of a later cell is reported, too', () => {
  const [, open, next] = recordsOf('a,b\nc,"d\n\ne,f\ng,h "i" j\nk,l');
  assert.deepEqual(open?.openQuote, { line: 2, lines: 3 });
  assert.deepEqual([next?.line, next?.cells, next?.openQuote], [6, ['k', 'l'], undefined]);
  for (const text of ['"a" b,c', '"a\nb" ,c', '"a\nb",c'])
    assert.equal(recordsOf(text)[0]?.openQuote, undefined, text);
});

test('written records are read back unchanged', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '""', ',', '\r', '\n', '\r\n', ' ', ';'),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (records) => {
      assert.deepEqual(cellsOf(writeRecords(records)), records);
    }),
  );
});

test('no text makes it throw, and no character outside the marks is lost', () => {
  const text = fc
    .array(fc.constantFrom('"', ',', '\r', '\n', 'a', ' '))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const letters = cellsOf(given).flat().join('').replace(/[^a]/g, '');
      assert.equal(letters, given.replace(/[^a]/g, ''));
    }),
    { numRuns: 1000 },
  );
});

test('a file of the largest size in quotation marks does not exhaust the stack', () => {
  const marks = '"'.repeat(2 * 1024 * 1024);
  assert.equal(recordsOf(marks).length, 1);
  assert.equal(recordsOf(`"${'a\n'.repeat(1024 * 1024)}`)[0]?.openQuote?.line, 1);
});
