import fc from 'fast-check';
import { matchesGlob } from '../../../src/protocol/tree/glob';
import { runs } from '../../support/runs';

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

/** The same question, answered by trying everything. */
function slowly(pattern: string, path: string, atName = true): boolean {
	if (pattern === '') return path === '';
	if (atName && pattern.startsWith('**/')) {
		const behind = [...path].flatMap((c, at) => (c === '/' ? [path.slice(at + 1)] : []));
		return [path, ...behind].some((rest) => slowly(pattern.slice(3), rest));
	}
	const isLong = pattern.startsWith('**');
	if (pattern.startsWith('*')) {
		const rest = pattern.slice(isLong ? 2 : 1);
		if (slowly(rest, path, false)) return true;
		return path !== '' && (isLong || path[0] !== '/') && slowly(pattern, path.slice(1), false);
	}
	const fits = path !== '' && (pattern[0] === '?' ? path[0] !== '/' : pattern[0] === path[0]);
	return fits && slowly(pattern.slice(1), path.slice(1), pattern[0] === '/');
}

test('random patterns match what they say', () => {
	const pattern = fc
		.array(fc.constantFrom('a', 'b', '/', '?', '*', '**', '**/'), { maxLength: 6 })
		.map((parts) => parts.join(''))
		.filter((text) => !text.includes('***'));
	const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 7 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(pattern, path, (one, other) => {
			expect([one, other, matchesGlob(one, other)]).toEqual([one, other, slowly(one, other)]);
		}),
		{ numRuns: runs(2000) },
	);
});

test.each(['*a', '**a', '**/a', '*?', '?*a*'])('no pattern takes long: %s', (part) => {
	expect(matchesGlob(`${part.repeat(60)}/`, `${'a/a'.repeat(5_000)}b`)).toBe(false);
});
