import { taskPaper } from './apps.ts';
import { ruleInWords } from './file-repeat.ts';
import { recordTable, unreadable } from './file-table.ts';
import type { FileTable } from './file-table.ts';
import { placeIn } from './outline-place.ts';
import type { Above } from './outline-place.ts';

/** True for a file of TaskPaper, or for a text with its projects and tags and without boxes. */
export function isTaskPaper(text: string, fileName = ''): boolean {
  if (/\.taskpaper$/i.test(fileName)) return true;
  const hasProject = /\.txt$/i.test(fileName) && /^[ \t]*[^\s-].*:(?: @.*)?$/m.test(text);
  return hasProject && tagged.test(text) && !/^[ \t]*- \[.\] /m.test(text);
}

const tagged = /^[ \t]*- .*\s@(?:due|done|defer|start)(?:\(|\s|$)/m;

/** Reads the lines that begin with a hyphen, with their tags, their projects and their notes: https://guide.taskpaper.com/ */
export function readTaskPaper(text: string): FileTable {
  const above: Above[] = [];
  const tasks: Readonly<Record<string, unknown>>[] = [];
  /** The lines of text that belong to no task. */
  const beside: string[] = [];
  let notes = beside;
  for (const line of text.split(/\r?\n/)) {
    const [, indent = '', hyphen, written = ''] = /^(\s*)(- )?(.*)$/.exec(line) ?? [];
    const { title, tags } = tagsIn(written);
    const isTask = hyphen !== undefined;
    if (isTask || title.endsWith(':')) {
      const place = placeIn(above, indent.length);
      above.push({ depth: indent.length, title: title.replace(/:$/, ''), isTask });
      notes = isTask ? [] : beside;
      if (isTask) tasks.push({ title, ...place, ...valuesOf(tags), notes });
    } else if (written !== '') notes.push(written);
  }
  if (tasks.length === 0) return unreadable({ code: 'outline' });
  return { ...recordTable(tasks, taskPaper), leftOut: { lines: beside.length } };
}

type Tags = ReadonlyMap<string, string>;

/** The text without its tags, and these with their values: `@done`, `@due(2026-12-05)`. */
function tagsIn(written: string): { readonly title: string; readonly tags: Tags } {
  const tags = new Map<string, string>();
  const title = written.replace(
    /(?:^|\s)@([\p{L}\p{N}_.-]{1,50})(?:\(([^()]{0,200})\))?(?=\s|$)/gu,
    (_, name: string, value: string | undefined) => {
      tags.set(name, value ?? '');
      return '';
    },
  );
  return { title: title.trim(), tags };
}

/** The tags by column. One that has no meaning here is a tag of the task, with its value. */
function valuesOf(tags: Tags) {
  const others = [...tags].filter(([name]) => !known.has(name));
  const words = ruleInWords(tags.get('repeat-rule') ?? '');
  const isFromDone = /another/.test(tags.get('repeat-method') ?? '');
  return {
    due: tags.get('due'),
    start: tags.get('defer') ?? tags.get('start'),
    importance: tags.get('priority') ?? (tags.has('flagged') ? 'high' : ''),
    state: stateOf(tags),
    tags: [
      tags.get('context'),
      tags.get('tags'),
      ...others.map(([name, value]) => `${name} ${value}`.trim()),
    ],
    repeat: isFromDone ? words.replace(/^every /, 'every! ') : words,
  };
}

function stateOf(tags: Tags): string {
  if (tags.has('cancelled') || tags.has('dropped')) return 'cancelled';
  return tags.has('done') ? 'DONE' : 'TODO';
}

/** `parallel` and `autodone` are how OmniFocus shows a project. */
const known = new Set(
  'due defer start priority flagged done cancelled dropped context tags repeat-rule repeat-method parallel autodone'.split(
    ' ',
  ),
);
