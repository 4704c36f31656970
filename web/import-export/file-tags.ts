import { faultOfText } from '../sync/fields.ts';
import { tagsOf } from '../view/pieces.ts';
import { comparable } from '../words/language.ts';
import type { Details } from './apps.ts';

/** The description with a tag for each list, section and label of its app, as far as they fit. */
export function withTags(description: string, { list = '', labels = '' }: Details): string {
  const names = [...list.split(' / ', mostTags), ...labels.split(/[,;|]| \/ | (?=#)/, mostTags)];
  return names.map(tagNamed).reduce(withTag, description);
}

/** The description with a tag at its end, unless it has the tag or is too long for it. */
export function withTag(description: string, tag: string): string {
  if (tag === '' || hasTag(description, comparable(tag.slice(1)))) return description;
  const tagged = `${description} ${tag}`;
  if (faultOfText('description', tagged) !== undefined) return description;
  return tagged;
}

/** Most descriptions do not contain the words of the tag; only those that do are taken apart. */
const hasTag = (description: string, tag: string): boolean =>
  comparable(description).includes(tag) && tagsOf(description).includes(tag);

/** The tag of a name: "Some day" is `#some-day`. Empty for a name without a letter, which makes no tag. */
function tagNamed(name: string): string {
  const words = name
    .slice(0, longestName)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  const tag = Array.from(words.replace(/^-|-$/g, '')).slice(0, 50).join('');
  if (!/\p{L}/u.test(tag)) return '';
  return `#${tag}`;
}

const longestName = 100;
/** The most lists, and the most labels, of a task that become tags: no description has room for more. */
const mostTags = 20;
