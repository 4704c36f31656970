/** An element as a person perceives it: by its role and name, or by its text; in the row of a task or anywhere. */
export type Target = Readonly<{ within?: string }> &
  (Readonly<{ role: string; name: string | RegExp }> | Readonly<{ text: string }>);

/** The same in a form that can be sent into the page. */
export type Sought = { within: string | null; role: string | null; pattern: string };

export const soughtOf = (target: Target): Sought => {
  const words = 'text' in target ? target.text : target.name;
  const pattern =
    typeof words === 'string' ? `^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : words.source;
  return { within: target.within ?? null, role: 'text' in target ? null : target.role, pattern };
};

declare global {
  var findAll: (sought: Sought) => Element[];
  var findToClick: (sought: Sought) => Promise<Element | null>;
}

/** Runs in the page, with axe: the visible matching elements, by the roles and names that axe computes. */
function findAll({ within, role, pattern }: Sought): Element[] {
  const words = new RegExp(pattern);
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const withText = (root: ParentNode, matches: (text: string) => boolean) =>
    [...root.querySelectorAll('*')].filter(
      (element) =>
        matches(textOf(element)) && ![...element.children].some((child) => matches(textOf(child))),
    );
  const roots =
    within === null
      ? [document]
      : withText(document, (text) => text === within).flatMap((each) => each.closest('li') ?? []);
  if (role === null)
    return roots.flatMap((root) => withText(root, (text) => words.test(text))).filter(isSeen);
  axe.setup(document);
  try {
    return roots
      .flatMap((root) => [...root.querySelectorAll('*')])
      .filter(
        (element) =>
          axe.commons.aria.getRole(element) === role &&
          isSeen(element) &&
          words.test(axe.commons.text.accessibleText(element).trim()),
      );
  } finally {
    axe.teardown();
  }
}

/** Runs in the page: the first match that a mouse can click, once it does not move. */
async function findToClick(sought: Sought): Promise<Element | null> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const element of findAll(sought)) {
    if (element.matches(':disabled')) continue;
    const meets = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const met = document.elementFromPoint(x + width / 2, y + height / 2);
      return (
        met !== null &&
        (element.contains(met) || met.closest('a, button, label')?.contains(element) === true)
      );
    };
    if (!meets()) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = element.getBoundingClientRect();
    await frame();
    await frame();
    const after = element.getBoundingClientRect();
    if (before.x === after.x && before.y === after.y && meets()) return element;
  }
  return null;
}

/** The source that `findAll`, `findToClick` and axe need in the page. */
export const finderSource = (axeSource: string): string =>
  [axeSource, 'Object.assign(globalThis, { findAll, findToClick })', findAll, findToClick].join(
    ';\n',
  );

declare const axe: {
  setup: (root: Document) => void;
  teardown: () => void;
  commons: {
    aria: { getRole: (element: Element) => string | null };
    text: { accessibleText: (element: Element) => string };
  };
};
