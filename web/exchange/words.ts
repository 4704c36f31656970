import { exchange as de } from '../words/de/exchange.ts';
import { exchange as en } from '../words/en/exchange.ts';
import type { ExchangeWords } from '../words/en/exchange.ts';
import { exchange as fr } from '../words/fr/exchange.ts';
import { useLanguage } from '../ui/page-context.ts';

/** The texts of export and import in every language. They come with this part's code: the first page is lighter without. */
export const exchangeWords = { en, de, fr };

export const useExchangeWords = (): ExchangeWords => exchangeWords[useLanguage()];
