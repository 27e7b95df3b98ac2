/*
 * What the editions of the package do differently (README.md). The source means the full one; the build, and the runner
 * of the tests, put another one in the place of this line.
 */
export * from './full/edition';
