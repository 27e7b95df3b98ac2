import type * as Work from './work';

/*
 * Where a node takes its form from, and what it does. The build puts shippedParts.ts in the place of this file: it
 * takes the same from what the build has prepared.
 */

export { nodeForm, subtitleOf } from './nodeForms';

/** The files that are loaded when they are first needed, by their paths. */
export type LazyFiles = typeof Work;

/**
 * The module at a path. Not import(), which would load a CommonJS file by way of Node's other module system, and which
 * jest does not have.
 */
export const load = <F extends keyof LazyFiles>(file: F): LazyFiles[F] => module.require(file) as LazyFiles[F];
