import { existsSync } from 'node:fs';
import path from 'node:path';
import { importGraph, read, ROOT, sourcesIn } from './imports';

/*
 * Doors: a README in each room, words with one meaning, and walks through the code that stay short
 * (docs/architecture.md).
 */

/** A folder that has source files is a room; the folders of the nodes are one. */
const rooms = [
	...new Set([
		...['src', 'credentials'].flatMap(sourcesIn).map((file) => path.posix.dirname(file)),
		...(sourcesIn('nodes').length > 0 ? ['nodes'] : []),
	]),
];

/** A file that a sign names; what the build makes is not there yet. */
const NAMED_FILE = /`(?!dist\/)([\w./-]+\.(?:ts|js|css|json))`/g;

/** Whether a name leads somewhere from a room, from its layer, from src or from the root. */
const leadsSomewhere = (room: string, name: string): boolean =>
	[room, room.split('/').slice(0, 2).join('/'), 'src', '.'].some((from) => existsSync(path.join(ROOT, from, name)));

/** What is wrong with the sign at the door of a room. */
function faultsOf(room: string, text: string): string[] {
	const lines = text.trimEnd().split('\n').length;
	const [, ...paragraphs] = text.trim().split(/\n\n+/);
	const names = [...text.matchAll(NAMED_FILE)].map(([, name = '']) => name);
	return [
		...(/^# \S/.test(text) ? [] : ['has no title']),
		...(paragraphs[0] && /^[*`A-Z]/.test(paragraphs[0]) ? [] : ['does not say what the room is for']),
		...(/\bimports?\b/i.test(text) ? [] : ['does not say what it may import']),
		...(/\bstart\b/i.test(text) ? [] : ['does not say where to start reading']),
		...(lines <= 40 ? [] : [`has ${lines} lines: what is more belongs into a document or a comment`]),
		...names.filter((name) => !leadsSomewhere(room, name)).map((name) => `names ${name}, which is not there`),
	];
}

/** Words that stand for several rooms: all below in the layer, all of the layers below, what a named room imports. */
const BELOW: ReadonlyArray<readonly [words: RegExp, isBelow: (target: string, layer: string) => boolean]> = [
	[/\brooms below\b/, (target, layer) => target.startsWith(layer)],
	[/\blayers below\b/, (target, layer) => !target.startsWith(layer)],
	[/\bwhat (?:it|they|these) (?:may )?import\b/, () => true],
];

/** Rooms that a room imports and that its sign names neither by themselves nor by a room around them. */
function unnamedImports(room: string, text: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
	const layer = room.split('/').slice(0, 2).join('/');
	const names = [...text.matchAll(/`([\w./-]+?)\/?`|\]\(([\w./-]+?)\/README\.md\)/g)].flatMap(([, name, link = '']) =>
		['', 'src/', `${layer}/`, `${room}/`].map((start) => path.posix.normalize(`${start}${name ?? link}`)),
	);
	const isNamed = (target: string): boolean =>
		names.some((name) => target === name || target.startsWith(`${name}/`)) ||
		BELOW.some(([words, isBelow]) => words.test(text) && isBelow(`${target}/`, `${layer}/`));
	const files = [...graph].flatMap(([file, targets]) => (path.posix.dirname(file) === room ? targets : []));
	const targets = new Set(files.map((file) => path.posix.dirname(file)));
	return [...targets].filter((target) => target !== room && !isNamed(target));
}

test('there are rooms', () => {
	expect(rooms.length).toBeGreaterThan(40);
});

test.each(rooms)('%s has a sign on its door', (room) => {
	const door = path.posix.join(room, 'README.md');
	expect(existsSync(path.join(ROOT, door)) ? faultsOf(room, read(door)) : ['has none']).toEqual([]);
});

const imports = importGraph(['src', 'credentials'].flatMap(sourcesIn));

test.each(rooms)('the sign of %s names all rooms that it imports', (room) =>
	expect(unnamedImports(room, read(path.posix.join(room, 'README.md')), imports)).toEqual([]),
);

/** The words of the glossary, as its tables have them. */
const wordsIn = (glossary: string): string[] =>
	[...glossary.matchAll(/^\| (?!Word|---)([^|]+?) \|/gm)].map(([, word = '']) => word.toLowerCase());

const repeated = (words: readonly string[]): string[] => words.filter((word, at) => words.indexOf(word) !== at);

test('the glossary has at most 80 words, each once', () => {
	const words = wordsIn(read('docs/glossary.md'));
	expect(words).toContain('claim');
	expect(repeated(words)).toEqual([]);
	expect(words.length).toBeLessThanOrEqual(80);
});

/** The names of the types that a source exports. */
const typesIn = (text: string): string[] =>
	[...text.matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm)].map(([, name = '']) => name);

test('the name of an exported type means one thing', () => {
	const types = sourcesIn('src').flatMap((file) => typesIn(read(file)));
	expect(types.length).toBeGreaterThan(200);
	expect(repeated(types)).toEqual([]);
});

/** The most files that each walk may take. */
const LIMITS: Readonly<Record<string, number>> = {
	'A field, into the editor': 9,
	'A text, from the form to the wire': 12,
	'A file, to the upload server': 14,
	'A change of a plan, to its item': 10,
	'An entry of the feed, to an item': 11,
	'An error code, to a person': 10,
};

/** The files of each walk, in their order: the numbered lines of its section begin with them. */
const walks = new Map(
	read('docs/architecture.md')
		.split(/^### /m)
		.map((section): [string, string[]] => [
			(section.split('\n')[0] ?? '').trim(),
			[...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
		]),
);

/** A file with nothing but types that both sides of a border import: one asks for what the other one does. */
const BORDER = /\/(?:types|port|trigger|ports\/\w+)\.ts$/;

/** Files of a walk that no imports connect with its first one: there the walk jumps. */
function jumpsOf(files: readonly string[], graph: ReadonlyMap<string, readonly string[]>): string[] {
	const imports = (file: string): readonly string[] => graph.get(file) ?? [];
	const meets = (one: string, other: string): boolean =>
		imports(one).includes(other) ||
		imports(other).includes(one) ||
		imports(one).some((file) => BORDER.test(file) && imports(other).includes(file));
	const reached = new Set(files.slice(0, 1));
	for (const from of reached) for (const file of files) if (meets(from, file)) reached.add(file);
	return files.filter((file) => !reached.has(file));
}

test.each(Object.entries(LIMITS))('the walk "%s" takes at most %d files, each once, without a jump', (name, most) => {
	const files = walks.get(name) ?? [];
	expect(files.length).toBeGreaterThan(3);
	expect(files.length).toBeLessThanOrEqual(most);
	expect(repeated(files)).toEqual([]);
	expect(jumpsOf(files, importGraph(['src', 'nodes'].flatMap(sourcesIn)))).toEqual([]);
});

// The checks themselves can fail.
test('a bad door, a repeated word or name, and a jump are found', () => {
	expect(faultsOf('src/client/http', 'Text\n\nlower `none.ts`')).toHaveLength(5);
	const graph = new Map([['src/a/b/one.ts', ['src/a/c/two.ts', 'src/d/e/three.ts', 'src/d/f/four.ts']]]);
	expect(unnamedImports('src/a/b', 'Imports `d/e`.', graph)).toEqual(['src/a/c', 'src/d/f']);
	expect(unnamedImports('src/a/b', 'Imports `c/` and the layers below.', graph)).toEqual([]);
	expect(repeated(wordsIn('| Word | Meaning |\n| --- | --- |\n| One | a |\n| one | b |'))).toEqual(['one']);
	expect(jumpsOf(['a.ts', 'b.ts', 'c.ts'], new Map([['a.ts', ['b.ts']]]))).toEqual(['c.ts']);
	expect(repeated(typesIn('export type A = 1;\nexport interface A {}\ninterface B {}'))).toEqual(['A']);
});
