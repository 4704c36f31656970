import { optionalSection, orNull, wholeNumber } from './values.ts';

/** What one address may do in production where the profile says nothing. */
export const usualRates = { signInsPerMinute: 60, requestsPerSecond: 50 };

const orUsual = (usual: number, description: string) =>
  orNull(wholeNumber(0, 1_000_000), `${usual}; no limit in local and test`, description);

/** The section `rates` of a profile. 0 is no limit. */
export const rates = optionalSection(
  {
    signInsPerMinute: orUsual(
      usualRates.signInsPerMinute,
      'How often it may begin or finish a sign-in; 0 is no limit. 600 is enough for 2,000 people behind one address.',
    ),
    requestsPerSecond: orUsual(
      usualRates.requestsPerSecond,
      'How many requests it may send to the rest of the interface, ten times as many at once; 0 is no limit. 500 is enough for 2,000 people behind one address.',
    ),
  },
  'What one address, or one network of IPv6 (/64), may do behind a trusted proxy; more gets 429. Each process counts for itself.',
);
