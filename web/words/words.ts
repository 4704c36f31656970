import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { DayFormats } from './days.ts';
import type { Words } from './en.ts';
import type { Language } from './language.ts';
import { english } from './reading.ts';

export const ReadingContext = createContext(english);

export const useWords = (): Words => useContext(ReadingContext).words;
export const useDays = (): DayFormats => useContext(ReadingContext).days;
export const useLanguage = (): Language => useContext(ReadingContext).language;
