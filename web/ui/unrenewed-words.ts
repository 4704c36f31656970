import { unrenewed as de } from '../words/de/unrenewed.ts';
import { unrenewed as en } from '../words/en/unrenewed.ts';
import type { UnrenewedWords } from '../words/en/unrenewed.ts';
import { unrenewed as fr } from '../words/fr/unrenewed.ts';
import { useLanguage } from './page-context.ts';

/** The texts of the panel in every language. They come with its code. */
export const unrenewedWords = { en, de, fr };

export const useUnrenewedWords = (): UnrenewedWords => unrenewedWords[useLanguage()];
