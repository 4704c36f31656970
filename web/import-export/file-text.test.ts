import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
      ),
    ),
  );

test('a workbook, an archive and a document say what to do instead', async () => {
  const zip = 'PK\x03\x04\x14\0\x06\0';
  const files = {
    workbook: [
      bytes(zip, '[Content_Types].xml', [1, 2, 3]),
      bytes(zip, 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    ],
    archive: [bytes(zip, 'data.json', [10, 34, 44]), bytes([0x1f, 0x8b, 8, 0])],
    document: [
      bytes('%PDF-1.7\n1 0 obj'),
      bytes([0x89], 'PNG\r\n'),
      bytes('SQLite format 3\0'),
      bytes('\n<!DOCTYPE html><table>'),
      bytes('\u00EF\u00BB\u00BF<?xml version="1.0"?><tasks/>'),
      bytes('{\\rtf1 Bread}'),
      bytes('<table class="tasks"><tr><td>Bread</td></tr></table>'),
    ],
  };
  for (const [code, all] of Object.entries(files))
    for (const file of all) {
      const { tasks, faults, ignored } = await readExport(file);
      assert.deepEqual([tasks, faults, ignored], [[], [{ code }], []]);
    }
});

test('an encoding that is a guess is told', async () => {
  const isGuessed = async (file: string | Uint8Array<ArrayBuffer>) =>
    (await readExport(file)).areLettersGuessed;
  assert.equal(await isGuessed(bytes('Title\nGr\u00FC\u00DFe')), true);
  assert.equal(await isGuessed('Title\nGrüße'), false);
  assert.equal(
    await isGuessed(Uint8Array.from(Buffer.from('\uFEFFTitle\nGrüße', 'utf16le'))),
    false,
  );
});

test('a broken character breaks no other one', async () => {
  const text = 'Title,Due\nBrötchen 🥖,2026-10-05\n';
  const cut = Buffer.from(`${text}Grüße 🥖`).subarray(0, -2);
  const file = await readExport(Uint8Array.from(cut));
  assert.deepEqual(linesOf(file), [
    'Brötchen 🥖 | 2026-10-05 MEDIUM TODO',
    'Grüße \uFFFD | ? MEDIUM TODO',
  ]);
  const half = await readExport('[{"title":"Bread \\ud83e","due":"2026-10-05"}]');
  assert.deepEqual(linesOf(half), ['Bread \uFFFD | 2026-10-05 MEDIUM TODO']);
});

test('a file of an old spreadsheet is read in the letters of Windows or of a Mac', async () => {
  const windows = bytes(
    'Aufgabe;F',
    [0xe4],
    'llig\nM',
    [0xfc],
    'll \x96 Stra',
    [0xdf],
    'e;5.12.2026',
  );
  const mac = bytes('Aufgabe;F', [0x8a], 'llig\nM', [0x9f], 'll;5.12.2026');
  const quoted = bytes('Task,Due\nAda\x92s bread,2026-12-05');
  assert.deepEqual(linesOf(await readExport(windows)), ['Müll – Straße | 2026-12-05 MEDIUM TODO']);
  assert.deepEqual(linesOf(await readExport(mac)), ['Müll | 2026-12-05 MEDIUM TODO']);
  assert.deepEqual(linesOf(await readExport(quoted)), ['Ada’s bread | 2026-12-05 MEDIUM TODO']);
});
