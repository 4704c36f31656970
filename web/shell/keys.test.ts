import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commands } from '../tasks/commands/table.ts';
import { createKeyReader } from './keys.ts';
import type { Press } from './keys.ts';

const no = {
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: () => false,
};
const press = (key: string, modifiers: Partial<Press> = {}): Press => ({
  ...no,
  ...modifiers,
  key,
});
const altGraph = { ctrlKey: true, altKey: true, getModifierState: () => true };
const commandOf = (pressed: Press, typing = false) => createKeyReader()(pressed, typing, 0);

test('a key does what the table says, letters whether or not Caps Lock is on', () => {
  assert.equal(commandOf(press('n')), 'add');
  assert.equal(commandOf(press('N')), 'add');
  assert.equal(commandOf(press('q')), 'add');
  assert.equal(commandOf(press(' ')), 'select');
  assert.equal(commandOf(press('F6')), 'region');
  assert.equal(commandOf(press('x')), null);
});

test('signs are the same, with whichever keys they are written', () => {
  assert.equal(commandOf(press('/', { shiftKey: true })), 'search', 'German: Shift+7');
  assert.equal(commandOf(press('[', altGraph)), 'dayEarlier', 'AltGr+8');
  assert.equal(commandOf(press(']', { altKey: true })), 'dayLater', 'German on a Mac: Option+6');
  assert.equal(commandOf(press('{', { shiftKey: true })), 'weekEarlier');
  assert.equal(commandOf(press('?', { shiftKey: true })), 'help');
});

test('Ctrl and Cmd are the same; what has other modifiers belongs to the browser', () => {
  assert.equal(commandOf(press('k', { ctrlKey: true })), 'palette');
  assert.equal(commandOf(press('k', { metaKey: true })), 'palette');
  assert.equal(commandOf(press('Z', { ctrlKey: true, shiftKey: true })), 'redo');
  assert.equal(commandOf(press('Y', { ctrlKey: true, shiftKey: true })), null);
  assert.equal(commandOf(press('n', { ctrlKey: true })), null);
  assert.equal(commandOf(press('e', { altKey: true })), null);
  assert.equal(commandOf(press('j', { shiftKey: true })), 'reachNext');
});

test('a key of another script is the Latin letter on it, with and without Ctrl', () => {
  assert.equal(commandOf(press('у', { code: 'KeyE' })), 'done', 'Russian');
  assert.equal(commandOf(press('ק', { code: 'KeyE' })), 'done', 'Hebrew');
  assert.equal(commandOf(press('ק', { altKey: true, code: 'KeyE' })), null);
  assert.equal(commandOf(press('О', { shiftKey: true, code: 'KeyJ' })), 'reachNext');
  assert.equal(commandOf(press('Ф', { shiftKey: true, code: 'KeyA' })), 'searchFor');
  assert.equal(commandOf(press('я', { ctrlKey: true, code: 'KeyZ' })), 'undo', 'Russian');
  assert.equal(commandOf(press('Я', { ctrlKey: true, shiftKey: true, code: 'KeyZ' })), 'redo');
  assert.equal(commandOf(press('л', { metaKey: true, code: 'KeyK' })), 'palette');
  const onGermanKeys = commandOf(press('y', { ctrlKey: true, code: 'KeyZ' }));
  assert.equal(
    onGermanKeys,
    commandOf(press('y', { ctrlKey: true })),
    'German: Z and Y are swapped',
  );
});

test('a capital letter begins a search with it, unless it is the key of a command', () => {
  assert.equal(commandOf(press('D', { shiftKey: true })), 'searchFor');
  assert.equal(commandOf(press('É', { shiftKey: true })), 'searchFor');
  assert.equal(commandOf(press('J', { shiftKey: true })), 'reachNext');
  assert.equal(commandOf(press('D')), 'date', 'Caps Lock');
  assert.equal(commandOf(press('D', { shiftKey: true }), true), null);
  assert.equal(commandOf(press('Enter', { shiftKey: true })), null);
});

test('a key is of one command', () => {
  const all = Object.values(commands).flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
});

test('two keys belong together when they follow each other soon', () => {
  const read = createKeyReader();
  assert.equal(read(press('g'), false, 0), null);
  assert.equal(read(press('b'), false, 900), 'board');
  assert.equal(read(press('o'), false, 1900), null);
  assert.equal(read(press('4'), false, 1950), 'allToToday', 'not the command of 4 alone');
  assert.equal(read(press('g'), false, 2000), null);
  assert.equal(read(press('b'), false, 3600), null);
  assert.equal(read(press('g'), false, 4000), null);
  assert.equal(read(press('e'), false, 4100), 'done');
});

test('while someone types, or with the switch off, characters do nothing and the others still work', () => {
  for (const key of ['n', ' ', '/', '1', '?']) assert.equal(commandOf(press(key), true), null);
  assert.equal(commandOf(press('k', { ctrlKey: true }), true), 'palette');
  assert.equal(commandOf(press('ArrowDown'), true), 'next');
  assert.equal(commandOf(press('Delete'), true), 'remove');
});
