import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { viewOf } from '../view/view.ts';
import { keepLink, readAddLink } from './add-link.ts';
import { fieldsOfLink } from './link-fields.ts';

const page = 'https://dueline.example/';
const linkOf = (query: string) => readAddLink(page + query).link;
const options = {
  todayIso: '2026-11-23',
  language: 'en',
  locale: 'en-GB',
  firstDayOfWeek: 1,
} as const;

test('an address asks to add words, and is the same address without them afterwards', () => {
  assert.deepEqual(readAddLink(`${page}?view=board&add=Buy+milk%0Atomorrow#x`), {
    link: { text: 'Buy milk tomorrow', isTyped: true },
    cleaned: `${page}?view=board#x`,
  });
  assert.deepEqual(linkOf('?add='), { text: '', isTyped: true }, 'a new task is begun');
  assert.equal(linkOf('?view=board'), null);
});

test('a share is title, text and address, each once', () => {
  const shared = (text: string) => ({ text, isTyped: false });
  assert.deepEqual(
    linkOf('?title=News&text=Read+this&url=https://a.example/'),
    shared('News Read this https://a.example/'),
  );
  assert.deepEqual(
    linkOf('?title=News&text=News+https://a.example/&url=https://a.example/'),
    shared('News https://a.example/'),
  );
  assert.deepEqual(linkOf('?url=https://a.example/'), shared('https://a.example/'));
  assert.equal(linkOf('?title=&text=+'), null);
});

test('the page reads what the manifest says that apps share, and what its shortcuts open', () => {
  const file = new URL('../public/manifest.webmanifest', import.meta.url);
  const { share_target: share, shortcuts } = JSON.parse(readFileSync(file, 'utf8'));
  const shared = new URLSearchParams(
    Object.values<string>(share.params).map((name) => [name, `a ${name}`]),
  );
  assert.deepEqual(linkOf(`?${shared}`), { text: 'a title a text a url', isTyped: false });
  assert.deepEqual(
    shortcuts.map(
      ({ url }: { url: string }) => linkOf(url.slice(1)) ?? viewOf(page + url.slice(1)),
    ),
    [{ text: '', isTyped: true }, 'list', 'board', 'plan'],
  );
});

test('words of a link are read as if they were typed, words of a share are not', () => {
  const text = 'Buy milk tomorrow !high';
  const plain = { state: 'TODO', importance: 'MEDIUM', dueDate: '2026-11-23' };
  assert.deepEqual(fieldsOfLink({ text, isTyped: true }, options), {
    state: 'TODO',
    importance: 'HIGH',
    dueDate: '2026-11-24',
    description: 'Buy milk',
  });
  assert.deepEqual(fieldsOfLink({ text, isTyped: false }, options), {
    ...plain,
    description: text,
  });
});

test('a link waits in its tab for the sign-in, and until it is answered', () => {
  const tab = storageInMemory();
  assert.equal(keepLink(`${page}?add=Bread`, tab, null).asked.value, null, 'nobody is signed in');
  const back = keepLink(page, tab, null);
  back.ask('ada@example.org');
  assert.equal(back.asked.value?.text, 'Bread');
  const reloaded = keepLink(page, tab, 'ada@example.org');
  reloaded.ask('ada@example.org');
  assert.equal(reloaded.asked.value?.text, 'Bread');
  reloaded.drop();
  assert.equal(reloaded.asked.value, null);
  const later = keepLink(page, tab, 'ada@example.org');
  later.ask('ada@example.org');
  assert.equal(later.asked.value, null);
});

test('nobody is asked about the link of another person, nor is it kept after a sign-out elsewhere', () => {
  const kept: Record<string, string> = {};
  const tab = storageInMemory(kept);
  const link = keepLink(`${page}?add=Bread`, tab, 'ada@example.org');
  link.ask('grace@example.org');
  assert.equal(link.asked.value, null);
  assert.deepEqual(kept, {});
  keepLink(`${page}?add=Bread`, tab, 'ada@example.org');
  keepLink(page, tab, null);
  assert.deepEqual(kept, {}, 'signed out elsewhere');
  const first = keepLink(`${page}?add=Bread`, tab, null);
  first.ask('ada@example.org');
  first.ask('grace@example.org');
  assert.equal(first.asked.value, null, 'it was of whoever signed in first');
});

test('a newer link takes the place of the one that waits', () => {
  const tab = storageInMemory();
  keepLink(`${page}?add=Bread`, tab, 'ada@example.org');
  const link = keepLink(`${page}?add=Milk`, tab, null);
  link.ask('grace@example.org');
  assert.equal(link.asked.value?.text, 'Milk');
});

test('where the browser refuses storage a link is asked all the same', () => {
  const refused = { read: () => null, write: () => false, forgetOwner: () => undefined };
  const link = keepLink(`${page}?add=Bread`, refused, null);
  link.ask('ada@example.org');
  assert.equal(link.asked.value?.text, 'Bread');
});
