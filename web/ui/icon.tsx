const paths = {
  close: 'M5 5l10 10M15 5L5 15',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  plus: 'M10 4v12M4 10h12',
  remove: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6',
  fold: 'M7 5l5 5-5 5',
  search: 'M8.75 4a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 0 1 0-9.5zM12.3 12.3l3.7 3.7',
  calendar: 'M4 5.5h12v10.5H4zM4 9h12M7 3.5v3.5M13 3.5v3.5',
  edit: 'M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2z',
} as const;

export type IconName = keyof typeof paths;

/** A drawn sign of 20 by 20; its meaning is in the words beside it or on its button. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
