/** Longest description, in Unicode code points, which is how JSON Schema counts (RFC 8259 strings). */
export const longestDescription = 255;
