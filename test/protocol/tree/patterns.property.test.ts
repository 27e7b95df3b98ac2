import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { compileEntryFilter, type EntryFilter } from '../../../src/protocol/tree/entryFilter';
import { compileGlob, matchesGlob } from '../../../src/protocol/tree/glob';
import { repeated } from '../../support/arbitraries';
import { outcomeOf, soon } from '../../support/check';
import { property } from '../../support/property';

/* Patterns and filters of folder lists. */

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

const pattern = fc
	.array(fc.constantFrom('a', 'b', '/', '?', '*', '**', '***', '.'), { maxLength: 7 })
	.map((parts) => parts.join(''));
const path = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 }).map((parts) => parts.join(''));

property({
	promise: 'a name pattern matches exactly what trying everything finds',
	count: 1750,
	cases: fc.tuple(pattern, path),
	keeps: ([wanted, given]) => equal(matchesGlob(wanted, given), matchesSlowly(wanted, given)),
});

property({
	promise: 'no pattern of 200 characters keeps n8n busy',
	count: 50,
	cases: fc.tuple(
		repeated(190, '*a', '**a', '**/a', '*?', '?*', '**/', 'a*/', '***'),
		repeated(5_000, 'a', 'a/', 'aa/a', '/'),
	),
	keeps: ([wanted, given]) => void soon(() => compileGlob(wanted)(given)),
});

const time = fc.integer({ min: 0, max: 4 }).map((day) => new Date(day * 1000));
const option = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const filter = fc.record({
	kind: option(fc.constantFrom('all' as const, 'file' as const, 'folder' as const)),
	extensions: option(fc.subarray(['pdf', 'tar.gz', 'gz'])),
	namePattern: option(fc.constantFrom('', ' ', '*.pdf', 'a*', 'A/**', '*/b.gz', '/a/', '??')),
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
	{ kind = 'all', extensions = [], namePattern = '', ...ranges }: EntryFilter,
	given: Record<string, unknown>,
): boolean {
	const isFolder = sent(given.dir) === 1;
	const { modifiedAfter, modifiedBefore, minSize, maxSize } = ranges;
	const [at, size] = [sent(given.last_dateline), sent(given.filesize)];
	const name = String(given.path).toLowerCase();
	if (kind === 'file' && isFolder) return false;
	if (kind === 'folder' && !isFolder) return false;
	if (isFolder && (extensions.length > 0 || minSize !== undefined || maxSize !== undefined)) return false;
	if (extensions.length > 0 && !extensions.some((each) => name.endsWith(`.${each}`))) return false;
	if (modifiedAfter && !(at !== undefined && at * 1000 >= modifiedAfter.getTime())) return false;
	if (modifiedBefore && !(at !== undefined && at * 1000 < modifiedBefore.getTime())) return false;
	if (minSize !== undefined && !(size !== undefined && size >= minSize)) return false;
	if (maxSize !== undefined && !(size !== undefined && size <= maxSize)) return false;
	const wanted = namePattern.trim().toLowerCase();
	const bare = wanted.replace(/^\/|\/$/g, '');
	return wanted === '' || matchesSlowly(bare, wanted.includes('/') ? name : (name.split('/').at(-1) ?? ''));
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
