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

test('a folder has one name for all that is in it', () => {
	const names = new ArchiveNames();
	expect([names.ofFolder('a?'), names.ofFolder('a*'), names.ofFile('a*/x'), names.ofFile('a?/x')]).toEqual([
		...['a_/', 'a_ (2)/', 'a_ (2)/x', 'a_/x'],
	]);
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
