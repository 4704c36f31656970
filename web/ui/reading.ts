import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { DayFormats } from '../dates/days.ts';
import type { Words } from '../words/en.ts';
import type { Language } from '../words/language.ts';
import { english } from '../model/reading.ts';

export const ReadingContext = createContext(english);

export const useWords = (): Words => useContext(ReadingContext).words;
export const useDays = (): DayFormats => useContext(ReadingContext).days;
export const useLanguage = (): Language => useContext(ReadingContext).language;
