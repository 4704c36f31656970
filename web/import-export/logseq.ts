import { logseq } from './apps.ts';
import type { FileTable } from './file-table.ts';
import { readOrg } from './org-file.ts';

/** True for Markdown whose items have the keywords of org mode and no boxes, as a page of Logseq. */
export function isLogseq(text: string, fileName = ''): boolean {
  const isMarkdown = /\.(?:md|markdown)$/i.test(fileName) || /^\s*[-*] /.test(text);
  return isMarkdown && withKeyword.test(text) && !/^[ \t]*[-*] \[.\] /m.test(text);
}

const withKeyword = /^[ \t]*[-*] (?:TODO|DOING|NOW|LATER|WAITING|DONE|CANCELED) \S/m;
const withoutKeyword = /^[ \t]*[-*] (?!(?:TODO|DOING|NOW|LATER|WAITING|DONE|CANCELED) \S)\S/gm;

/** Reads the items of a list with a keyword: https://docs.logseq.com/. The other items are sentences, no lists. */
export function readLogseq(text: string): FileTable {
  const outline = text
    .replace(/^([ \t]*)[-*] /gm, (_, indent: string) => `${'*'.repeat(1 + indent.length)} `)
    // The properties of a block.
    .replace(/^[ \t]*[\w-]+:: .*$/gm, '');
  const table = readOrg(`#+TODO: TODO DOING NOW LATER WAITING | DONE CANCELED\n${outline}`);
  if (table.app === undefined) return table;
  const sentences = text.match(withoutKeyword)?.length ?? 0;
  return { ...table, app: logseq, leftOut: { lines: sentences + (table.leftOut?.lines ?? 0) } };
}
