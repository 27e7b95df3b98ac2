/** A room of `src` that is mutated, and the tests that judge it. */
export interface Room {
	/** Its folder in `src`, e.g. `protocol/feed`. */
	readonly name: string;
	/** Globs of its files. */
	readonly mutate: readonly string[];
	/** Folders of tests. */
	readonly tests: readonly string[];
}

/** The rooms in the order of their importance, with further folders of `test` that judge them. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
	'protocol/feed': ['client/feed'],
	'protocol/wire': [],
	'client/feed': [],
	'client/upload': [],
	'protocol/mirror': [],
	'client/mirror': [],
	'protocol/directory': [],
	'client/directory': [],
	'client/service': [],
	'client/download': [],
	'protocol/operation': [],
	'client/http': [],
	'protocol/activity': ['client/activity'],
	'client/activity': [],
	'protocol/permissionTable': [],
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
};

/** All rooms, the most important first. */
export const ROOMS: readonly Room[] = Object.entries(TESTS).map(([name, more]) => ({
	name,
	mutate: [`src/${name}/**/*.ts`],
	tests: [name, ...more].map((folder) => `test/${folder}`),
}));

/** The rooms of these names, all without names. Throws for a name that is not a room. */
export function roomsNamed(names: readonly string[]): readonly Room[] {
	const unknown = names.filter((name) => !ROOMS.some((room) => room.name === name));
	if (unknown.length > 0) {
		throw new Error(`No room: ${unknown.join(', ')}. There are: ${ROOMS.map(({ name }) => name).join(', ')}`);
	}
	return names.length === 0 ? ROOMS : ROOMS.filter(({ name }) => names.includes(name));
}
