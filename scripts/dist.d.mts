/** True when this folder of dist/ is the build of the present sources. */
export function isBuilt(folder: 'web' | 'api' | 'server'): boolean;
