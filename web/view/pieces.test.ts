import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf, tagsOf, timeOf } from './pieces.ts';

test('an address of http or https is a link that shows its host, without the punctuation of the sentence', () => {
  const rows: [words: string, href: string, host: string][] = [
    ['Read https://www.example.org/a?b=c#d.', 'https://www.example.org/a?b=c#d', 'example.org'],
    ['(http://example.org:8080/x)', 'http://example.org:8080/x', 'example.org:8080'],
    [
      'https://example.org/wiki/Tea_(drink), then',
      'https://example.org/wiki/Tea_(drink)',
      'example.org',
    ],
    ['HTTPS://EXAMPLE.ORG', 'https://example.org/', 'example.org'],
  ];
  for (const [words, href, host] of rows) {
    const links = piecesOf(words).flatMap((piece) => (piece.kind === 'link' ? [piece] : []));
    assert.deepEqual(
      links.map((link) => [link.href, link.host]),
      [[href, host]],
      words,
    );
  }
  for (const words of [
    'javascript:alert(1)',
    'ftp://example.org',
    'https://',
    'http:// x',
    'see example.org',
  ])
    assert.ok(
      piecesOf(words).every(({ kind }) => kind !== 'link'),
      words,
    );
});

test('a tag has a letter and begins a word', () => {
  const rows: [words: string, tags: string[]][] = [
    ['#Home milk #zwei-3', ['home', 'zwei-3']],
    ['(#home)', ['home']],
    ['#1 #1.a a#b C# ##x #', []],
    ['#Gemüse', ['gemuse']],
    ['https://example.org/#part', []],
  ];
  for (const [words, tags] of rows) assert.deepEqual(tagsOf(words), tags, words);
});

test('a time of day is read with its unit or its minutes, and a bare number is none', () => {
  const rows: [words: string, minutes: number | undefined][] = [
    ['Call at 5pm', 1020],
    ['Call at 5:30 PM', 1050],
    ['12am', 0],
    ['12 pm', 720],
    ['17:00 Zahnarzt', 1020],
    ['Zahnarzt um 17 Uhr', 1020],
    ['rendez-vous à 17h30', 1050],
    ['à 9 h', 540],
    ['à 14\u00a0h', 840],
    ['à 18 h 30', 1110],
    ['2:30\u202fPM', 870],
    ['Call at 5 p.m.', 1020],
    ['7.30pm', 1170],
    ['um 14.30 Uhr', 870],
    ['14:00-15:00', 840],
    ['25:00', undefined],
    ['13pm', undefined],
    ['Buy 12 eggs', undefined],
    ['2026-12-03', undefined],
    ['score 3:2', undefined],
    ['ratio 1:30:20', undefined],
    ['5 hours', undefined],
  ];
  for (const [words, minutes] of rows) assert.equal(timeOf(words), minutes, words);
});

test('the texts of the pieces are the words', () => {
  for (const words of [
    '',
    'a',
    'Call https://example.org #x 5pm, then #y',
    '#a#b 17:00-18:00 http://a)',
  ])
    assert.equal(
      piecesOf(words)
        .map(({ text }) => text)
        .join(''),
      words,
    );
});
