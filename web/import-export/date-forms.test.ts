import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linesOf, readExport } from './apps-fixture.ts';

const datesOf = async (dates: readonly string[]) => {
  const rows = dates.map((date) => `a,"${date}"`).join('\n');
  const { tasks, faulty } = await readExport(`Title,Due date\n${rows}`);
  assert.deepEqual(faulty, []);
  return tasks.map(({ fields, isDateAssumed }) => (isDateAssumed ? '?' : fields.dueDate));
};
const sameDay = async (dates: readonly string[]) =>
  assert.deepEqual(
    await datesOf(dates),
    dates.map(() => '2026-12-05'),
  );

test('a date is read in the forms of spreadsheets, mails and browsers', async () => {
  await sameDay(['2026/12/5', '2026-12-5', '2026.12.05', '2026. 12. 5.', '2026年12月5日']);
  await sameDay(['5. 12. 2026', 'Sa., 05.12.2026', 'Sat 2026-12-05', '\u200E05.12.2026']);
  await sameDay(['Dec-05-2026', '2026 Dec 5', '2026 December 05']);
  await sameDay(['5-Dec-26', '05/Dec/2026', 'December 5, 2026 9:00 AM (GMT+1)']);
  await sameDay(['2026-12-01 → 2026-12-05', '2026-12-01 - 2026-12-05', '2026-12-01 to 2026-12-05']);
  await sameDay([
    '01.12.2026 - 05.12.2026',
    '01.12.2026 bis 05.12.2026',
    '01/12/2026 – 2026-12-05',
  ]);
  await sameDay(['/Date(1796486400000)/', '/Date(1796486400000+0100)/', '2026-12-05+01:00']);
  await sameDay(["'2026-12-05", '9:30 05.12.2026', '2026-12-05T09:00:00[Europe/Berlin]']);
  await sameDay(['2026-12-06 01:00:00+00', '2026-12-06T01:00:00+00:00', '2026-12-05 00:00:00+00']);
  await sameDay(['Sat, 05 Dec 2026 17:00:00 +0000', 'Sat Dec 05 2026 17:00:00 GMT+0100 (CET)']);
});

test('a number is a day of a spreadsheet, seconds or milliseconds; another number is no date', async () => {
  await sameDay(['46361', '46361.75', '46361,75', '1796486400', '1796486400000']);
  const json = JSON.stringify([{ title: 'a', due: 1796486400 }]);
  assert.deepEqual(linesOf(await readExport(json)), ['a 11:00 | 2026-12-05 MEDIUM TODO']);
  for (const date of ['7', '12026', '99999', '123456789'])
    assert.equal((await readExport(`Title,Due\na,${date}`)).faulty.length, 1, date);
});

test('a number of days is asked about: a workbook of an old Mac counts from 1904', async () => {
  const file = 'Title,Due\na,2026-12-06\nb,44899\nc,44900.5';
  const usual = await readExport(file);
  assert.equal(usual.dayNumber, '44899');
  assert.deepEqual(linesOf(usual).slice(1), [
    'b | 2022-12-04 MEDIUM TODO',
    'c | 2022-12-05 MEDIUM TODO',
  ]);
  assert.deepEqual(linesOf(await readExport(file, { dayCount: 'since_1904' })), [
    'a | 2026-12-06 MEDIUM TODO',
    'b | 2026-12-05 MEDIUM TODO',
    'c | 2026-12-06 MEDIUM TODO',
  ]);
  for (const date of ['2026-12-06', '1796486400', '5.12.2026', ''])
    assert.equal((await readExport(`Title,Due\na,${date}`)).dayNumber, null, date);
});

test('the time of day of a date stays in the words, and the one in a column of its own', async () => {
  const titleOf = async (cells: string, header = 'Title,Due') =>
    (await readExport(`${header}\n${cells}`)).tasks[0]?.fields.description;
  const times = {
    '2026-12-05 15:00': 'a 15:00',
    '2026-12-05 15:00:00': 'a 15:00',
    '2026-12-05T09:30:00.000+02:00': 'a 09:30',
    '2026-12-05 15:00:00 UTC': 'a 10:00',
    '12/25/26 9:30 AM': 'a 9:30 AM',
    '25.12.2026 um 14 Uhr': 'a 14 Uhr',
    '25/12/2026 14h30': 'a 14h30',
    // A whole day, and the moment at which a program wrote it.
    '9:30 05.12.2026': 'a 9:30',
    '2026-12-05 15:00:00+00': 'a 10:00',
    '2026-12-05T25:00:00': 'a',
    '2026-12-05 0:00': 'a',
    '2026-12-05T23:59:59Z': 'a',
    '2026-12-05 23:59': 'a',
    '2026-12-05 12:00 AM': 'a',
    '2026-12-05 10:41:07.123': 'a',
  };
  for (const [date, title] of Object.entries(times))
    assert.equal(await titleOf(`a,${date}`), title, date);
  const header = 'Task,Due Date,Due Time';
  assert.equal(await titleOf('a,2026-12-05,8:30:00 AM', header), 'a 8:30 AM');
  assert.equal(await titleOf('a,2026-12-05 9:00,8:30', header), 'a 9:00');
  for (const other of ['soon', '30', '2h', '1,5'])
    assert.equal(await titleOf(`a,2026-12-05,${other}`, 'Task,Due,Time,More'), 'a', other);
  const ignoredOf = async (time: string) =>
    (await readExport(`Task,Due,Time\na,2026-12-05,8:30 PM\nb,2026-12-05,${time}`)).ignored;
  assert.deepEqual([await ignoredOf('9:00:00 am'), await ignoredOf('30')], [[], ['Time']]);
  assert.equal(await titleOf('a,,8:30', header), 'a');
});

test('a text that stands for no date leaves the task without one', async () => {
  const dates = [
    '0000-00-00',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00Z',
    '1/1/4501',
    'None',
    'n/a',
  ];
  const words = ['-', 'null', 'No date', 'TBD', 'Keine Angabe', 'Aucune', ''];
  const all = [...dates, ...words];
  assert.deepEqual(
    await datesOf(all),
    all.map(() => '?'),
  );
});
