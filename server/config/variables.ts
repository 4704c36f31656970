import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Puts variables and files into a text. `${NAME}` is the variable NAME, or the content of the file that the variable NAME_FILE
 * names; `${file:PATH}` is the content of a file, without the newline at its end. With `:-default` a variable that is not set,
 * and a file that is missing or empty, become the default. `isFromFile`: a part of the text was read from a file and may be a
 * secret, so no fault shows the text.
 */
export function substitute(text: string, env: Env) {
  const faults: string[] = [];
  let isFromFile = false;

  function contentOf(path: string, of: string, fallback?: string): string {
    isFromFile = true;
    const { content = fallback, fault } = readSecret(path);
    if (fault !== undefined || content === undefined)
      faults.push(`the file ${path}${of} ${fault ?? 'is missing or empty'}`);
    return content ?? '';
  }

  function valueOf(name: string, fallback?: string): string {
    const [value, path] = [name, `${name}_FILE`].map(
      (each) => (Object.hasOwn(env, each) && env[each]) || undefined,
    );
    if (value !== undefined && path !== undefined)
      faults.push(`${name} and ${name}_FILE are both set`);
    if (path !== undefined) return contentOf(path, ` of ${name}_FILE`);
    if ((value ?? fallback) === undefined)
      faults.push(`the environment variable ${name} is not set`);
    return value ?? fallback ?? '';
  }

  const substituted = text.replaceAll(
    placeholder,
    (_, path: string | undefined, name: string | undefined, fallback: string | undefined) => {
      if (path !== undefined) return contentOf(path, '', fallback);
      if (name !== undefined) return valueOf(name, fallback);
      faults.push('expected ${NAME}, ${NAME:-default} or ${file:PATH} where ${ stands');
      return '';
    },
  );
  return { text: substituted, isFromFile, faults };
}

/** The last alternative matches a `${` that begins no valid placeholder. */
export const placeholder = /\$\{(?:file:([^}]*?)|([A-Za-z_]\w*))(?::-([^}]*))?\}|\$\{/g;

/** Returns neither `content` nor `fault` for a missing or empty file. */
function readSecret(path: string): Readonly<{ content?: string; fault?: string }> {
  if (!isAbsolute(path)) return { fault: 'needs an absolute path' };
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return {};
    // Reading a device or a pipe might never end.
    if (!found.isFile()) return { fault: 'is not a file' };
    const content = new TextDecoder('utf-8', { fatal: true })
      .decode(readFileSync(path))
      .replace(/\r?\n$/, '');
    if (content === '') return {};
    return { content };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { fault: `cannot be read (${String(error.code)})` };
  }
}
