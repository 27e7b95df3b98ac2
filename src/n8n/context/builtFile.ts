/*
 * What the build made beside this code (src/tools/build.ts): forms, which V8 reads many times faster as JSON, and the
 * programs and styles of pages, each a file of JSON with one text, for `require`.
 */

/** The text of such a file, by its path below dist without `.json`; undefined in the source, which has none. */
export function builtFile(file: string): string | undefined {
	try {
		return module.require(`./${file}.json`) as string;
	} catch {
		return undefined;
	}
}
