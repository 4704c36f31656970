// Lints the description of the interface by the recommended rules of Redocly and of Spectral: npm run lint:interface
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

import { describeInterface } from '../../scripts/describe/openapi.ts';

const description = describeInterface('https://idp.example.com/.well-known/openid-configuration');

const config = await createConfig({ extends: ['recommended'] });
const ofRedocly = await lintFromString({ source: JSON.stringify(description), config });

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
const ofSpectral = await linter.run(description);

const problems = [
  ...ofRedocly.map(
    ({ ruleId, message, location }) => `Redocly ${ruleId}: ${message} ${location[0]?.pointer}`,
  ),
  ...ofSpectral.map(({ code, message, path }) => `Spectral ${code}: ${message} ${path.join('/')}`),
];
console.log(problems.join('\n') || 'Redocly and Spectral find nothing.');
process.exitCode = problems.length === 0 ? 0 : 1;
