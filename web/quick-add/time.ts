import { isIn } from './place.ts';
import type { Place } from './place.ts';

/** How many words from the place on say a time of day: "at 14:00", "2pm", "um 14 Uhr", "à 14 h". Times stay words. */
export function timeAt(place: Place): number | undefined {
  const { words, index } = place;
  const lead = isIn(place, 'timeLeads', words[index]) && words[index]?.tail === '' ? 1 : 0;
  const at = words[index + lead];
  const [written, minutes = '', unit = ''] = /^\d{1,2}([:.h]\d\d)?(am|pm|h|uhr)?$/.exec(at?.key ?? '') ?? [];
  if (written === undefined) return undefined;
  if (at?.tail === '' && isIn(place, 'timeUnits', words[index + lead + 1])) return lead + 2;
  return lead > 0 || unit !== '' || /^[:h]/.test(minutes) ? lead + 1 : undefined;
}
