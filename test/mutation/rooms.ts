import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

/** A room of `src` that is mutated, and the tests that judge it. */
export interface Room {
	/** Its folder in `src`, e.g. `protocol/feed`. */
	readonly name: string;
	/** Globs of its files. */
	readonly mutate: readonly string[];
	/** Folders of tests. */
	readonly folders: readonly string[];
	/** Globs of the tests in them. */
	readonly tests: readonly string[];
}

/**
 * The rooms in the order of their importance, with further tests that judge them: a folder of `test`, or the names that
 * files in one begin with.
 */
const TESTS: Readonly<Record<string, readonly string[]>> = {
	'protocol/feed': ['client/feed'],
	'protocol/wire': ['protocol/operation'],
	'client/feed': [],
	'client/upload': ['client/mirror/storeFile*'],
	'protocol/mirror': ['client/mirror'],
	'client/mirror': ['engine/mirror'],
	'protocol/plan': [],
	'client/plan': [],
	'protocol/directory': ['client/directory'],
	'client/directory': [],
	'client/service': [],
	'client/download': [],
	'protocol/operation': ['protocol/directory', 'protocol/permissionTable'],
	'client/http': [],
	'protocol/activity': ['client/activity'],
	'client/activity': [],
	'protocol/permissionTable': ['client/permissionTable'],
	'protocol/tree': [],
	'client/tree': [],
	'client/paging': [],
	'protocol/versions': [],
	'protocol/links': [],
	'protocol/preview': [],
	'protocol/reading': [],
	'protocol/signOn': [],
	'protocol/text': [],
	'client/async': [],
	'client/files': ['engine/files', 'engine/reading/reading*'],
	'client/links': ['engine/links'],
	'client/versions': ['engine/files/*ersion*'],
	'client/permissionTable': ['engine/permissions'],
};

const globOf = (tests: string): string => (tests.includes('*') ? `${tests}.test.ts` : `${tests}/**/*.test.ts`);
const folderOf = (tests: string): string => (tests.includes('*') ? dirname(tests) : tests);
// Some rooms have no tests of their own: those of the nodes in n8n's engine judge them.
const exists = (folder: string): boolean => existsSync(join(PROJECT, 'test', folderOf(folder)));

/** All rooms, the most important first. */
export const ROOMS: readonly Room[] = Object.entries(TESTS).map(([name, more]) => {
	const tested = [name, ...more].filter(exists);
	return {
		name,
		mutate: [`src/${name}/**/*.ts`],
		folders: tested.map((folder) => `test/${folderOf(folder)}`),
		tests: tested.map((folder) => `test/${globOf(folder)}`),
	};
});

/** The rooms of these names in their order, all without names. Throws for a name that is not a room. */
export function roomsNamed(names: readonly string[]): readonly Room[] {
	if (names.length === 0) return ROOMS;
	return names.map((wanted) => {
		const room = ROOMS.find(({ name }) => name === wanted);
		if (!room) throw new Error(`No room: ${wanted}. There are: ${ROOMS.map(({ name }) => name).join(', ')}`);
		return room;
	});
}
