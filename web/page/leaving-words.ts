import { leaving as de } from '../words/de/leaving.ts';
import { leaving as en } from '../words/en/leaving.ts';
import type { LeavingWords } from '../words/en/leaving.ts';
import { leaving as fr } from '../words/fr/leaving.ts';
import { useLanguage } from '../ui/page-context.ts';

/** The texts of the question before a sign-out in every language. They come with its code. */
export const leavingWords = { en, de, fr };

export const useLeavingWords = (): LeavingWords => leavingWords[useLanguage()];
