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
	'features/changes': ['protocol/feed', 'client/feed', 'n8n/changeTrigger', 'engine/triggers'],
	'protocol/wire': ['protocol/operation'],
	'client/upload': ['client/mirror/storeFile*'],
	'features/mirror': ['protocol/mirror', 'client/mirror', 'engine/mirror'],
	'protocol/plan': [],
	'client/plan': [],
	'features/directory': ['protocol/directory', 'client/directory'],
	'client/service': [],
	'client/download': [],
	'protocol/operation': ['protocol/directory', 'protocol/permissionTable'],
	'client/http': [],
	'features/activity': ['protocol/activity', 'client/activity'],
	'features/permissionTable': ['protocol/permissionTable', 'client/permissionTable', 'engine/permissions'],
	'protocol/tree': [],
	'client/tree': [],
	'client/paging': [],
	'features/versions': ['protocol/versions', 'client/versions', 'engine/files/*ersion*'],
	'features/links': ['protocol/links', 'client/links', 'engine/links'],
	'features/preview': ['protocol/preview', 'n8n/previewPage'],
	'features/reading': ['protocol/reading', 'engine/reading'],
	'protocol/text': [],
	'client/async': [],
	'client/files': ['engine/files', 'engine/reading/reading*'],
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
