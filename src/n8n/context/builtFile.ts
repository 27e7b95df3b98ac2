/*
 * What the build has made beside this code (src/tools/build.ts): forms, because V8 reads JSON many times faster than it
 * compiles and runs what they are made by, and the programs and styles of pages. Each is a file of JSON that contains
 * one text: `require` reads that without a module of Node.js.
 */

/** The text of such a file, by its path below dist without `.json`; undefined in the source, which has none. */
export function builtFile(file: string): string | undefined {
	try {
		return module.require(`./${file}.json`) as string;
	} catch {
		return undefined;
	}
}
