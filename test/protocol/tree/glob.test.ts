import { Globs } from '../../../src/protocol/tree/glob';
import { compilePatterns } from '../../../src/protocol/tree/patterns';
import { soon } from '../../support/check';

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

test.each(['*a', '**a', '**/a', '*?', '?*a*'])('no pattern takes long with a path of 1 MB: %s', (part) => {
	const globs = new Globs('Include', [`${part.repeat(66)}/`]);
	expect(soon(() => globs.matches(`${'a/a'.repeat(333_333)}b`))).toBe(false);
});

test('a path for which every character would need a new state is refused', () => {
	const globs = new Globs('Include', [`*a${'?'.repeat(198)}`]);
	let seed = 1;
	const path = Array.from({ length: 1_000_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) & 1 ? 'a' : 'b'));
	expect(() => soon(() => globs.matches(path.join('')))).toThrow(/^Include cannot be compared with "[ab]{60}…"/);
});
