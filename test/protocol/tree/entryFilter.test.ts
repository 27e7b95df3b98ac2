import { compileEntryFilter, type EntryFilter } from '../../../src/protocol/tree/entryFilter';
import { compileNamePattern, compilePatterns } from '../../../src/protocol/tree/patterns';

/* Which entries of a tree a filter lets through; names are those of the form. */

/** 2026-03-01T00:00:00Z. */
const MARCH = 1_772_323_200;
const file = (more: object = {}) => ({ dir: 0, filesize: 10, last_dateline: MARCH, ...more });
const folder = (more: object = {}) => file({ dir: 1, filesize: 0, ...more });

test.each<[string, EntryFilter, object, string, boolean]>([
	['an extension in capitals', { extensions: ['pdf'] }, file(), 'A/Report.PDF', true],
	['an extension of two parts', { extensions: ['tar.gz'] }, file(), 'a.tar.gz', true],
	['a name at any depth', { include: ['Invoice-*.pdf'] }, file(), 'A/B/invoice-7.PDF', true],
	['the whole name', { include: ['invoice'] }, file(), 'invoice-7.pdf', false],
	['modified at that time', { modifiedAfter: new Date('2026-03-01') }, file(), 'a', true],
	['not before that time', { modifiedBefore: new Date('2026-03-01') }, file(), 'a', false],
	['of the maximum size', { maxSize: 10 }, file({ filesize: '10' }), 'a', true],
	['a folder has no size', { minSize: 0 }, folder(), 'A', false],
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

/* Patterns over names and paths: what the random ones of patterns.property.test.ts do not have. */

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
