import path from 'node:path';
import { buildSync } from 'esbuild';

/*
 * The programs and styles of the pages, as texts. Only the tests and tools of this project make them so: the build puts
 * the texts themselves in the place of this file (src/tools/build.ts).
 */

/** The bundles of src/pages. */
export const PAGE_TEXTS = ['preview.ts', 'reading.ts', 'style.css', 'reading.css'] as const;
const PAGES = path.join(__dirname, '..', '..', 'pages');

const made = new Map<string, string>();

/** The bundle of a file of src/pages: a program as browsers of 2019 understand it, or a style. */
export function pageText(name: (typeof PAGE_TEXTS)[number]): string {
	const text = made.get(name) ?? bundle(name);
	made.set(name, text);
	return text;
}

const bundle = (name: string): string =>
	buildSync({
		entryPoints: [path.join(PAGES, name)],
		bundle: true,
		write: false,
		minify: true,
		charset: 'utf8',
		target: 'es2019',
		logLevel: 'warning',
	}).outputFiles[0]?.text ?? '';
