import { placedBy } from '../../../src/client/files/placedBy';
import { namedAnswers, NOT_FOUND, pageOf, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';
import { write as copy } from '../service/callFixtures';

type Moved = ReadonlyArray<{ readonly fullpath: string }>;

const at = (fullpath: string, hash: string) => ({ fullpath, hash });

function bench(answers: Record<string, NamedAnswer> = {}) {
	const http = namedAnswers(answers);
	const caller = callerWith(http);
	const place = async (paths: readonly string[], answer: unknown, request = copy, moved?: Moved) =>
		await placedBy(caller, { folder: { fullpath: 'T' }, paths, ...(moved ? { moved } : {}) }, request, async () => {
			await Promise.resolve();
			http.asked.push(['send', {}]);
			return answer;
		});
	return { http, place };
}

test('one place that the service answers is believed, and nothing is looked up after', async () => {
	const { http, place } = bench({ ls: pageOf([]) });
	const answer = { fullpath: 'T/a(1)', hash: 'h', filesize: '7' };
	expect(await place(['T/a'], answer)).toEqual([
		{ content: { ...answer, filesize: 7 }, location: { fullpath: 'T/a(1)', hash: 'h' } },
	]);
	expect(http.names).toEqual(['ls', 'send']);
	expect(http.asked[0]?.[1]).toMatchObject({ fullpath: 'T' });
});

test('once a request has answered a place, the look before is saved, for this request alone', async () => {
	const { http, place } = bench({ ls: pageOf([]) });
	await place(['T/a'], at('T/a', '1'));
	await place(['T/b'], [at('T/b', '2')]);
	expect(http.names).toEqual(['ls', 'send', 'send']);
	await place(['T/c'], at('T/c', '3'), { ...copy, route: 'POST /m-open/1/file/move' });
	expect(http.names.slice(3)).toEqual(['ls', 'send']);
});

test('the look is saved for the same account alone', async () => {
	await bench({ ls: pageOf([]) }).place(['T/a'], at('T/a', '1'));
	const { http, place } = bench({ ls: pageOf([]) });
	await place(['T/a'], at('T/a', '1'));
	expect(http.names).toEqual(['ls', 'send']);
});

test('several places are looked at each time', async () => {
	const { http, place } = bench({ ls: pageOf([]) });
	const answer = [at('T/a', '1'), at('T/b', '2')];
	const paths = ['T/a', 'T/b'];
	expect((await place(paths, answer)).map(({ location: found }) => found)).toEqual(answer);
	await place(paths, answer);
	expect(http.names).toEqual(['ls', 'send', 'ls', 'send']);
});

test.each([
	['', undefined],
	[{}, {}],
	[null, undefined],
])('one copy that is not answered (%j): the only new entry of its name', async (answer, content) => {
	const ls: NamedAnswer = (_, earlier) => pageOf(earlier === 0 ? [] : [at('T/a', 'h')]);
	const { http, place } = bench({ ls });
	expect(await place(['T/a'], answer)).toEqual([
		{ content: content ?? {}, location: { fullpath: 'T/a', hash: 'h' } },
	]);
	expect(http.names).toEqual(['ls', 'send', 'ls']);
});

test('what was there before is not what was placed', async () => {
	const { place } = bench({ ls: pageOf([at('T/a', 'old')]) });
	expect(await place(['T/a'], {})).toEqual([{ content: {}, location: undefined }]);
});

test('two new entries of the name: nobody knows which one is the copy', async () => {
	const ls: NamedAnswer = (_, earlier) => pageOf(earlier === 0 ? [] : [at('T/a', 'other'), at('T/a(2)', 'copy')]);
	expect(await bench({ ls }).place(['T/a'], {})).toEqual([{ content: {}, location: undefined }]);
});

describe('what is moved keeps its ID', () => {
	const moved = [{ fullpath: 'S/a' }];

	test('and is looked up by it, whatever has the name that was asked for', async () => {
		const info: NamedAnswer = ({ hash }) => ({ body: hash === 'h' ? at('T/a(2)', 'h') : at('S/a', 'h') });
		const { http, place } = bench({ info });
		expect(await place(['T/a'], {}, copy, moved)).toEqual([{ content: {}, location: at('T/a(2)', 'h') }]);
		expect(http.asked.map(([name, { hash }]) => [name, hash])).toEqual([
			['info', undefined],
			['send', undefined],
			['info', 'h'],
		]);
	});

	test.each([
		['is still where it was', at('S/a', 'h')],
		['is not known any more', undefined],
		['has another ID', at('T/a', 'other')],
	])('nothing is said where it %s', async (_, later) => {
		const known = later ? { body: later } : NOT_FOUND;
		const info: NamedAnswer = ({ hash }) => (hash === undefined ? { body: at('S/a', 'h') } : known);
		expect(await bench({ info }).place(['T/a'], {}, copy, moved)).toEqual([{ content: {}, location: undefined }]);
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

test.each([
	['before', 0, ['ls', 'send']],
	['after', 1, ['ls', 'send', 'ls']],
])('a look %s that fails is no failure of the request', async (_, failing, names) => {
	const ls: NamedAnswer = (_fields, earlier) => (earlier === failing ? REFUSED : pageOf([]));
	const { http, place } = bench({ ls });
	expect(await place(['T/a'], {})).toEqual([{ content: {}, location: undefined }]);
	expect(http.names).toEqual(names);
});

test('a folder that cannot be listed before is not compared', async () => {
	const { http, place } = bench({ ls: REFUSED });
	expect((await place(['T/a', 'T/b'], {})).map(({ location: found }) => found)).toEqual([undefined, undefined]);
	expect(http.names).toEqual(['ls', 'send']);
});

test('the failure of the request is thrown', async () => {
	const caller = callerWith(namedAnswers({ ls: pageOf([]) }));
	const targets = { folder: {}, paths: ['a'] };
	const placing = placedBy(caller, targets, copy, async () => await Promise.reject(new RangeError('refused')));
	expect(await errorOf(placing)).toMatchObject({ message: 'refused' });
});
