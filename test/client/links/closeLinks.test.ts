import { closing } from '#links/work';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import { eachAlone } from '../../../src/protocol/plan/plan';
import type { JsonObject } from '../../../src/protocol/wire/json';
import { namedAnswers, NOT_FOUND, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';

const [A, B, C] = [{ code: 'a1' }, { code: 'b2' }, { code: 'c3' }];
const refusing =
	(...codes: string[]) =>
	({ code = '' }: Readonly<Record<string, string>>) =>
		codes.includes(code) ? REFUSED : {};

/** Closes links one after another; what became of each. */
async function closed(links: readonly object[], answers: Record<string, NamedAnswer>, operator = {}) {
	const http = namedAnswers(answers);
	const list: JsonObject[] = links.map((link) => ({ ...link }));
	const options = { caller: callerWith(http), width: 1, continueOnFail: true };
	const { outcomes } = await applyPlan({ stages: [eachAlone(list)] }, closing(operator), options);
	return { http, failures: list.map((link) => outcomes.get(link)?.failure) };
}

test('each link is closed by its code, in the name of the operator, and nothing is read', async () => {
	const { http, failures } = await closed([A, B, C], { link_close: {} }, { op_name: 'Kim' });
	expect(failures).toEqual([undefined, undefined, undefined]);
	expect(http.asked).toEqual(['a1', 'b2', 'c3'].map((code) => ['link_close', { code, op_name: 'Kim' }]));
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
		const { http, failures } = await closed([link, B], { link_close: {}, links: { body: [link] } });
		expect(failures).toEqual([expect.any(Error), undefined]);
		expect(failures[0]).toMatchObject({
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
	const { http, failures } = await closed([A, B, C], { link_close: refusing('a1', 'c3'), links: { body: [C] } });
	expect(failures).toEqual([undefined, undefined, expect.any(Error)]);
	expect(failures[2]).toMatchObject({ kind: 'auth', status: 403, code: 40310 });
	expect(http.asked.at(-1)).toEqual(['links', {}]);
});

test('open links are known by their codes, also where the list has only addresses', async () => {
	const open = { link: 'https://x.example.com/l/a1' };
	const { failures } = await closed([A], { link_close: NOT_FOUND, links: { body: [open] } });
	expect(failures[0]).toMatchObject({ kind: 'notFound' });
});
