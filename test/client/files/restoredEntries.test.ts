import { byName } from '../../../src/client/files/fileCalls';
import { recycledIds, restoredLocations } from '../../../src/client/files/whereIs';
import { abortedError } from '../../../src/protocol/wire/libraryError';
import { timesTheCalls } from '../../support/countedCalls';
import { deepTest } from '../../support/runs';
import { namedAnswers, pageOf, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

const at = (fullpath: string, hash: string) => ({ fullpath, hash });
const others = (length: number) => Array.from({ length }, (_, n) => at(`other/${n}`, `o${n}`));

async function idsIn(entries: readonly object[], paths: readonly string[]) {
	const http = namedAnswers({ recycle: (fields) => pageOf(entries, fields) });
	const ids = await recycledIds(callerWith(http), paths);
	return { ids: Object.fromEntries(ids), requests: http.asked.length };
}

test('the rest of a page is read, later pages only while an ID is missing', async () => {
	const first = [at('a', '1'), ...others(98), at('a', '2')];
	expect(await idsIn([...first, at('a', '3'), ...others(200)], ['a'])).toEqual({
		ids: { a: ['1', '2'] },
		requests: 1,
	});
	const both = await idsIn([...first, at('b', '3'), ...others(200)], ['a', 'b']);
	expect(both.ids).toEqual({ a: ['1', '2'], b: ['3'] });
});

test('a recycle bin that cannot be read has no IDs; a cancellation is thrown', async () => {
	const read = async (recycle: NamedAnswer) => await recycledIds(callerWith(namedAnswers({ recycle })), ['a']);
	expect([...(await read(REFUSED))]).toEqual([['a', []]]);
	expect(await errorOf(read(abortedError()))).toMatchObject({ kind: 'aborted' });
});

/** A folder's entries, or those with the IDs that are asked for. */
const listing =
	(entries: ReadonlyArray<ReturnType<typeof at>>) =>
	({ fullpath = '', hashs, ...fields }: Readonly<Record<string, string>>) =>
		pageOf(
			entries.filter(({ fullpath: path, hash }) =>
				hashs === undefined
					? path.slice(0, Math.max(0, path.lastIndexOf('/'))) === fullpath
					: hashs.split(',').includes(hash),
			),
			fields,
		);

async function placesOf(ls: NamedAnswer, paths: readonly string[], ids: Record<string, string[]> = {}) {
	const http = namedAnswers({ ls });
	const places = await restoredLocations(callerWith(http), paths, new Map(Object.entries(ids)));
	const asked = http.asked.map(([, { fullpath, hashs = '' }]) => [fullpath, hashs]);
	return { places: Object.fromEntries(places), asked };
}

test('by their IDs, one listing for each folder', async () => {
	const entries = [at('A/a(1)', '1'), at('A/b', '2'), at('c', '3')];
	const ids = { 'A/a': ['0', '1'], 'A/b': ['2'], c: ['3'] };
	const { places, asked } = await placesOf(listing(entries), ['A/a', 'c', 'A/b', 'A/a'], ids);
	expect(places).toEqual({ 'A/a': at('A/a(1)', '1'), 'A/b': at('A/b', '2'), c: at('c', '3') });
	expect(asked).toEqual([
		['A', '0,1,2'],
		['', '3'],
	]);
});

test.each([
	[100, [100]],
	[101, [100, 1]],
	[200, [100, 100]],
])('%i IDs are asked for in listings of %j', async (count, sizes) => {
	const entries = Array.from({ length: count }, (_, n) => at(`A/f${n}`, `h${n}`));
	const ids = Object.fromEntries(entries.map(({ fullpath, hash }) => [fullpath, [hash]]));
	const { places, asked } = await placesOf(listing(entries), Object.keys(ids), ids);
	expect(Object.values(places)).toEqual(entries);
	expect(asked.map(([, hashs = '']) => hashs.split(',').length)).toEqual(sizes);
});

test('an entry whose ID is not known, by its name in the whole folder', async () => {
	const { places, asked } = await placesOf(listing([at('A/a(1)', '1'), at('A/b', '2')]), ['A/a', 'A/c']);
	expect(places).toEqual({ 'A/a': at('A/a(1)', '1'), 'A/c': { reason: 'its folder does not list it' } });
	expect(asked).toEqual([['A', '']]);
});

test('where a listing by IDs shows nothing, the ID decides in the whole folder', async () => {
	const entries = [at('A/a', 'other'), at('A/a(1)', '1')];
	const ls: NamedAnswer = (fields) => (fields.hashs === undefined ? listing(entries)(fields) : pageOf([]));
	const { places, asked } = await placesOf(ls, ['A/a'], { 'A/a': ['1'] });
	expect(places).toEqual({ 'A/a': at('A/a(1)', '1') });
	expect(asked).toEqual([
		['A', '1'],
		['A', ''],
	]);
});

test('a listing that ignores the IDs does not make other entries the restored ones', async () => {
	const { places } = await placesOf(pageOf([at('A/x', '9'), { fullpath: '', hash: '1' }]), ['A/a'], { 'A/a': ['1'] });
	expect(places).toEqual({ 'A/a': { reason: 'its folder does not list it' } });
});

test('a folder that cannot be listed says why; a cancellation is thrown', async () => {
	const { places } = await placesOf(REFUSED, ['A/a'], { 'A/a': ['1'] });
	expect(places).toEqual({ 'A/a': { reason: expect.stringContaining('no right') as string } });
	expect(await errorOf(placesOf(abortedError(), ['A/a']))).toMatchObject({ kind: 'aborted' });
});

deepTest('many paths in a large folder take no longer than the two together', async () => {
	const entries = Array.from({ length: 4_000 }, (_, n) => at(`A/report ${n}(2).pdf`, String(n)));
	const finding = (count: number) => () => {
		const named = byName(entries);
		return Array.from({ length: count }, (_, n) => named(`A/report ${n}.pdf`).map(({ hash }) => hash));
	};
	expect(finding(400)()).toEqual(Array.from({ length: 400 }, (_, n) => [String(n)]));
	// Both look at each entry once.
	expect(await timesTheCalls(finding(400), finding(1))).toBeLessThan(4);
});
