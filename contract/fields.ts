// The fields of a task, for the service and for the page. No import: the page must not load the schema library.

/** The fields that a client sets. */
export const fieldNames = ['description', 'dueDate', 'importance', 'state'] as const;

export const importances = ['LOW', 'MEDIUM', 'HIGH'] as const;
export const states = ['TODO', 'WORKING', 'DONE'] as const;

/** Longest description, in Unicode code points, which is how JSON Schema counts (RFC 8259 strings). */
export const longestDescription = 255;

/** The patterns of texts that the page checks too, by the fault of a text that does not match. */
export const textPatterns = { blank: '\\S' } as const;

/** The free-text fields: the longest text of each, and the patterns that it must match. */
export const texts = [
  { name: 'description', longest: longestDescription, patterns: ['blank'] },
] as const;
