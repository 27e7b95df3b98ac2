import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * What the build has made beside this code (src/tools/build.ts): forms as JSON, because V8 reads that many times faster
 * than it compiles and runs what they are made by, and the programs and styles of pages.
 */

const isBuilt = existsSync(join(__dirname, 'forms'));

/** The text of such a file, by its path below dist; undefined in the source, which has none. */
export const builtFile = (file: string): string | undefined =>
	isBuilt ? readFileSync(join(__dirname, file), 'utf8') : undefined;
