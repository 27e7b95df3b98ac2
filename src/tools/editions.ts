import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/* The editions of the package (src/edition): how the build chooses one, and what their manifests say. */

/** The folder of this project. */
export const PROJECT = path.join(__dirname, '..', '..');
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

/** package.json as far as the editions differ in it. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly [field: string]: unknown;
}

export const projectManifest = (): Manifest =>
	JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as Manifest;

/**
 * The manifest of the lean edition: the same package in a line of versions of its own, with a dist-tag of its own, so
 * that `latest` stays what it was; no dependencies, and nothing that only the project needs.
 */
function leanManifest(project: Manifest): Manifest {
	const { devDependencies: _, scripts: __, allowScripts: ___, ...rest } = project;
	return { ...rest, version: `${project.version}-lean`, publishConfig: { tag: 'lean' } };
}

/** Writes the manifest of the lean edition into a folder. */
export function writeLeanManifest(folder: string): void {
	const manifest = JSON.stringify(leanManifest(projectManifest()), null, '\t');
	writeFileSync(path.join(folder, 'package.json'), `${manifest}\n`);
}
