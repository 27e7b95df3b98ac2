import { byName, firstEntries, infoIfExists } from '../../../src/client/files/fileCalls';
import { copiedEntry, type QueuedCopy, recycledIds, restoredLocations } from '../../../src/client/files/whereIs';
import { abortedError } from '../../../src/protocol/wire/libraryError';
import { timesTheCalls } from '../../support/countedCalls';
import { type NamedAnswer, namedAnswers, NOT_FOUND, pageOf, REFUSED } from '../../support/namedAnswers';
import { callerWith, errorOf, personAccount } from '../../support/ports';
import { deepTest } from '../../support/runs';

const TASK = { status: 2, add_dateline: 100 };
const at = (fullpath: string, hash: string, created?: number) => ({ fullpath, hash, create_dateline: created });
const NEW = at('T/a(1).txt', 'new', 100);
const OLD = at('T/a.txt', 'old', 99);

async function found(copy: Partial<QueuedCopy>, answers: Record<string, NamedAnswer>, task: object = TASK) {
	const http = namedAnswers(answers);
	const whole = { target: 'T/a.txt', before: undefined, ...copy };
	const place = await copiedEntry(callerWith(http), whole, { ...TASK, ...task });
	return { place, asked: http.asked.map(([name, { fullpath, hash }]) => [name, fullpath ?? hash]) };
}

test('by the ID that the service promised', async () => {
	const { place, asked } = await found({ hash: 'new', before: OLD }, { info: { body: NEW } });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([['info', 'new']]);
});

test.each([100, 101, undefined])('what was at the target with this ID is the copy (created %s)', async (created) => {
	const { place, asked } = await found({ hash: 'new', before: at('T/a.txt', 'new', created) }, {});
	expect(place).toEqual({ fullpath: 'T/a.txt', hash: 'new' });
	expect(asked).toEqual([]);
});

test('it is the copy too where the task has no time', async () => {
	const before = at('T/a.txt', 'new', 5);
	expect((await found({ hash: 'new', before }, {}, { add_dateline: undefined })).place?.hash).toBe('new');
});

test('but not where it is older: then it is looked for among the entries of the folder', async () => {
	const before = at('T/a.txt', 'old', 99);
	const { place, asked } = await found({ hash: 'old', before }, { ls: pageOf([before, NEW]) });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([['ls', 'T']]);
});

test('ID, then folder', async () => {
	const { place, asked } = await found({ hash: 'x' }, { info: NOT_FOUND, ls: pageOf([NEW]) });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([
		['info', 'x'],
		['ls', 'T'],
	]);
});

test.each<[string, QueuedCopy['before'], object[], string | undefined]>([
	['the only new one', OLD, [OLD, NEW], 'new'],
	['the only one at a path that was free', undefined, [at('T/a.txt', 'x')], 'x'],
	["not somebody else's at a path that was free", undefined, [at('T/a.txt', 'x', 101), NEW], undefined],
	['nor an older one there', undefined, [at('T/a.txt', 'x', 99), NEW], 'new'],
	['two new ones', OLD, [NEW, at('T/a(2).txt', 'more', 101)], undefined],
	['no time', OLD, [at('T/a(1).txt', 'x')], undefined],
	['what was there, if nothing else', at('T/a.txt', 'y', 100), [at('T/a.txt', 'y', 100)], 'y'],
	['rather not what was there', at('T/a.txt', 'y', 100), [at('T/a.txt', 'y', 100), NEW], 'new'],
])('among the entries of the folder: %s', async (_, before, entries, hash) => {
	const { place, asked } = await found({ before }, { ls: pageOf(entries) });
	expect(place?.hash).toBe(hash);
	expect(asked).toEqual([['ls', 'T']]);
});

test('what does not exist has no information; any other failure is thrown', async () => {
	const about = (info: object) => infoIfExists(callerWith(namedAnswers({ info })), { fullpath: 'a' });
	expect(await about({ body: { hash: 'h' } })).toEqual({ hash: 'h' });
	expect(await about(NOT_FOUND)).toBeUndefined();
	expect(await errorOf(about(REFUSED))).toMatchObject({ kind: 'auth' });
	expect(await errorOf(about(new RangeError('a defect')))).toMatchObject({ message: 'a defect' });
});

test.each([
	['all of few entries, with a library authorization', {}, 101, 101],
	['the first 10,000 of more, with a user token', { account: personAccount() }, 10_050, 10_000],
])('%s', async (_, extra, length, expected) => {
	const all = Array.from({ length }, (__, at) => ({ hash: `h${at}`, fullpath: `A/${at}` }));
	const http = namedAnswers({ ls: (fields) => pageOf(all, fields) });
	const found = await firstEntries(callerWith(http, extra), { fullpath: 'A' });
	expect(found).toEqual(all.slice(0, expected));
	expect(http.asked[0]?.[1]).toMatchObject({ fullpath: 'A' });
});

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
