import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { compileEntryFilter, type EntryFilter } from '../../../src/protocol/tree/entryFilter';
import { compileNamePattern, compilePatterns } from '../../../src/protocol/tree/patterns';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

/* Patterns over names and paths: what the random ones below do not have. */

test.each<[string, string, boolean]>([
	['*.tar.gz', 'x.tar.gz', true],
	['[a].(b)', '[a].(b)', true],
	['[ab].txt', 'a.txt', false],
	['?', '😀', true],
	['?stanbul', 'İstanbul', true],
	['İ*', 'İstanbul', true],
	['οδος', 'ΟΔΟΣ', true],
	['Invoice-*.PDF', 'invoice-7.pdf', true],
	['a*b*c', 'a--b--b--c', true],
	['*a?c', 'abaxc', true],
	['2026/**/inv*.pdf', '2026/03/invoice.pdf', true],
	['**/x/*b', 'x/a/x/bb', true],
	['**/x/*b', 'xx/b', false],
	[' *.pdf ', 'x.pdf', true],
	['*.{pdf,doc{,x}}', 'x.docx', true],
	['*.{pdf,doc{,x}}', 'x.docxx', false],
	['{a}', '{A}', true],
	['{a}', 'a', false],
	['a,b', 'a,b', true],
	['{,a}', 'b', false],
])('pattern %s on %s', (pattern, path, expected) => {
	expect(compilePatterns('Include', [pattern])(path)).toBe(expected);
});

test.each<[string[], string]>([
	[['/'], 'matches nothing'],
	[['{,/}'], 'matches nothing'],
	[['*.{pdf,docx'], 'has a brace without the other one'],
	[['*.pdf}'], 'has a brace without the other one'],
	[['{a{b}'], 'has a brace without the other one'],
	[['*.pdf, *.txt'], 'looks like several patterns'],
	[['A/{x,y};*.txt'], 'looks like several patterns'],
	[['{a,b}'.repeat(7)], 'stands for more than 100 patterns'],
	[['a'.repeat(201)], "can't be longer than 200 characters"],
	[Array.from({ length: 100 }, (_, n) => `name-${n}`), "can't have more than 100 patterns"],
])('refused: %s', (patterns, message) => {
	expect(() => compilePatterns('Exclude', ['*', ...patterns])).toThrow(message);
});

test('a hundred patterns of two hundred characters, with blanks around them, are taken', () => {
	const name = (n: number): string => `${n}`.padEnd(200, 'x');
	const isMatch = compilePatterns(
		'Include',
		Array.from({ length: 100 }, (_, n) => ` ${name(n)} `),
	);
	expect([name(0), name(99), name(100)].map(isMatch)).toEqual([true, true, false]);
});

test.each(['*a', '**a', '**/a', '*?', '?*a*'])('a path of 1 MB is compared: %s', (part) => {
	const isMatch = compileNamePattern('Include', `${part.repeat(40)}/x`);
	expect(isMatch({ name: undefined, fullpath: `${'a/a'.repeat(333_333)}b` })).toBe(false);
});

test('a path for which a pattern would have to be tried at every character is refused', () => {
	let seed = 1;
	const path = Array.from({ length: 1_000_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) & 1 ? 'a' : 'b'));
	const isMatch = compilePatterns('Include', [`*a${'?'.repeat(198)}`]);
	expect(() => isMatch(path.join(''))).toThrow(/^Include cannot be compared with "[ab]{60}…"/);
});

test.each<[pattern: string, name: string | undefined, fullpath: string | undefined, matches: boolean | undefined]>([
	['*.pdf', 'a.pdf', undefined, true],
	['*.{pdf,txt}', 'a.TXT', undefined, true],
	['a', 'a.pdf', 'A/a', false],
	['A/*.pdf', 'b.pdf', 'A/b.pdf', true],
	['A/*.pdf', 'b.pdf', 'B/b.pdf', false],
	['A/*.pdf', 'b.pdf', undefined, undefined],
	['*.pdf', undefined, 'A/b.pdf', undefined],
])('one pattern, of a name or of a path: %s, %j, %j', (pattern, name, fullpath, matches) =>
	expect(compileNamePattern('Name Pattern', pattern)({ name, fullpath })).toBe(matches),
);

/** A pattern by all ways to read it. */
function matchesSlowly(pattern: string, path: string, atName = true): boolean {
	const [first = '', second = ''] = pattern;
	if (pattern === '') return path === '';
	if (first === '*' && second === '*') {
		const rest = pattern.replace(/^\*+/, '');
		const ways = Array.from({ length: path.length + 1 }, (_, at) => path.slice(at));
		if (atName && rest.startsWith('/'))
			return ways.some((way, at) => (at === 0 || path[at - 1] === '/') && matchesSlowly(rest.slice(1), way));
		return ways.some((way) => matchesSlowly(rest, way, false));
	}
	if (first === '*') {
		const name = path.split('/')[0] ?? '';
		return Array.from({ length: name.length + 1 }, (_, at) => at).some((at) =>
			matchesSlowly(pattern.slice(1), path.slice(at), false),
		);
	}
	if (path === '') return false;
	return (
		(first === '?' ? path[0] !== '/' : first === path[0]) &&
		matchesSlowly(pattern.slice(1), path.slice(1), first === '/')
	);
}

/** Without the slashes around it. */
const bare = (pattern: string): string => pattern.replace(/^\/+|\/+$/g, '');

const pattern = fc
	.array(fc.constantFrom('a', 'b', '/', '?', '*', '**', '***', '.'), { maxLength: 7 })
	.map((parts) => parts.join(''));
const path = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 }).map((parts) => parts.join(''));

property({
	promise: 'a name pattern matches exactly what trying everything finds',
	count: 1750,
	cases: fc.tuple(pattern, path),
	keeps: ([wanted, given]) => {
		const made = outcomeOf(() => compileNamePattern('Name Pattern', wanted));
		equal(made.error !== undefined, bare(wanted) === '');
		if (!made.error) equal(made.value({ name: given, fullpath: given }), matchesSlowly(bare(wanted), given));
	},
});

/** Pieces of a pattern, each as the texts of which it is one. */
const piece = fc.constantFrom(['a'], ['b'], ['/'], ['*'], ['**'], ['a', 'b/'], ['?', '', '*b'], ['/a', 'b']);
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 });
const written = (parts: ReadonlyArray<readonly string[]>): string =>
	parts.map((texts) => (texts.length === 1 ? texts[0] : `{${texts.join()}}`)).join('');
const variants = (parts: ReadonlyArray<readonly string[]>): readonly string[] =>
	parts.reduce<readonly string[]>(
		(found, texts) => found.flatMap((start) => texts.map((text) => start + text)),
		[''],
	);

/** Whether one of the patterns matches the path or a folder around it, each compared as a name or as a path. */
function coversSlowly(patterns: readonly string[], path: string): boolean {
	const parts = path.split('/');
	return parts.some((name, at) =>
		patterns.some((each) => {
			const compared = /\/|\*\*/.test(each) ? parts.slice(0, at + 1).join('/') : name;
			return bare(each) !== '' && matchesSlowly(bare(each), compared);
		}),
	);
}

property({
	promise: 'patterns cover what one of their variants matches, and what is in a folder that one of them matches',
	count: 1400,
	cases: fc.tuple(
		fc.array(pieces, { minLength: 1, maxLength: 3 }),
		fc.array(fc.constantFrom('a', 'b', 'ab', 'ba'), { minLength: 1, maxLength: 4 }),
	),
	keeps: ([patterns, names]) => {
		const made = outcomeOf(() => compilePatterns('Include', patterns.map(written)));
		const isEmpty = patterns.some((parts) => variants(parts).every((text) => /^\/*$/.test(text)));
		equal(made.error !== undefined, isEmpty);
		if (!made.error) equal(made.value(names.join('/')), coversSlowly(patterns.flatMap(variants), names.join('/')));
	},
});

test('a file with any of several extensions passes', () => {
	const passes = compileEntryFilter({ extensions: ['pdf', 'gz'] });
	expect(['a.PDF', 'a.tar.gz', 'a.txt'].map((path) => passes({ dir: 0 }, path))).toEqual([true, true, false]);
});

const time = fc.integer({ min: 0, max: 4 }).map((day) => new Date(day * 1000));
const option = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.option(value, { nil: undefined, freq: 1 });
const filter = fc.record({
	kind: option(fc.constantFrom('all' as const, 'file' as const, 'folder' as const)),
	extensions: option(fc.subarray(['pdf', 'tar.gz', 'gz'])),
	include: option(fc.subarray(['*.pdf', 'a*', 'A/**', '*/b.gz', '/a/', '??'])),
	exclude: option(fc.subarray(['*.gz', 'a', '/c'])),
	modifiedAfter: option(time),
	modifiedBefore: option(time),
	minSize: option(fc.integer({ min: 0, max: 3 })),
	maxSize: option(fc.integer({ min: 0, max: 3 })),
});
const entry = fc.record({
	dir: fc.constantFrom(0, 1, '0', '1'),
	last_dateline: fc.constantFrom<unknown>(0, 1, 2, 3, '2', null, '', 'x'),
	filesize: fc.constantFrom<unknown>(0, 1, 2, 3, '2', null, '', 'x'),
	path: fc.constantFrom('a', 'x.pdf', 'A/x.PDF', 'a/b.gz', 'c/b.tar.gz', 'pdf', 'ab', 'a/b/c'),
});

/** The number that a service sent, in whatever way; undefined for none. */
const sent = (value: unknown): number | undefined =>
	typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;

function passesByHand(
	{ kind = 'all', extensions = [], include = [], exclude = [], ...ranges }: EntryFilter,
	given: Record<string, unknown>,
): boolean {
	const isFolder = sent(given.dir) === 1;
	const { modifiedAfter, modifiedBefore, minSize, maxSize } = ranges;
	// A time of 0 is one that the service does not know.
	const [at, size] = [sent(given.last_dateline) || undefined, sent(given.filesize)];
	const name = String(given.path).toLowerCase();
	if (kind === 'file' && isFolder) return false;
	if (kind === 'folder' && !isFolder) return false;
	if (isFolder && (extensions.length > 0 || minSize !== undefined || maxSize !== undefined)) return false;
	if (extensions.length > 0 && !extensions.some((each) => name.endsWith(`.${each}`))) return false;
	if (modifiedAfter && !(at !== undefined && at * 1000 >= modifiedAfter.getTime())) return false;
	if (modifiedBefore && !(at !== undefined && at * 1000 < modifiedBefore.getTime())) return false;
	if (minSize !== undefined && !(size !== undefined && size >= minSize)) return false;
	if (maxSize !== undefined && !(size !== undefined && size <= maxSize)) return false;
	const lower = (patterns: readonly string[]): string[] => patterns.map((each) => each.toLowerCase());
	return (include.length === 0 || coversSlowly(lower(include), name)) && !coversSlowly(lower(exclude), name);
}

property({
	promise: 'the filters of a folder list pass exactly the entries that they describe',
	count: 1400,
	cases: fc.record({ filter, entry }),
	keeps: ({ filter: { ...wanted }, entry: given }) => {
		const { minSize = 0, maxSize = Infinity, modifiedAfter, modifiedBefore } = wanted;
		const made = outcomeOf(() => compileEntryFilter(wanted as EntryFilter));
		const isEmpty =
			minSize > maxSize || (modifiedAfter && modifiedBefore && modifiedAfter >= modifiedBefore) === true;
		equal(made.error !== undefined, isEmpty);
		if (!made.error) equal(made.value(given, given.path), passesByHand(wanted as EntryFilter, given));
	},
});
