import { matchesGlob } from '../../../src/protocol/tree/glob';

/* Patterns over names and paths. */

test.each<[string, string, boolean]>([
	['*', '', true],
	['?', '', false],
	['', '', true],
	['a*b*c', 'a--b--b--c', true],
	['a*b*c', 'a--c--b', false],
	['*.tar.gz', 'x.tar.gz', true],
	['??.txt', 'ab.txt', true],
	['??.txt', 'abc.txt', false],
	['[a].(b){c}', '[a].(b){c}', true],
	['[ab].txt', 'a.txt', false],
	['报告*', '报告-1', true],
	['?', '😀', true],
	['Invoice-*.PDF', 'invoice-7.pdf', true],
	['invoice-*.pdf', 'INVOICE-7.PDF', true],
	['*', 'a/b', false],
	['a?b', 'a/b', false],
	['a/*', 'a/b', true],
	['a/*', 'a/b/c', false],
	['*/b', 'a/b', true],
	['*/b', 'b', false],
	['**', 'a/b/c', true],
	['a/**', 'a/b/c', true],
	['a/**', 'a', false],
	['a/**', 'ab/c', false],
	['**/b', 'b', true],
	['**/b', 'a/b', true],
	['**/b', 'a/c/b', true],
	['**/b', 'ab', false],
	['**/b', 'a/cb', false],
	['a/**/b', 'a/b', true],
	['a/**/b', 'a/x/y/b', true],
	['a/**/b', 'a/xb', false],
	['a/**/b', 'ab', false],
	['**/*.pdf', 'x.pdf', true],
	['**/*.pdf', 'a/b/x.pdf', true],
	['**.pdf', 'a/b/x.pdf', true],
	['2026/**/inv*.pdf', '2026/03/invoice.pdf', true],
	['2026/**/inv*.pdf', '2025/03/invoice.pdf', false],
	['**/a/**/b', 'x/a/y/b', true],
	['**/**/b', 'b', true],
	['a***b', 'a/x/b', true],
])('pattern %s on %s', (pattern, path, expected) => {
	expect(matchesGlob(pattern, path)).toBe(expected);
});

test.each(['*a', '**a', '**/a', '*?', '?*a*'])('no pattern takes long: %s', (part) => {
	expect(matchesGlob(`${part.repeat(60)}/`, `${'a/a'.repeat(5_000)}b`)).toBe(false);
});
