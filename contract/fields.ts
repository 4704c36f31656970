// The fields of a task for both sides, without the library that reads schemas.

/** The fields that a client sets. */
export const fieldNames = ['description', 'dueDate', 'importance', 'state'] as const;

export const importances = ['LOW', 'MEDIUM', 'HIGH'] as const;
export const states = ['TODO', 'WORKING', 'DONE'] as const;

/** Longest description, in Unicode code points, which is how JSON Schema counts (RFC 8259 strings). */
export const longestDescription = 255;

/** The fields that are any text: how long each may be, and whether it may say nothing. */
export const texts = [{ name: 'description', longest: longestDescription, mayBeBlank: false }] as const;
