import { matchesGlob } from '../../../src/protocol/tree/glob';

/* Patterns over names and paths. */

test.each<[string, string, boolean]>([
	['*', '', true],
	['?', '', false],
	['', '', true],
	['a*b*c', 'a--b--b--c', true],
	['*.tar.gz', 'x.tar.gz', true],
	['[a].(b){c}', '[a].(b){c}', true],
	['[ab].txt', 'a.txt', false],
	['?', '😀', true],
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
	expect(matchesGlob(pattern, path)).toBe(expected);
});

test.each(['*a', '**a', '**/a', '*?', '?*a*'])('no pattern takes long: %s', (part) => {
	expect(matchesGlob(`${part.repeat(60)}/`, `${'a/a'.repeat(5_000)}b`)).toBe(false);
});
