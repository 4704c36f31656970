import { escapeHtml } from '../../server/http/page.ts';

/** A text of the contract as HTML: Markdown's code spans, and nothing else of Markdown. */
export const inlineMarkdown = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** A value as JSON, in a block that the keyboard can scroll. */
export const example = (label: string, value: unknown): string =>
  block(label, JSON.stringify(value, null, 2));

/** A text in a block that the keyboard can scroll. */
export const block = (label: string, text: string): string =>
  `<pre tabindex="0" aria-label="${escapeHtml(label)}">${escapeHtml(text)}</pre>`;
