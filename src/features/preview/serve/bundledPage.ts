import path from 'node:path';
import { buildSync } from 'esbuild';

/* The programs and styles of the pages as browsers get them, made of the files in src/pages. */

/** The bundles: what each is made of, and its name in the built package. */
export const PAGE_FILES = ['preview.ts', 'reading.ts', 'answered.ts', 'style.css', 'reading.css'] as const;
export type PageFile = (typeof PAGE_FILES)[number];

const PAGES = path.join(__dirname, '..', '..', '..', 'pages');
const made = new Map<PageFile, string>();

/** The bundle of a file of src/pages: a program as browsers of 2019 understand it, or a style. */
export function bundledPage(file: PageFile): string {
	const text = made.get(file) ?? bundle(file);
	made.set(file, text);
	return text;
}

const bundle = (file: PageFile): string =>
	buildSync({
		entryPoints: [path.join(PAGES, file)],
		bundle: true,
		write: false,
		minify: true,
		charset: 'utf8',
		target: 'es2019',
		logLevel: 'warning',
	}).outputFiles[0]?.text ?? '';
