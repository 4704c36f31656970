/**
 * The text without the optional whitespace around it, which is SP and HTAB only (RFC 9110, 5.6.3). Node reads a header as
 * latin1, and `trim()` removes its byte A0 too, which browsers keep as a part of a name.
 */
export function trimOws(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOws(text.charCodeAt(start))) start += 1;
  while (start < end && isOws(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether the text is a token (RFC 9110, 5.6.2; pure). */
export const isToken = (text: string): boolean => /^[!#$%&'*+.^_`|~\w-]+$/.test(text);

const isOws = (code: number): boolean => code === 0x20 || code === 0x09;
