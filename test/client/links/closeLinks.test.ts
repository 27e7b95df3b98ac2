import { closeLinks } from '../../../src/client/links/closeLinks';
import { abortedError } from '../../../src/protocol/wire/libraryError';
import { namedAnswers, NOT_FOUND, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

const [A, B, C] = [{ code: 'a1' }, { code: 'b2' }, { code: 'c3' }];
const refusing =
	(...codes: string[]) =>
	({ code = '' }: Readonly<Record<string, string>>) =>
		codes.includes(code) ? REFUSED : {};

async function closed(links: readonly object[], answers: Record<string, NamedAnswer>, operator = {}) {
	const http = namedAnswers(answers);
	const list = links.map((link) => ({ ...link }));
	const outcomes = await closeLinks(callerWith(http), list, { width: 2, operator });
	return { http, outcomes };
}

test('each link is closed by its code, in the name of the operator, and nothing is read', async () => {
	const { http, outcomes } = await closed([A, B, C], { link_close: {} }, { op_name: 'Kim' });
	expect(outcomes).toEqual([{ link: A }, { link: B }, { link: C }]);
	expect(http.asked).toEqual(['a1', 'b2', 'c3'].map((code) => ['link_close', { code, op_name: 'Kim' }]));
});

test('no links: no request', async () => {
	const { http, outcomes } = await closed([], {});
	expect(outcomes).toEqual([]);
	expect(http.asked).toEqual([]);
});

test.each([
	[{ code: 'a1', link: 'https://x.example.com/l/other' }, 'a1'],
	[{ code: '', link: 'https://x.example.com/l/a1' }, 'a1'],
	[{ link: 'https://x.example.com/l/a1?b=c' }, 'a1'],
	[{ link: 'a1' }, 'a1'],
])('the code of %j is %s', async (link, code) => {
	const { http } = await closed([link], { link_close: {} });
	expect(http.asked).toEqual([['link_close', { code }]]);
});

test.each([{}, { code: '', link: '' }, { link: 'https://x.example.com/' }])(
	'a link without a code (%j) is not closed, the others are',
	async (link) => {
		const { http, outcomes } = await closed([link, B], { link_close: {}, links: { body: [link] } });
		expect(outcomes).toEqual([{ link, failure: expect.any(Error) as Error }, { link: B }]);
		expect(outcomes[0]?.failure).toMatchObject({
			kind: 'protocol',
			message: 'The service did not send the code of this link',
			operation: 'libraryFileLinkClose',
			retryable: false,
			hint: 'Close it by the path of its file, with Link: Close.',
		});
		expect(http.names).toEqual(['link_close', 'links']);
	},
);

test('a refused link that is still open is a failure; one that is open no more is closed', async () => {
	const { http, outcomes } = await closed([A, B, C], { link_close: refusing('a1', 'c3'), links: { body: [C] } });
	expect(outcomes).toEqual([{ link: A }, { link: B }, { link: C, failure: expect.any(Error) as Error }]);
	expect(outcomes[2]?.failure).toMatchObject({ kind: 'auth', status: 403, code: 40310 });
	expect(http.names).toEqual(['link_close', 'link_close', 'link_close', 'links']);
	expect(http.asked.at(-1)).toEqual(['links', {}]);
});

test('open links are known by their codes, also where the list has only addresses', async () => {
	const open = { link: 'https://x.example.com/l/a1' };
	const { outcomes } = await closed([A], { link_close: NOT_FOUND, links: { body: [open] } });
	expect(outcomes[0]?.failure).toMatchObject({ kind: 'notFound' });
});

test('where the open links cannot be read, the failures stay', async () => {
	const { outcomes } = await closed([A, B], { link_close: refusing('b2'), links: REFUSED });
	expect(outcomes.map(({ failure }) => failure?.code)).toEqual([undefined, 40310]);
});

test.each(['link_close', 'links'])('a cancellation during %s ends everything', async (name) => {
	const answers = { link_close: REFUSED, links: { body: [] }, [name]: abortedError() };
	expect(await errorOf(closed([A], answers))).toMatchObject({ kind: 'aborted' });
});

test('what is no failure of the service is thrown', async () => {
	await expect(closed([A], { link_close: new RangeError('a defect') })).rejects.toThrow('a defect');
});

test('at most so many requests at the same time', async () => {
	const http = namedAnswers({ link_close: {} });
	let [underWay, most] = [0, 0];
	const request: typeof http.request = async (r) => {
		most = Math.max(most, ++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		return await http.request(r);
	};
	await closeLinks(callerWith({ ...http, request }), [A, B, C, A, B], { width: 3, operator: {} });
	expect(most).toBe(3);
});
