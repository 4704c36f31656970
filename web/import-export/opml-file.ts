import { durationInWords } from './durations.ts';
import { recordTable, unreadable } from './file-table.ts';
import type { FileTable } from './file-table.ts';
import { withoutEntities, withoutHtml } from './html-text.ts';
import { opml } from './personal-apps.ts';

/** True for an outline in OPML. A list of feeds in the same form has no tasks. */
export const isOpml = (text: string): boolean =>
  /^\s*(?:<\?xml[^<>]*>\s*)?(?:<!--[^<>]*-->\s*)?<opml[\s>]/i.test(text) &&
  !/\sxmlUrl=/i.test(text);

/** An element of the outline, with the names of those around it. */
type Item = {
  readonly attributes: ReadonlyMap<string, string>;
  readonly lists: readonly string[];
  readonly isDone: boolean;
  hasItems: boolean;
};

/** Reads the elements of an outline: those with others inside are lists, and also tasks if they have a note or a date. */
export function readOpml(text: string): FileTable {
  const items: Item[] = [];
  const above: Item[] = [];
  for (const [, end, written = '', isEmpty] of text.matchAll(element)) {
    if (end === '/') above.pop();
    else {
      const item = itemIn(attributesIn(written), above.at(-1));
      items.push(item);
      if (isEmpty === '') above.push(item);
    }
  }
  const tasks = items.flatMap((item) => {
    const task = taskOf(item);
    const hasMore = task.notes !== '' || task.due !== '';
    const isTask = hasMore || (task.title !== '' && !item.hasItems);
    return isTask ? [task] : [];
  });
  if (tasks.length === 0) return unreadable({ code: 'outline' });
  return recordTable(tasks, opml);
}

function itemIn(attributes: ReadonlyMap<string, string>, around: Item | undefined): Item {
  const isComplete = /^(?:true|yes|1|checked)$/i.test(valueOf(attributes, completeNames));
  if (around === undefined) return { attributes, lists: [], isDone: isComplete, hasItems: false };
  around.hasItems = true;
  const name = titleIn(valueOf(around.attributes, ['text'])).title;
  // A list that is complete completes what is inside.
  const isDone = isComplete || around.isDone;
  return { attributes, lists: [...around.lists, name].slice(-mostLists), isDone, hasItems: false };
}

function taskOf({ attributes, lists, isDone }: Item) {
  const { title, due, repeat } = titleIn(valueOf(attributes, ['text']));
  return {
    title,
    due: valueOf(attributes, dueNames) || due,
    repeat,
    isDone,
    list: lists.filter(Boolean).join(' / '),
    notes: withoutMarks(valueOf(attributes, noteNames)),
  };
}

/** The title of an element, and the day that stands in it. */
function titleIn(html: string) {
  const title = withoutMarks(html.replace(timeElement, '').replace(timeOfDynalist, ''));
  const [, day = '', clock = '', duration = ''] = timeOfDynalist.exec(html) ?? [];
  const repeat = duration === '' ? '' : durationInWords(duration);
  return { title, due: dueInElement(html) || `${day} ${clock}`.trim(), repeat };
}

function dueInElement(html: string): string {
  const [, year, month = '', day = '', hour, minute = '0'] = timeElement.exec(html) ?? [];
  if (year === undefined) return '';
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined) return date;
  return `${date} ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** The text without the marks inside its words, and without other HTML. */
const withoutMarks = (html: string): string =>
  withoutHtml(html.replace(/<\/?(?:a|b|code|i|mark|mention|s|u)(?:\s[^<>]*)?>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim();

/** The attributes of an element by their names in lower case. Their values are written for XML. */
const attributesIn = (written: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(written.matchAll(attribute), ([, name = '', inDouble, inSingle]) => [
      name.toLowerCase(),
      withoutEntities(inDouble ?? inSingle ?? ''),
    ]),
  );

const valueOf = (attributes: ReadonlyMap<string, string>, names: readonly string[]): string =>
  names.map((name) => attributes.get(name)).find(Boolean) ?? '';

const noteNames = ['_note', 'note'];
const completeNames = ['_complete', 'complete', 'checked', '_status'];
const dueNames = ['due', 'duedate'];
/** The most names above an element that are kept. */
const mostLists = 10;
const element = /<(\/?)outline\b((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** `<time startYear="2026" startMonth="7" startDay="8" startHour="13">` of Workflowy. */
const timeElement =
  /<time\s+startYear="(\d{4})"\s+startMonth="(\d{1,2})"\s+startDay="(\d{1,2})"(?:\s+startHour="(\d{1,2})")?(?:\s+startMinute="(\d{1,2})")?[^<>]*>[^<>]*<\/time>/i;
/** `!(2026-12-05 10:00 | 1w)` of Dynalist. */
const timeOfDynalist = /!\((\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?(?: \| ~?(\d{1,3}[dwmy]))?\)/;
