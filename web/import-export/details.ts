import { descriptionFault } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import { detailKinds } from './apps/app.ts';
import type { DetailKind, Details } from './apps/app.ts';

/** The description with as many details as fit, and the kinds that do not. */
export function withDetails(description: string, details: Details) {
  let text = description;
  const left: DetailKind[] = [];
  for (const kind of detailKinds) {
    if (details[kind] === undefined || kind === 'repeat') continue;
    const longer = `${text} · ${details[kind]}`;
    if (descriptionFault(longer) === undefined) text = longer;
    else left.push(kind);
  }
  return { description: text, left };
}

/** A kind of detail, in how many tasks it is, and its different texts. */
export type DetailCount = {
  readonly kind: DetailKind;
  readonly tasks: number;
  readonly texts: readonly string[];
};

/** A task of a file, with what it has that is no field here. */
type Detailed = { readonly fields: Fields; readonly details: Details };

/** What the tasks have that is no field here. For repetitions the texts are the tasks that repeat. */
export function countDetails(tasks: readonly Detailed[]): readonly DetailCount[] {
  return detailKinds.flatMap((kind) => {
    const found = tasks.filter(({ details }) => details[kind] !== undefined);
    const texts = found.map(({ fields, details }) =>
      kind === 'repeat' ? fields.description : (details[kind] ?? ''),
    );
    return found.length === 0 ? [] : [{ kind, tasks: found.length, texts: [...new Set(texts)] }];
  });
}
