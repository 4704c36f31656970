import { palette as de } from '../words/de/palette.ts';
import { palette as en } from '../words/en/palette.ts';
import type { PaletteWords } from '../words/en/palette.ts';
import { palette as fr } from '../words/fr/palette.ts';
import { useLanguage } from '../ui/page-context.ts';

/** The names of commands and keys in every language. They come with the code that shows them: the first page is lighter without. */
export const paletteWords = { en, de, fr };

export const usePaletteWords = (): PaletteWords => paletteWords[useLanguage()];
