import { lazy } from './lazy.tsx';

/** The panel for a sign-in that the provider does not renew; its code comes when it is needed. */
export const Unrenewed = lazy(async () => (await import('./unrenewed-panel.tsx')).UnrenewedPanel);
