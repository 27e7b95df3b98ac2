import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/* The editions of the package (src/edition): how the build chooses one, and what their manifests say. */

/** The folder of this project. */
export const PROJECT = path.join(__dirname, '..', '..');
/** What a file of the project contains. */
export const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(PROJECT, file), 'utf8'));

const CHOOSER = path.join(PROJECT, 'src', 'edition', 'edition.ts');

/** The full one comes first: it is what the source means, and what `npm pack` packs. */
const EDITIONS = ['full', 'lean'] as const;
export type Edition = (typeof EDITIONS)[number];

/** An edition by its name. Throws for a name that none has. */
export function editionOf(name: string): Edition {
	const found = EDITIONS.find((edition) => edition === name);
	if (found) return found;
	throw new Error(`There is no edition "${name}": ${EDITIONS.join(', ')}`);
}

/** Puts an edition in the place of the full one. */
export const chosen = (edition: Edition): Plugin => ({
	name: 'edition',
	setup: (build) =>
		build.onResolve({ filter: /^\.\/full\/edition$/ }, ({ importer }) =>
			importer === CHOOSER ? { path: path.join(PROJECT, 'src', 'edition', edition, 'edition.ts') } : undefined,
		),
});

/**
 * Writes the manifest of the lean edition into a folder: the same package in a line of versions of its own, with a
 * dist-tag of its own, so that `latest` stays what it was; no dependencies, and nothing that only the project needs.
 */
export function writeLeanManifest(folder: string): void {
	const project = readJson('package.json') as Readonly<Record<string, unknown>>;
	const { devDependencies: _, scripts: __, allowScripts: ___, ...rest } = project;
	const lean = { ...rest, version: `${String(project['version'])}-lean`, publishConfig: { tag: 'lean' } };
	writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(lean, null, '\t')}\n`);
}
