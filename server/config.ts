import type { completeProfile } from './config/complete.ts';
import type { Frozen } from './config/freeze.ts';

/** A whole profile, checked and frozen: the keys of config/profile.ts. Durations are in the unit that their name says. */
export type Config = Frozen<ReturnType<typeof completeProfile>>;

/** One declared sign-in provider of a profile. */
export type ProviderConfig = Config['auth']['providers'][number];
