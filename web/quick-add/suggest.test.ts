import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fc } from '../../test/generated.ts';
import { suggest, suggestDates } from './all-words.ts';
import { options } from './options-fixture.ts';

const { en, de: german, fr: french } = options;
const offered = (text: string, given = en, caret = text.length) =>
  suggest(text, caret, given).map((suggestion) => suggestion.text);

test('importance is offered after ! and state after /', () => {
  assert.deepEqual(offered('Buy milk !'), ['!low', '!medium', '!high']);
  assert.deepEqual(offered('Buy milk !h'), ['!high']);
  assert.deepEqual(offered('Buy milk /'), ['/todo', '/working', '/done']);
  assert.deepEqual(offered('Milch !h', german), ['!hoch']);
  assert.deepEqual(offered('Lait /e', french), ['/encours']);
});

test('known tags are offered after #', () => {
  const tags = () => ['#Home', '#house', '#work'];
  const given = (text: string) => suggest(text, text.length, en, tags).map((each) => each.text);
  assert.deepEqual(given('Paint #ho'), ['#Home', '#house']);
  assert.deepEqual(given('Paint #home'), []);
  assert.deepEqual(given('Paint #wo it'), []);
});

test('dates are offered from the third letter on, with the date that they mean', () => {
  assert.deepEqual(offered('Call to'), []);
  assert.deepEqual(offered('Call tom'), ['tomorrow']);
  assert.deepEqual(offered('Call next w'), ['next week']);
  assert.deepEqual(offered('Anruf ube', german), ['übermorgen']);
  assert.deepEqual(offered('Appel la sem', french), ['la semaine prochaine']);
  assert.deepEqual(offered('Umzug nächstes', german), ['nächstes Jahr']);
  assert.deepEqual(offered('Umzug am ', german), []);
  const [tomorrow] = suggest('Call tom now', 8, en);
  assert.deepEqual([tomorrow?.start, tomorrow?.end, tomorrow?.chip?.value], [5, 8, '2025-11-22']);
});

test('nothing is offered inside a word, in quotes or for a complete word', () => {
  assert.deepEqual(offered('Call tomato', en, 8), []);
  assert.deepEqual(offered('Say "tom"'), []);
  assert.deepEqual(offered('Say "tom !', en, 10), ['!low', '!medium', '!high']);
  assert.deepEqual(offered('Say "tom ! b"', en, 10), []);
  assert.deepEqual(offered('Say "a tom b"', en, 10), []);
  assert.deepEqual(offered('Call tomorrow'), []);
  assert.deepEqual(offered('Call !high'), []);
  assert.deepEqual(offered('Call tom '), []);
  assert.deepEqual(offered(''), []);
});

test('a suggestion begins with what was typed and reads as its chip, whatever the text and caret', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('!', '/', 'mon', 'next ', 'tod'),
      fc.integer({ min: -2, max: 30 }),
      (a, b, caret) => {
        const text = `${a} ${b}`;
        for (const { start, end, chip, text: full } of suggest(text, caret, en)) {
          assert.ok(start >= 0 && start < end && end <= text.length);
          assert.equal(
            full.slice(0, end - start).toLowerCase(),
            text.slice(start, end).toLowerCase(),
          );
          assert.equal(chip?.text, full);
        }
      },
    ),
  );
});

const friday = { ...options.gb, todayIso: '2026-11-20' };
const days = (text: string) => suggestDates(text, friday).map(({ iso }) => iso);

test('without a word the usual days are offered, each once and in order', () => {
  assert.deepEqual(days(' '), ['2026-11-20', '2026-11-21', '2026-11-23', '2026-12-01']);
  assert.deepEqual(
    suggestDates('', { ...friday, todayIso: '2026-11-22' }).map(({ name }) => name),
    ['today', 'tomorrow', 'weekend', 'nextMonth'],
  );
});

test('words offer the day that they say, or the days that the last word may become', () => {
  assert.deepEqual(days('in two weeks'), ['2026-12-04']);
  assert.deepEqual(days('thur'), ['2026-11-26']);
  assert.deepEqual(days('next w'), ['2026-11-23']);
  assert.deepEqual(days('24.12'), ['2026-12-24']);
  assert.deepEqual(days('every tuesday'), []);
  const shortest = [
    ['2 weeks', en, '2025-12-05'],
    ['20th', en, '2025-12-20'],
    ['Mo', german, '2025-11-24'],
    ['20', german, '2025-12-20'],
    ['weekend', en, '2025-11-22'],
    ['20', french, '2025-12-20'],
    ['2 semaines', french, '2025-12-05'],
    ['week-end', french, '2025-11-22'],
  ] as const;
  for (const [text, region, iso] of shortest)
    assert.deepEqual(suggestDates(text, region), [{ name: null, iso }], text);
  assert.deepEqual(days('nothing of the kind'), []);
});

test('no day is offered where the whole would not be read', () => {
  assert.deepEqual(offered('Yoga every tue'), []);
  assert.equal(offered('Yoga tue')[0], 'Tuesday');
});
