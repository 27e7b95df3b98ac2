import { placedBy } from '../../../src/client/files/whereIs';
import { namedAnswers, NOT_FOUND, pageOf, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';
import { write as copy } from '../service/callFixtures';

const at = (fullpath: string, hash: string) => ({ fullpath, hash });

function bench(answers: Record<string, NamedAnswer> = {}) {
	const http = namedAnswers(answers);
	const caller = callerWith(http);
	const place = async (paths: readonly string[], answer: unknown, request = copy, more = {}) =>
		await placedBy(caller, { folder: { fullpath: 'T' }, paths, ...more }, request, async () => {
			await Promise.resolve();
			http.asked.push(['send', {}]);
			return answer;
		});
	return { http, place };
}

const EMPTY: NamedAnswer = pageOf([]);
/** The answer to a list at first, and to each later one. */
const listed =
	(first: object[], later: object[]): NamedAnswer =>
	(fields, earlier) =>
		pageOf(earlier === 0 ? first : later, fields);

test('one place that the service answers is believed, and nothing is looked up after', async () => {
	const { http, place } = bench({ ls: EMPTY });
	const answer = { fullpath: 'T/a(1)', hash: 'h', filesize: '7' };
	expect(await place(['T/a'], answer)).toEqual([
		{ content: { ...answer, filesize: 7 }, location: { fullpath: 'T/a(1)', hash: 'h' } },
	]);
	expect(http.names).toEqual(['ls', 'send']);
	expect(http.asked[0]?.[1]).toMatchObject({ fullpath: 'T' });
});

test('once a request has answered a place, the look before is saved, for this request alone', async () => {
	const { http, place } = bench({ ls: EMPTY });
	await place(['T/a'], at('T/a', '1'));
	await place(['T/b'], [at('T/b', '2')]);
	expect(http.names).toEqual(['ls', 'send', 'send']);
	await place(['T/c'], at('T/c', '3'), { ...copy, route: 'POST /m-open/1/file/move' });
	expect(http.names.slice(3)).toEqual(['ls', 'send']);
});

test.each([
	['', undefined],
	[{}, {}],
	[null, undefined],
])('one place that is not answered (%j): what was not there before', async (answer, content) => {
	const { http, place } = bench({ ls: listed([], [at('T/a', 'h')]) });
	expect(await place(['T/a'], answer)).toEqual([
		{ content: content ?? {}, location: { fullpath: 'T/a', hash: 'h' } },
	]);
	expect(http.names).toEqual(['ls', 'send', 'ls']);
});

const many = (count: number): object[] =>
	Array.from({ length: count }, (_, nth) => at(`T/n${String(nth).padStart(5, '0')}`, `n${nth}`));

test('before one copy only one page is read: what lies behind it can be no copy that is told', async () => {
	const old = [...many(100), at('T/z', 'old')];
	const { http, place } = bench({ ls: listed(old, [...old, at('T/z(2)', 'new')]) });
	expect(await place(['T/z'], {})).toEqual([{ content: {}, location: undefined }]);
	expect(http.names.slice(0, 2)).toEqual(['ls', 'send']);
});

test('in a folder that is too large to be read, the only new entry may be that of somebody else', async () => {
	const { place } = bench({ ls: listed([], [at('T/a', 'other'), ...many(10_000), at('T/a(2)', 'copy')]) });
	expect(await place(['T/a'], {})).toEqual([{ content: {}, location: undefined }]);
});

describe('what is moved keeps its ID', () => {
	const move = { ...copy, route: 'POST /m-open/1/file/move' } as const;
	const moved = (...paths: string[]) => ({ moved: paths.map((fullpath) => ({ fullpath })) });
	/** A service whose files are moved from S to T with a number when somebody sends. */
	const moving = (hashes: Readonly<Record<string, string>>): NamedAnswer => {
		const paths = Object.fromEntries(Object.entries(hashes).map(([path, hash]) => [hash, path]));
		return ({ fullpath, hash }) => {
			if (fullpath !== undefined) return hashes[fullpath] ? { body: at(fullpath, hashes[fullpath]) } : NOT_FOUND;
			return { body: at(`${(paths[hash ?? ''] ?? '').replace('S/', 'T/')}(2)`, hash ?? '') };
		};
	};

	test('several, of which one is gone', async () => {
		const { place } = bench({ info: moving({ 'S/a': '1', 'S/c': '3' }) });
		const placed = await place(['T/a', 'T/b', 'T/c'], {}, move, moved('S/a', 'S/b', 'S/c'));
		expect(placed.map(({ location }) => location)).toEqual([at('T/a(2)', '1'), undefined, at('T/c(2)', '3')]);
	});

	test.each([
		['where the service still shows it at its old place', at('S/a', '1')],
		['where it answers about something else', at('T/a', 'other')],
		['where it answers no ID', { fullpath: 'T/a' }],
	])('%s, nothing is said', async (_, after) => {
		const { place } = bench({ info: (_fields, earlier) => ({ body: earlier === 0 ? at('S/a', '1') : after }) });
		expect((await place(['T/a'], {}, move, moved('S/a')))[0]?.location).toBeUndefined();
	});

	test.each([
		['before', 0, ['info', 'send']],
		['after', 1, ['info', 'send', 'info']],
	])('a look %s that fails is no failure of the request', async (_, failing, names) => {
		const info: NamedAnswer = (_fields, earlier) => (earlier === failing ? REFUSED : { body: at('S/a', '1') });
		const { http, place } = bench({ info });
		expect(await place(['T/a'], {}, move, moved('S/a'))).toEqual([{ content: {}, location: undefined }]);
		expect(http.names).toEqual(names);
	});
});

test('several: each is the only new entry with its name or a number', async () => {
	const before = [at('T/a', 'old')];
	const after = [...before, at('T/a(1)', 'new'), at('T/b', '1'), at('T/b(1)', '2'), at('T/d', '3')];
	const ls: NamedAnswer = (_, earlier) => pageOf(earlier === 0 ? before : after);
	const { http, place } = bench({ ls });
	const placed = await place(['T/a', 'T/b', 'T/c'], [{}, {}, {}]);
	expect(placed.map(({ location: found }) => found?.hash)).toEqual(['new', undefined, undefined]);
	expect(http.asked.filter(([name]) => name === 'ls').map(([, { fullpath }]) => fullpath)).toEqual(['T', 'T']);
});

test('an answer of another length is about none of them; what is answered goes before what is found', async () => {
	const ls: NamedAnswer = (_, earlier) => (earlier === 0 ? NOT_FOUND : pageOf([at('T/a', '1'), at('T/b', '2')]));
	const short = await bench({ ls }).place(['T/a', 'T/b'], [at('X/y', '9')]);
	expect(short).toEqual([
		{ content: {}, location: at('T/a', '1') },
		{ content: {}, location: at('T/b', '2') },
	]);
	const half = await bench({ ls }).place(['T/a', 'T/b'], [at('X/y', '9'), {}]);
	expect(half.map(({ location }) => location)).toEqual([at('X/y', '9'), at('T/b', '2')]);
});
