/** Whether an Accept header allows `type/subtype`; the most specific range decides (RFC 9110, section 12.5.1). */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const ranges = readQualities(header);
  const [type = ''] = mediaType.split('/');
  return (ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0) > 0;
}

/** Whether a browser navigates, rather than a script requesting data: only a navigation accepts text/html by name. */
export function isNavigation(method: string, accept: string | undefined): boolean {
  return method === 'GET' && (readQualities(accept ?? '').get('text/html') ?? 0) > 0;
}

/** The first of our content codings that an Accept-Encoding header allows (RFC 9110, section 12.5.3). */
export function acceptedCoding<Coding extends string>(
  header: string | undefined,
  codings: readonly Coding[],
): Coding | undefined {
  const qualities = readQualities(header ?? '');
  return codings.find((coding) => (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0);
}

function readQualities(header: string): ReadonlyMap<string, number> {
  const entries = header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return [name, weight === undefined ? 1 : Number(weight) || 0] as const;
  });
  return new Map(entries);
}
