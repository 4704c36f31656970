import { firefox } from './firefox.ts';
import { walk } from './house.ts';
import { allWalks } from './walks.ts';

allWalks(firefox);

// WebKitGTK asks for the language of the system alone, which a test cannot bring along.
walk(
  firefox,
  'a Firefox that asks for German is answered in German from the first page on',
  { size: 'desktop', theme: 'light', language: 'de-AT' },
  async ({ openTab }) => {
    const visitor = await openTab();
    await visitor.sees({ role: 'heading', name: 'Anmelden' });
    await visitor.until('a page in German', () => document.documentElement.lang === 'de');
    await visitor.shows('signed-out-german');
  },
);
