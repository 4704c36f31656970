import { useState } from 'preact/hooks';

import { initialsOf, isPictureUrl } from './initials.ts';

/** The person's picture, or the initials when there is none or it does not load. Decoration: the name stands beside it. */
export function Picture({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || url === broken || !isPictureUrl(url)) {
    return (
      <span class="picture" aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img
      class="picture"
      src={url}
      alt=""
      width={28}
      height={28}
      referrerpolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}
