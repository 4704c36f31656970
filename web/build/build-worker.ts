import { rolldown } from 'rolldown';

import { writeShapes } from './write-shapes.ts';

/** The service worker as one file, with the rules of the page that it imports, and the files that it is made of. */
export async function buildWorker(input: string): Promise<{ code: string; files: readonly string[] }> {
  const build = await rolldown({
    input,
    plugins: [writeShapes()],
    // Names the place of a difference to a person; without it the place stays unknown.
    external: /difference\.ts$/,
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  const [worker, ...others] = output;
  if (others.length > 0 || worker.exports.length > 0) throw new Error('The worker must be one file');
  return { code: worker.code, files: worker.moduleIds };
}
