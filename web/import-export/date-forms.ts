import { longestDate } from './file-dates.ts';

/** True for a text that other programs write for a date that is not set. */
export const isNoDate = (text: string): boolean =>
  text.length <= longestDate && [noDateWords, noDateNumbers].some((form) => form.test(text));

const noDateWords =
  /^(?:[-–—?.]*|false|no|null|none|nil|nan|never|undefined|n\/?a|tb[ad]|not set|no (?:due )?date|keine?(?: angabe| datum)?|aucune?(?: date)?)$/i;
/** Databases have the year 0 or 1, Outlook has 4501. */
const noDateNumbers = /^(?:0|0000-00-00.*|(?:0001|4501)-01-01[T ].*|0?1[./]0?1[./]4501.*)$/;

/** The year from which a spreadsheet counts its days; older ones of a Mac count from 1904. */
export type DayCount = 'since_1900' | 'since_1904';

/** A date of a file in a form that `file-dates.ts` reads: years first or in words, instants as in ISO 8601. Any other text unchanged. */
export function knownForm(written: string, dayCount: DayCount = 'since_1900'): string {
  if (written.length > longestDate) return written;
  const text = endOfRange(written.replace(/[\u200B-\u200F\uFEFF]|^'/g, '').trim());
  const form = text
    .replace(hoursOfZone, '$1:00')
    .replace(inUtc, '$1T$2Z')
    .replace(zoneName, '')
    .replace(weekdayBefore, '')
    .replace(clockBefore, '$2 $1')
    .replace(zoneOfDay, '$1');
  return (
    dayNumbered(text, dayCount) ??
    instantIn(text) ??
    yearFirst(form) ??
    form
      .replace(dayFirst, '$1.$2.$3')
      .replace(shortYear, '$1 $2 20$3')
      .replace(monthBefore, '$2 $1 $3')
  );
}

/** The last day of a range: "November 28, 2026 → November 30, 2026", "2026-11-28 - 2026-11-30", "28.11.2026 – 30.11.2026". */
const endOfRange = (text: string): string =>
  text
    .slice(text.lastIndexOf('→') + 1)
    .replace(/^\d{1,4}[-./]\d\d?[-./]\d{1,4}.* (?:[-–]|to|bis|au) (?=\d{1,4}[-./]\d)/, '')
    .trim();

/** "2026-12-05 23:30:00 UTC" of a database, "2026-12-05T23:30:00.000+00:00". */
const inUtc = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:UTC|GMT|Z|[+-]00:?00)$/;
/** "9:00 AM (GMT+1)": the time is that of the zone. */
const zoneName = / \((?:GMT|UTC|[A-Z]{3,4})[^()]{0,10}\)$|\[[\w/+-]{1,40}\]$/;
/** "07:00:00+00" of PostgreSQL. */
const hoursOfZone = /(?<=:\d\d(?:\.\d+)?)([+-]\d\d)$/;
/** "9:30 05.12.2026" */
const clockBefore = /^(\d{1,2}:\d\d(?: ?[ap]m)?),? (\d{1,4}[-./]\d.*)$/i;
/** "2026-12-05+01:00" of XML. */
const zoneOfDay = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/;
/** "Sat., 05.12.2026" */
const weekdayBefore = /^\p{L}{2,10}\.?,? (?=\d{1,4}[./-])/u;
/** "5. 12. 2026" */
const dayFirst = /^(\d{1,2})\. (\d{1,2})\. (\d{2,4})/;
/** "31/Mar/24 4:00 PM" of Jira, "31-Mar-24" of a spreadsheet. */
const shortYear = /^(\d{1,2})[-/ ](\p{L}{3,9})[-/ ](?:20)?(\d\d)(?= |$)/u;

/** "Dec-05-2026" */
const monthBefore = /^(\p{L}{3,9})-(\d{1,2})-(\d{4})(?= |$)/u;

/** "2026/12/5", "2026. 12. 5." and "2026年12月5日" with two digits each; undefined for any other text. */
function yearFirst(text: string): string | undefined {
  const [all, year, month = '', day = ''] =
    /^(\d{4})(?:[-/.]|\. |年 ?)(\d{1,2})(?:[-/.]|\. |月 ?)(\d{1,2})(?:日|\.(?=$| ))?(?=$|[T ,])/.exec(
      text,
    ) ?? [];
  if (all === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(all.length)}`;
}

/** The instant of a number or of a text with its offset, as ISO 8601; undefined for any other text. */
function instantIn(text: string): string | undefined {
  if (withOffset.test(text)) return isoOf(Date.parse(text.replace(zoneName, '')));
  const [, ms] =
    /^(\d{13})$|^\/Date\((\d{12,13})[+-]?\d{0,4}\)\/$/.exec(text)?.filter(Boolean) ?? [];
  if (ms !== undefined) return isoOf(Number(ms));
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return isoOf(Number(text) * 1000);
  return undefined;
}

/** The day of a number of a spreadsheet, which has no zone; undefined for any other text. */
export function dayNumbered(written: string, dayCount: DayCount): string | undefined {
  const text = written.trim();
  if (!/^\d{5}(?:[.,]\d{1,20})?$/.test(text)) return undefined;
  const number = Number(text.replace(',', '.'));
  if (number < firstSerial || number > lastSerial) return undefined;
  const days = Math.floor(number) - serialOf1970[dayCount];
  return isoOf(days * msPerDay)?.slice(0, 10);
}

function isoOf(ms: number): string | undefined {
  if (Number.isNaN(ms)) return undefined;
  return new Date(ms).toISOString();
}

/** "Sat, 05 Dec 2026 10:00:00 +0100" of a mail, "Sat Dec 05 2026 10:00:00 GMT+0100 (CET)" of a browser. */
const withOffset =
  /^[A-Z][a-z]{2},? (?:\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{1,2}) \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC)?[+-]\d{4}(?: \([^()]*\))?$/;

/** Spreadsheets count days; these are those of 2000 and of 2099, counted since 1900. */
const firstSerial = 36_526;
const lastSerial = 73_050;
const serialOf1970: Readonly<Record<DayCount, number>> = { since_1900: 25_569, since_1904: 24_107 };
const msPerDay = 86_400_000;
