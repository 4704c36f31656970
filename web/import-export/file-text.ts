import { isOpml } from './opml-file.ts';

/**
 * The text of a file: UTF-16 if it begins as such, UTF-8, or else the encoding of old spreadsheets on Windows or on a Mac. That one is
 * a guess, because the bytes do not say it.
 */
export function readBytes(bytes: Uint8Array<ArrayBuffer>) {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), isGuess: false };
  const text = new TextDecoder('utf-8').decode(withoutBrokenFolds(bytes));
  if (isUtf8(text)) return { text, isGuess: false };
  const ofWindows = new TextDecoder('windows-1252').decode(bytes);
  if (!isOfMac(ofWindows)) return { text: ofWindows, isGuess: true };
  return { text: new TextDecoder('macintosh').decode(bytes), isGuess: true };
}

/** The bytes without the line ends that some calendars have inside of a character: a line end and a blank. */
function withoutBrokenFolds(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const folds = new Set<number>();
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    const [blank = 0, next = 0] = bytes.subarray(at + 1, at + 3);
    const isInCharacter = (blank === 0x20 || blank === 0x09) && (next & 0xc0) === 0x80;
    if (isInCharacter) for (const each of [at, at + 1]) folds.add(each);
    if (isInCharacter && bytes[at - 1] === 0x0d) folds.add(at - 1);
  }
  if (folds.size === 0) return bytes;
  return bytes.filter((_, at) => !folds.has(at));
}

const lineFeed = 0x0a;

/** True if letters such as ä, é and ü of a Mac, which are rare signs on Windows, are more than the letters of Windows. */
function isOfMac(ofWindows: string): boolean {
  const lettersOfMac = ofWindows.match(/(?<=[a-z])[\u0160\u008D\u017D\u008F\u0090\u0161\u0178]/gi);
  const lettersOfWindows = ofWindows.match(/[\u00C0-\u00FF]/g);
  return (lettersOfMac?.length ?? 0) > (lettersOfWindows?.length ?? 0);
}

/** True for UTF-8, also with a few broken characters, as in a file that is cut off. */
function isUtf8(text: string): boolean {
  const broken = text.split('\uFFFD').length - 1;
  if (broken === 0) return true;
  return (text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0) > broken;
}

/** The kind of UTF-16 by a byte order mark, or by a Latin letter, one byte of which is 0; undefined for any other beginning. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  return undefined;
}

/** The fault of a file that is no text of tasks, by its beginning. */
export function faultOfKind(bytes: Uint8Array, text: string) {
  // In this encoding each byte is one character.
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, longestStart));
  const isOneOf = (beginnings: readonly string[]) =>
    beginnings.some((beginning) => start.startsWith(beginning));
  if (isOneOf(oldWorkbook) || (isOneOf(zip) && partsOfWorkbook.test(start))) return 'workbook';
  if (isOneOf([...zip, ...otherArchives])) return 'archive';
  const isDocument = document.test(text.slice(0, longestStart)) && !isOpml(text);
  if (isOneOf(binaryDocuments) || isDocument) return 'document';
  return undefined;
}

const longestStart = 4000;
const oldWorkbook = ['\u00D0\u00CF\u0011\u00E0'];
const zip = ['PK\u0003\u0004'];
/** Names of files in the workbooks of Excel, OpenDocument and Numbers. */
const partsOfWorkbook = /\[Content_Types\]\.xml|xl\/|opendocument\.spreadsheet|Index\//;
/** gzip, 7z, RAR. */
const otherArchives = ['\u001F\u2039', '7z\u00BC\u00AF', 'Rar!'];
/** PDF, PNG, JPEG, GIF, SQLite. */
const binaryDocuments = ['%PDF-', '\u2030PNG', '\u00FF\u00D8\u00FF', 'GIF8', 'SQLite format 3'];
const document = /^\s*(?:<(?:[!?]|[a-z][a-z-]*[\s>])|\{\\rtf)/i;
