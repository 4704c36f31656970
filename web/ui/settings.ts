import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { keepInMemory } from '../state/keep.ts';
import { useStore } from './use-store.ts';
import { openSettings } from '../model/settings.ts';
import type { Settings, SettingsStore } from '../model/settings.ts';

export const SettingsContext = createContext<SettingsStore>(openSettings(keepInMemory()));

/** What the person has set, as it changes. */
export const useSettings = (): Settings => useStore(useContext(SettingsContext));
