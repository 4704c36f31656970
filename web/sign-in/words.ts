import { refused as de } from '../words/de/refused.ts';
import { refused as en } from '../words/en/refused.ts';
import type { RefusedWords } from '../words/en/refused.ts';
import { refused as fr } from '../words/fr/refused.ts';
import { useLanguage } from '../ui/page-context.ts';

/** Why an account is not let in, in every language. It comes with its page: the first one is lighter without. */
export const refusedWords = { en, de, fr };

export const useRefusedWords = (): RefusedWords => refusedWords[useLanguage()];
