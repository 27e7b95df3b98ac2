import { ArchiveNames } from '#zip/work';

/* The names in an archive. */

test.each<[string[], string[]]>([
	[
		['../a', 'a/../b', '..'],
		['__/a', 'a/__/b', '__ (2)'],
	],
	[
		['C:\\b', '\\\\server\\x', 'a\\..\\b'],
		['C__b', '__server_x', 'a_.._b'],
	],
	[
		['a?', 'a*', 'a_'],
		['a_', 'a_ (2)', 'a_ (3)'],
	],
	[
		['x?.txt', 'x*.txt'],
		['x_.txt', 'x_ (2).txt'],
	],
	[
		['CON', 'A/nul.txt', 'end.'],
		['_CON', 'A/_nul.txt', 'end_'],
	],
	[
		['A.txt', 'a.TXT', 'É', 'e\u0301', 'B/x', 'b/x', 'b/X'],
		['A.txt', 'a (2).TXT', 'É', 'e\u0301 (2)', 'B/x', 'b (2)/x', 'b (2)/X (2)'],
	],
	[['日本/é 😀'], ['日本/é 😀']],
])('names of %j are safe to unpack', (paths, expected) => {
	const names = new ArchiveNames();
	expect(paths.map((path) => names.ofFile(path))).toEqual(expected);
});

test('long names that become one are no longer than a disk takes, with their number and their ending', () => {
	const names = new ArchiveNames();
	for (const name of ['a', 'b', 'c'].map((end) => names.ofFile(`${'日'.repeat(200)}${end}.txt`))) {
		expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
		expect(name).toMatch(/^日{80,83}( \([23]\))?\.txt$/);
	}
});

test('a folder has one name for all that is in it', () => {
	const names = new ArchiveNames();
	expect([names.ofFolder('a?'), names.ofFolder('a*'), names.ofFile('a*/x'), names.ofFile('a?/x')]).toEqual([
		...['a_/', 'a_ (2)/', 'a_ (2)/x', 'a_/x'],
	]);
});

/** How often a name is compared with those that are taken while these paths get theirs, which are all different. */
function lookUps(paths: readonly string[]): number {
	const names = new ArchiveNames();
	const asked = jest.spyOn(Set.prototype, 'has');
	try {
		const made = paths.map((path) => names.ofFile(path));
		const count = asked.mock.calls.length;
		expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(paths.length);
		return count;
	} finally {
		asked.mockRestore();
	}
}

/** Names of 254 bytes that differ in their last digits, and in each pair in case. */
const longPairs = (count: number): string[] =>
	Array.from({ length: count }, (_, at) => `${'n'.repeat(248)}${String(at).padStart(6, '0')}`).flatMap((name) => [
		name,
		name.replace('n', 'N'),
	]);

test.each<[string, (count: number) => string[]]>([
	['become one', (count) => Array<string>(count).fill('?'.repeat(3))],
	['become one, in case only', (count) => Array.from({ length: count }, (_, at) => (at % 2 ? 'a.TXT' : 'A.txt'))],
	['are long, and become one once they are cut', longPairs],
	['are long and have endings', (count) => longPairs(count).map((name) => `${name.slice(4)}.txt`)],
	[
		'become those with numbers, which are there too',
		(count) => Array.from({ length: count }, (_, at) => [`a (${at + 2})`, 'a']).flat(),
	],
	[
		'have all numbers first',
		(count) => [...Array.from({ length: count }, (_, at) => `a (${at + 2})`), 'a', 'a', 'A'],
	],
])('names that %s cost a few look-ups each, however many there are', (_, pathsOf) => {
	const paths = pathsOf(1_000);
	expect(lookUps(paths)).toBeLessThan(8 * paths.length);
});

test('a folder with thousands of letters above it costs what its own name does', () => {
	const names = new ArchiveNames();
	const compared = jest.spyOn(String.prototype, 'normalize');
	const above = Array.from({ length: 900 }, (_, at) => `folder ${at}`).join('/');
	try {
		for (let at = 0; at < 100; at++) names.ofFile(`${above}/${at}`);
		const letters = compared.mock.contexts.reduce((sum, text) => sum + String(text).length, 0);
		expect(letters).toBeLessThan(3 * above.length);
	} finally {
		compared.mockRestore();
	}
});

test('more folders than an archive may have are refused: few entries may name very many', () => {
	const names = new ArchiveNames();
	const pathOf = (entry: number): string => `${Array<number>(990).fill(entry).join('/')}/x`;
	let made = 0;
	const more = (): void => {
		for (; made < 300; made++) names.ofFile(pathOf(made));
	};
	expect(more).toThrow(/more than 250000 folders/);
	expect(made).toBe(252);
	expect(names.ofFile(`${pathOf(0)}/y`.replace('/x/', '/'))).toMatch(/\/y$/);
});

test('a path of more folders than any service has is refused', () => {
	const deep = 'a/'.repeat(100_000);
	expect(() => new ArchiveNames().ofFile(deep)).toThrow(/path of more than 1000 folders/);
	expect(() => new ArchiveNames().ofFolder(deep)).toThrow(/path of more than 1000 folders/);
	expect(new ArchiveNames().ofFile('a/'.repeat(900) + 'b')).toHaveLength(1801);
});
