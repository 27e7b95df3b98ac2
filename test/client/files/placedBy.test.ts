import { placedBy } from '../../../src/client/files/placedBy';
import { namedAnswers, NOT_FOUND, pageOf, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';
import { write as copy } from '../service/callFixtures';

const at = (fullpath: string, hash: string) => ({ fullpath, hash });

function bench(answers: Record<string, NamedAnswer> = {}) {
	const http = namedAnswers(answers);
	const caller = callerWith(http);
	const place = async (paths: readonly string[], answer: unknown, request = copy) =>
		await placedBy(caller, { folder: { fullpath: 'T' }, paths }, request, async () => {
			await Promise.resolve();
			http.asked.push(['send', {}]);
			return answer;
		});
	return { http, place };
}

test('one place that the service answers is believed, and nothing is looked up after', async () => {
	const { http, place } = bench({ info: NOT_FOUND });
	const answer = { fullpath: 'T/a(1)', hash: 'h', filesize: '7' };
	expect(await place(['T/a'], answer)).toEqual([
		{ content: { ...answer, filesize: 7 }, location: { fullpath: 'T/a(1)', hash: 'h' } },
	]);
	expect(http.names).toEqual(['info', 'send']);
	expect(http.asked[0]?.[1]).toMatchObject({ fullpath: 'T/a' });
});

test('once a request has answered a place, the look before is saved, for this request alone', async () => {
	const { http, place } = bench({ info: NOT_FOUND });
	await place(['T/a'], at('T/a', '1'));
	await place(['T/b'], [at('T/b', '2')]);
	expect(http.names).toEqual(['info', 'send', 'send']);
	await place(['T/c'], at('T/c', '3'), { ...copy, route: 'POST /m-open/1/file/move' });
	expect(http.names.slice(3)).toEqual(['info', 'send']);
});

test('the look is saved for the same account alone', async () => {
	await bench({ info: NOT_FOUND }).place(['T/a'], at('T/a', '1'));
	const { http, place } = bench({ info: NOT_FOUND });
	await place(['T/a'], at('T/a', '1'));
	expect(http.names).toEqual(['info', 'send']);
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
])('one place that is not answered (%j): what was not there before', async (answer, content) => {
	const info: NamedAnswer = (_, earlier) => (earlier === 0 ? NOT_FOUND : { body: at('T/a', 'h') });
	const { http, place } = bench({ info });
	expect(await place(['T/a'], answer)).toEqual([
		{ content: content ?? {}, location: { fullpath: 'T/a', hash: 'h' } },
	]);
	expect(http.names).toEqual(['info', 'send', 'info']);
});

test('what was there before is not what was placed', async () => {
	const { place } = bench({ info: { body: at('T/a', 'old') } });
	expect(await place(['T/a'], {})).toEqual([{ content: {}, location: undefined }]);
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
	['before', 0, ['info', 'send']],
	['after', 1, ['info', 'send', 'info']],
])('a look %s that fails is no failure of the request', async (_, failing, names) => {
	const info: NamedAnswer = (_fields, earlier) => (earlier === failing ? REFUSED : NOT_FOUND);
	const { http, place } = bench({ info });
	expect(await place(['T/a'], {})).toEqual([{ content: {}, location: undefined }]);
	expect(http.names).toEqual(names);
});

test('a folder that cannot be listed before is not compared', async () => {
	const { http, place } = bench({ ls: REFUSED });
	expect((await place(['T/a', 'T/b'], {})).map(({ location: found }) => found)).toEqual([undefined, undefined]);
	expect(http.names).toEqual(['ls', 'send']);
});

test('the failure of the request is thrown', async () => {
	const caller = callerWith(namedAnswers({ info: NOT_FOUND }));
	const targets = { folder: {}, paths: ['a'] };
	const placing = placedBy(caller, targets, copy, async () => await Promise.reject(new RangeError('refused')));
	expect(await errorOf(placing)).toMatchObject({ message: 'refused' });
});
