import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choices, openSettings } from '../device/settings.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { applySettings, newOnDevice } from './device-part.ts';
import { writeJson } from './json.ts';
import { readFile } from './read-file.ts';

const todayIso = '2026-11-18';
const options = { todayIso, locale: 'en-GB', language: 'en', firstDayOfWeek: 1 } as const;
const partOf = async (content: object) => {
  const text = JSON.stringify({ format: 'dueline-tasks', version: 1, tasks: [], ...content });
  const { device } = await readFile(new Blob([text]), { existing: [], ...options });
  return device ?? assert.fail('no part for the device');
};

test('saved filters and settings come back from a file', async () => {
  const device = {
    filters: new Map([['Trips', 'q=%23travel&state=TODO&state=WORKING&due=week&order=name']]),
    settings: { theme: 'dark', daily: '8', language: 'fr' },
  } as const;
  const file = new Blob([writeJson([], todayIso, device)]);
  const read = await readFile(file, { existing: [], ...options });
  assert.deepEqual(read.device, { ...device, unknown: [] });
  const settings = openSettings(storageInMemory());
  applySettings(read.device.settings, settings.set);
  assert.deepEqual(
    [settings.current.value.theme, settings.current.value.daily, settings.current.value.week],
    ['dark', '8', 'region'],
  );
});

test('an unknown or too long value is refused alone, and named', async () => {
  const part = await partOf({
    filters: [
      { name: 'Good', query: 'q=milk' },
      { name: 'Colour', query: 'colour=red' },
      { name: 'State', query: 'state=LOST' },
      { name: 'x'.repeat(41), query: 'q=milk' },
      { name: 'Long', query: `q=${'x'.repeat(3000)}` },
      { name: 5, query: 'q=milk' },
      'nothing',
    ],
    settings: { theme: 'neon', week: 'monday', constructor: 'x', __proto__x: null, density: 3 },
  });
  assert.deepEqual([...part.filters], [['Good', 'q=milk']]);
  assert.deepEqual(part.settings, { week: 'monday' });
  assert.deepEqual(part.unknown, [
    'Colour',
    'State',
    'x'.repeat(41),
    'Long',
    '5',
    'nothing',
    'theme: neon',
    'constructor: x',
    '__proto__x: ',
    'density: 3',
  ]);
  for (const content of [{ filters: 7, settings: 'x' }, {}, { filters: null, settings: [] }])
    assert.deepEqual(await partOf(content), { filters: new Map(), settings: {}, unknown: [] });
});

test('a filter of the device stays as it is, and what is the same is not offered', () => {
  const settings = openSettings(storageInMemory()).current.value;
  const found = newOnDevice(
    {
      filters: new Map([
        ['Same', 'q=a'],
        ['Mine', 'q=b'],
        ['New', 'q=c'],
      ]),
      settings: { theme: choices.theme[0], density: 'compact' },
    },
    {
      filters: new Map([
        ['Same', 'q=a'],
        ['Mine', 'q=other'],
      ]),
      settings,
    },
  );
  assert.deepEqual([...found.filters.keys()], ['New']);
  assert.deepEqual([found.settings, found.taken], [{ density: 'compact' }, ['Mine']]);
});
