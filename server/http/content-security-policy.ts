/** The policy of every response that is not HTML: it loads nothing and is shown in no frame. */
export const nothingPolicy = policyOf({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/**
 * The policy of a page without scripts, such as that of a failure: only its own styles, named by their hashes, and the empty icon.
 * `formAction`: the allowed targets of its forms.
 */
export const scriptlessPolicy = (styles: readonly string[], formAction = "'none'"): string =>
  policyOf({
    'default-src': ["'none'"],
    'img-src': ['data:'],
    'style-src': styles,
    'base-uri': ["'none'"],
    'form-action': [formAction],
    'frame-ancestors': ["'none'"],
  });

/** The policy of the description for people: its own style, and one script of this origin, which requests this origin. */
export const docsPolicy = (styles: readonly string[]): string =>
  policyOf({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'img-src': ['data:'],
    'style-src': styles,
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });

/**
 * The policy of the browser app: scripts and styles come from this origin or have one of the hashes (CSP Level 3, section 2.3.1),
 * and Trusted Types are required.
 */
export const appPolicy = (scripts: readonly string[], styles: readonly string[]): string =>
  policyOf({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'https:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['dueline'],
  });

function policyOf(directives: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.entries(directives).map(([name, values]) => [name, ...values].join(' '));
  return texts.join('; ');
}
