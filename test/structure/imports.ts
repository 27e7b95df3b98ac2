import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/* The source files of the project, and which file imports which. */

export const ROOT = path.join(__dirname, '..', '..');

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The source files below a folder, by their path from the root of the project. */
export const sourcesIn = (folder: string): string[] =>
	existsSync(path.join(ROOT, folder))
		? readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => /\.[cm]?[jt]s$/.test(name))
				.map((name) => path.posix.join(folder, name))
		: [];

/** Exports by a name in quotes, which TypeScript's quick look at a file passes over. */
const QUOTED_EXPORT = /^export \* as '[^']+' from '([^']+)';$/gm;

const namesIn = (source: string): string[] => [
	...ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName),
	...[...source.matchAll(QUOTED_EXPORT)].map(([, name = '']) => name),
];
/** By the source: a test asks for the same files several times. */
const known = new Map<string, string[]>();

/** Every module that a source names: import, import type, export … from, import(), import('…').T, require(). */
export function importsOf(file: string, source: string): string[] {
	const names = known.get(source) ?? namesIn(source);
	known.set(source, names);
	const placeOf = (name: string): string =>
		name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name.replace(/^#/, 'src/features/');
	return names.map(placeOf);
}

/** The imports among `files`; imports of packages and of other files are left out. */
export function importGraph(files: readonly string[]): Map<string, readonly string[]> {
	const known = new Set(files);
	const resolved = (target: string): string[] =>
		[`${target}.ts`, `${target}/index.ts`, target].filter((file) => known.has(file)).slice(0, 1);
	return new Map(files.map((file) => [file, importsOf(file, read(file)).flatMap(resolved)]));
}

/** Files that import each other in a loop, as one list for each loop; type-only imports count. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
	const circles: string[][] = [];
	const finished = new Set<string>();
	const visit = (file: string, trail: readonly string[]): void => {
		const at = trail.indexOf(file);
		if (at >= 0) {
			circles.push(trail.slice(at));
			return;
		}
		if (finished.has(file)) return;
		for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
		finished.add(file);
	};
	for (const file of graph.keys()) visit(file, []);
	return circles;
}
