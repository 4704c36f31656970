/** The lines of a pasted text that say something, without the marks of a list: "- ", "* ", "[ ] ", "1. ". */
export function pastedLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim().replace(marks, '').trim())
    .filter((line) => line !== '');
}

/** A bullet or a number, then a box: each at most once and followed by white space. */
const marks = /^(?:(?:[-*+•–◦]|\d{1,3}[.)])(?:\s+|$))?(?:\[[ xX]?\](?:\s+|$))?/;
