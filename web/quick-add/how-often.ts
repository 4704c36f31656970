import { wordEnd } from './pattern.ts';

/** "3", "three" */
export const amount = `(?:\\d{1,3}${wordEnd}|{counts})`;
/** "3x", "x3", "10 times", "sechsmal" */
export const times = `(?:\\d{1,3}(?:x|-mal)${wordEnd}|x ?\\d{1,3}${wordEnd}|${amount} {repeatTimes}|{repeatCounts})`;
