import { choices } from '../device/settings.ts';
import type { DeviceSettings, Settings } from '../device/settings.ts';
import { addressWith, queryOf } from '../view/query.ts';
import { isRecord, listOf, memberOf, shorten, textOf } from './file-table.ts';
import type { DevicePart, FoundDevicePart } from './file-table.ts';

const mostFilters = 100;
const longestName = 40;
const longestQuery = 2000;

/** As members of the JSON file. */
export const writeDevicePart = ({ filters, settings }: DevicePart) => ({
  filters: Array.from(filters, ([name, query]) => ({ name, query })),
  settings,
});

/** Reads these members; each value that is unknown or too long is refused alone. */
export function readDevicePart(content: Readonly<Record<string, unknown>>): FoundDevicePart {
  const unknown: string[] = [];
  const filters = readFilters(content.filters, unknown);
  return { filters, settings: readSettings(content.settings, unknown), unknown };
}

function readFilters(list: unknown, unknown: string[]): ReadonlyMap<string, string> {
  const filters = new Map<string, string>();
  for (const item of listOf(list).slice(0, mostFilters)) {
    const name = memberOf(item, 'name');
    const query = memberOf(item, 'query');
    if (isName(name) && isQuery(query)) filters.set(name.trim(), query);
    else unknown.push(shorten(textOf(name) || textOf(item)));
  }
  return filters;
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.trim() !== '' && name.length <= longestName;

/** True if this version of the page understands all of a query. */
function isQuery(query: unknown): query is string {
  if (typeof query !== 'string' || query === '' || query.length > longestQuery) return false;
  const base = 'https://localhost/';
  const understood = addressWith(queryOf(`${base}#${query}`), base);
  const pairs = (text: string) => [...new URLSearchParams(text)].map(String).toSorted().join();
  return pairs(understood.slice(understood.indexOf('#') + 1)) === pairs(query);
}

function readSettings(values: unknown, unknown: string[]): Partial<Settings> {
  const settings: Record<string, string> = {};
  if (!isRecord(values)) return settings;
  for (const [name, value] of Object.entries(values)) {
    const setting = isSetting(name) && choices[name].find((each) => each === value);
    if (setting) settings[name] = setting;
    else unknown.push(`${shorten(name)}: ${shorten(textOf(value))}`);
  }
  return settings;
}

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(choices, name);

/** What of the part is not on the device yet. A filter of the device stays as it is; its name is in `taken`. */
export function newOnDevice({ filters, settings }: DevicePart, device: DevicePart) {
  const names = [...filters.keys()];
  const isNew = (name: string) => !device.filters.has(name);
  const differs = (name: string) => !isNew(name) && device.filters.get(name) !== filters.get(name);
  return {
    filters: new Map([...filters].filter(([name]) => isNew(name))),
    settings: Object.fromEntries(
      Object.entries(settings).filter(
        ([name, value]) => Reflect.get(device.settings, name) !== value,
      ),
    ),
    taken: names.filter(differs),
  };
}

/** Sets the settings, each with its own type. */
export function applySettings(settings: Readonly<Partial<Settings>>, set: DeviceSettings['set']) {
  const apply = <Name extends keyof Settings>(name: Name, value: Settings[Name] | undefined) => {
    if (value !== undefined) set(name, value);
  };
  for (const name of Object.keys(choices).filter(isSetting)) apply(name, settings[name]);
}
