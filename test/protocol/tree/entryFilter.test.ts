import {
	checkEntryFilter,
	compileEntryFilter,
	type EntryFilter,
	excludedBy,
	passesAll,
} from '../../../src/protocol/tree/entryFilter';
import { Globs } from '../../../src/protocol/tree/glob';
import { compileNamePattern, compilePatterns } from '../../../src/protocol/tree/patterns';

/* Which entries of a tree a filter lets through; names are those of the form. */

/** 2026-03-01T00:00:00Z. */
const MARCH = 1_772_323_200;
const file = (more: object = {}) => ({ dir: 0, filesize: 10, last_dateline: MARCH, ...more });
const folder = (more: object = {}) => file({ dir: 1, filesize: 0, ...more });

test.each<[string, EntryFilter, object, string, boolean]>([
	['anything', {}, file(), 'a.txt', true],
	['folders too', {}, folder(), 'A', true],
	['files only', { kind: 'file' }, folder(), 'A', false],
	['folders only', { kind: 'folder' }, file(), 'a', false],
	['a folder, folders only', { kind: 'folder' }, folder({ dir: '1' }), 'a', true],
	['an extension in capitals', { extensions: ['pdf'] }, file(), 'A/Report.PDF', true],
	['one of several extensions', { extensions: ['doc', 'pdf'] }, file(), 'a.pdf', true],
	['an extension of two parts', { extensions: ['tar.gz'] }, file(), 'a.tar.gz', true],
	['a name that only ends the same', { extensions: ['pdf'] }, file(), 'notpdf', false],
	['a folder with an extension', { extensions: ['pdf'] }, folder(), 'a.pdf', false],
	['a name at any depth', { include: ['Invoice-*.pdf'] }, file(), 'A/B/invoice-7.PDF', true],
	['the whole name', { include: ['invoice'] }, file(), 'invoice-7.pdf', false],
	['one of several patterns', { include: ['*.pdf', '*.txt'] }, file(), 'a.txt', true],
	['what is in a folder that fits', { include: ['a'] }, file(), 'x/A/b/c.txt', true],
	['excluded', { include: ['*.txt'], exclude: ['b*', 'a*'] }, file(), 'a.txt', false],
	['in a folder that is excluded', { exclude: ['a'] }, file(), 'x/A/b/c.txt', false],
	['a path', { include: ['A/*.txt'] }, file(), 'A/a.txt', true],
	['a path over folders', { include: ['A/**/*.txt'] }, file(), 'A/B/C/a.txt', true],
	['only at the top', { include: ['/*.txt'] }, file(), 'a.txt', true],
	['stars without a slash', { include: ['**.txt'] }, file(), 'A/B/a.txt', true],
	['modified at that time', { modifiedAfter: new Date('2026-03-01') }, file(), 'a', true],
	['modified before', { modifiedAfter: new Date('2026-03-01T00:00:01Z') }, file(), 'a', false],
	['not before that time', { modifiedBefore: new Date('2026-03-01') }, file(), 'a', false],
	['a time as text', { modifiedAfter: new Date('2026-03-01') }, file({ last_dateline: String(MARCH) }), 'a', true],
	['no time', { modifiedBefore: new Date('2026-03-01') }, { dir: 0 }, 'a', false],
	['of the minimum size', { minSize: 10 }, file(), 'a', true],
	['of the maximum size', { maxSize: 10 }, file({ filesize: '10' }), 'a', true],
	['too small', { minSize: 11 }, file(), 'a', false],
	['too large', { maxSize: 9 }, file(), 'a', false],
	['a folder has no size', { minSize: 0 }, folder(), 'A', false],
	['a file without a size', { minSize: 0 }, file({ filesize: null }), 'a', false],
	['an entry of which nothing is known', {}, {}, 'a', true],
	[
		'all at once',
		{ kind: 'file', extensions: ['txt'], include: ['?.*'], exclude: [], minSize: 1 },
		file(),
		'A/a.txt',
		true,
	],
])('%s', (_, filter, entry, path, expected) => {
	expect(compileEntryFilter(filter)({ ...entry }, path)).toBe(expected);
});

test.each<[EntryFilter, string]>([
	[{ minSize: 5, maxSize: 4 }, 'Maximum Size (MB) is smaller than Minimum Size (MB)'],
	[{ include: ['a'.repeat(201)] }, 'Include Names are longer than 200 characters'],
	[
		{ modifiedAfter: new Date('2026-03-01'), modifiedBefore: new Date('2026-03-01') },
		'Modified Before is not later than Modified After',
	],
])('refused: %p', (filter, message) => {
	expect(() => compileEntryFilter(filter)).toThrow(message);
});

test('a pattern of the greatest length is no mistake', () => {
	expect(compileEntryFilter({ include: ['*'.repeat(200)] })({}, 'a')).toBe(true);
});

test.each<[EntryFilter, boolean]>([
	[{}, true],
	[{ kind: 'all', extensions: [], include: [], exclude: [] }, true],
	[{ kind: 'file' }, false],
	[{ extensions: ['pdf'] }, false],
	[{ include: ['*'] }, false],
	[{ exclude: ['a'] }, false],
	[{ minSize: 0 }, false],
	[{ maxSize: 0 }, false],
	[{ modifiedAfter: new Date(0) }, false],
	[{ modifiedBefore: new Date(0) }, false],
])('%j lets everything through: %s', (filter, expected) => expect(passesAll(filter)).toBe(expected));

/* Patterns over names and paths. */

const matches = (pattern: string, path: string): boolean => new Globs('Include', [pattern]).matches(path);

test.each<[string, string, boolean]>([
	['*', '', true],
	['?', '', false],
	['', '', true],
	['a*b*c', 'a--b--b--c', true],
	['*.tar.gz', 'x.tar.gz', true],
	['[a].(b)', '[a].(b)', true],
	['[ab].txt', 'a.txt', false],
	['?', '😀', true],
	['?stanbul', 'İstanbul', true],
	['İ*', 'İstanbul', true],
	['οδος', 'ΟΔΟΣ', true],
	['Invoice-*.PDF', 'invoice-7.pdf', true],
	['invoice-*.pdf', 'INVOICE-7.PDF', true],
	['*', 'a/b', false],
	['a?b', 'a/b', false],
	['**', 'a/b/c', true],
	['**/b', 'b', true],
	['a/**/b', 'a/b', true],
	['**/*.pdf', 'x.pdf', true],
	['**.pdf', 'a/b/x.pdf', true],
	['2026/**/inv*.pdf', '2026/03/invoice.pdf', true],
])('pattern %s on %s', (pattern, path, expected) => {
	expect(matches(pattern, path)).toBe(expected);
});

test.each<[string[], string, boolean]>([
	[['*.pdf'], 'A/B/x.PDF', true],
	[['2026'], 'A/2026/B/x.pdf', true],
	[['/2026'], 'A/2026/B/x.pdf', false],
	[['A/*'], 'a/b/c/d', true],
	[['A/*'], 'a', false],
	[['/*.txt'], 'A/x.txt', false],
	[['x', '*.{pdf,doc{,x}}'], 'x.docx', true],
	[['*.{pdf,doc{,x}}'], 'x.docxx', false],
	[['{a/b,*.txt}'], 'A/x.txt', true],
	[['{a}'], '{A}', true],
	[['{a}'], 'a', false],
	[['a,b'], 'a,b', true],
	[['{,a}'], 'b', false],
	[[' *.pdf '], 'x.pdf', true],
])('patterns %j cover %s: %s', (patterns, path, expected) => {
	expect(compilePatterns('Include', patterns)(path)).toBe(expected);
});

test.each<[string, string]>([
	['/', 'matches nothing'],
	['//', 'matches nothing'],
	['{,/}', 'matches nothing'],
	['*.{pdf,docx', 'has a brace without the other one'],
	['*.pdf}', 'has a brace without the other one'],
	['{a{b}', 'has a brace without the other one'],
	['*.pdf, *.txt', 'looks like several patterns'],
	['A/{x,y};*.txt', 'looks like several patterns'],
	['{a,b}'.repeat(10), 'stands for more than 1000 patterns'],
	['a'.repeat(201), 'is longer than 200 characters'],
])('refused: %s', (pattern, message) => {
	expect(() => compilePatterns('Exclude', ['*', pattern])).toThrow(message);
});

test('a thousand patterns, and no more', () => {
	const names = Array.from({ length: 1000 }, (_, n) => `name-${n}`);
	expect(compilePatterns('Include', names)('A/name-999/b')).toBe(true);
	expect(() => compilePatterns('Include', [...names, 'b'])).toThrow('Include has more than 1000 patterns');
});

test.each(['*a', '**a', '**/a', '*?', '?*a*'])('a path of 1 MB is compared: %s', (part) => {
	const globs = new Globs('Include', [`${part.repeat(66)}/`]);
	expect(globs.matches(`${'a/a'.repeat(333_333)}b`)).toBe(false);
});

test('a path for which every character would need a new state is refused', () => {
	const globs = new Globs('Include', [`*a${'?'.repeat(198)}`]);
	let seed = 1;
	const path = Array.from({ length: 1_000_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) & 1 ? 'a' : 'b'));
	expect(() => globs.matches(path.join(''))).toThrow(/^Include cannot be compared with "[ab]{60}…"/);
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

test('a filter that nothing passes is refused before it is used', () => {
	const day = (date: string): Date => new Date(date);
	const range = { modifiedAfter: day('2026-03-01'), modifiedBefore: day('2026-03-01') };
	expect(() => checkEntryFilter(range)).toThrow(/is not later than/);
	expect(() => checkEntryFilter({ minSize: 2, maxSize: 1 })).toThrow(/is smaller than/);
	for (const one of [{ modifiedAfter: day('2026-03-01') }, { modifiedBefore: day('1960-01-01') }, { minSize: 1 }])
		expect(() => checkEntryFilter(one)).not.toThrow();
});

test('nothing is excluded without a pattern', () => {
	expect([excludedBy({})('A/b'), excludedBy({ exclude: [] })('A/b'), excludedBy({ exclude: ['A'] })('A/b')]).toEqual([
		...[false, false, true],
	]);
});
