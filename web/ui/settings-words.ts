import { settings as de } from '../words/de/settings.ts';
import { settings as en } from '../words/en/settings.ts';
import type { SettingsWords } from '../words/en/settings.ts';
import { settings as fr } from '../words/fr/settings.ts';
import { useLanguage } from './page-context.ts';

/** The texts of the settings in every language. They come with the form: the first page is lighter without. */
export const settingsWords = { en, de, fr };

export const useSettingsWords = (): SettingsWords => settingsWords[useLanguage()];
