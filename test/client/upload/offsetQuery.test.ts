import fc from 'fast-check';
import { runs } from '../../support/runs';
import type { Reply } from '../../support/wire';
import { uploadTo, type RefusedPart } from './refusingServer';
import { closeClient, data } from './uploadServer';

/* A part was refused by 409 or 500, and the upload server tells in its own way, or not at all, what it has. */

afterAll(closeClient);

const REFUSALS: Array<[what: string, reply: Reply]> = [
	['404', { status: 404 }],
	['a page with 404', { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not Found</html>' }],
	['405', { status: 405, headers: { allow: 'GET' } }],
	['400', { status: 400, body: { error_code: 40000, error_msg: 'bad request' } }],
	['403', { status: 403 }],
	['501', { status: 501 }],
	['409', { status: 409, body: { error_code: 40900, error_msg: 'not here' } }],
	['an empty 200', {}],
	['an empty object', { body: '{}' }],
	['text', { body: 'OK' }],
	['text with a number at its end', { body: 'received 20000' }],
	['text that begins with a number', { body: '20000 of them' }],
	['a number with a unit', { body: '20000B' }],
	['an error inside a 200', { body: { error_code: 40501, error_msg: 'method' } }],
	['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
];
/** The requests up to a refused second part, and those of an upload without failures. */
const FIRST = 'create_file init part part';
const WHOLE = 'create_file init part part part finish';

describe.each(REFUSALS)('POST of upload_req is answered with %s', (_what, refusal) => {
	const post = () => refusal;

	test.each([500, 409] as const)('after %d the server is asked by GET', async (status) => {
		const { error, stored, requests } = await uploadTo({ post, parts: { 1: { status } } });
		expect(error).toBeUndefined();
		expect(stored).toEqual([data]);
		expect(requests).toBe(`${FIRST} POST GET part part finish`);
	});

	test.each([500, 409] as const)('after %d, where GET is answered so too, the upload starts over', async (status) => {
		const { error, stored, requests } = await uploadTo({ post, get: post, parts: { 1: { status } } });
		expect(error).toBeUndefined();
		expect(stored).toEqual([data]);
		expect(requests).toBe(`${FIRST} POST GET ${WHOLE}`);
	});
});

test('it starts over at most twice; then the refusal of the part is reported', async () => {
	const refused = { status: 500 } as const;
	const { error, stored, requests } = await uploadTo({
		post: () => ({ status: 405 }),
		get: () => ({}),
		parts: { 1: refused, 3: refused, 5: refused },
	});
	expect(error?.message).toBe('The upload failed after 10000 of 25000 bytes: The upload server failed (HTTP 500)');
	expect(stored).toEqual([]);
	expect(requests).toBe([FIRST, FIRST, FIRST].map((requestsOfStart) => `${requestsOfStart} POST GET`).join(' '));
});

test('an answer about the upload or the moment is no refusal of the request', async () => {
	const parts = { 1: { status: 500 } } as const;
	const [unknown, busy] = [{ status: 401 }, { status: 503 }];
	expect(await uploadTo({ post: () => unknown, parts })).toMatchObject({ requests: `${FIRST} POST ${WHOLE}` });
	expect(await uploadTo({ post: (n) => (n === 0 ? busy : {}), parts })).toMatchObject({
		requests: `${FIRST} POST POST GET part part finish`,
	});
	expect(await uploadTo({ post: () => ({}), get: (n) => (n === 1 ? busy : {}), parts })).toMatchObject({
		requests: `${FIRST} POST GET POST GET ${WHOLE}`,
	});
});

test('web pages may pass: asked again, and started over where they stay', async () => {
	const page = { headers: { 'content-type': 'text/html' }, body: '<html>Maintenance</html>' };
	const parts = { 1: { status: 500 } } as const;
	const passing = await uploadTo({ post: (n) => (n < 2 ? page : { body: '10000' }), get: () => page, parts });
	expect(passing).toMatchObject({ error: undefined, requests: `${FIRST} POST GET POST part part finish` });
	const staying = await uploadTo({ post: () => page, get: () => page, parts });
	expect(staying).toMatchObject({ error: undefined, stored: [data] });
	expect(staying.requests).toBe(`${FIRST} ${'POST GET '.repeat(6)}${WHOLE}`);
});

describe('the offset that a 409 expects', () => {
	const never = () => ({ status: 405 });
	const requestsAfter = async (part: RefusedPart) => {
		const { error, stored, requests } = await uploadTo({ post: never, get: never, parts: { 1: part } });
		expect(error).toBeUndefined();
		expect(stored).toEqual([data]);
		return requests;
	};

	test.each<[string, RefusedPart['expect']]>([
		['a number', (held) => held],
		['text', (held) => String(held)],
	])('is used, as %s: the part had arrived', async (_what, expected) => {
		expect(await requestsAfter({ status: 409, stored: true, expect: expected! })).toBe(`${FIRST} part finish`);
	});

	test.each<[string, number]>([
		['less than was confirmed', 0],
		['inside the part before', 7],
	])('is used although it is %s; a wrong one is corrected by the next', async (_what, offset) => {
		const requests = await requestsAfter({ status: 409, expect: () => offset });
		// The server has 10000 bytes: it answers the part at the offset with 409 and 10000.
		expect(requests).toMatch(new RegExp(`^${FIRST}( part){3,4} finish$`));
	});

	test.each<[string, unknown]>([
		['where the refused part began', 10_000],
		['beyond what was sent', 20_001],
		['the whole file', 25_000],
		['negative', -1],
		['a fraction', 0.5],
		['no number', 'somewhere'],
		['empty', ''],
		['null', null],
	])('is not believed when it is %s', async (_what, offset) => {
		expect(await requestsAfter({ status: 409, expect: () => offset })).toBe(`${FIRST} POST GET ${WHOLE}`);
	});

	test('ends with the last byte: the upload is finished', async () => {
		const part = { status: 409, stored: true, expect: (held: number) => held } as const;
		const { stored, requests } = await uploadTo({ post: never, get: never, parts: { 2: part } });
		expect(requests).toBe('create_file init part part part finish');
		expect(stored).toEqual([data]);
	});

	test('of parts that never arrive ends the upload within its budget', async () => {
		const part = { status: 409, expect: () => 0 } as const;
		const parts = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n + 1, part]));
		const { error, requests } = await uploadTo({ post: never, get: never, parts });
		expect(error).toMatchObject({ status: 409 });
		expect(requests.split(' ').length).toBeLessThan(40);
	});
});

const refusals = fc.record<RefusedPart>(
	{
		status: fc.constantFrom(409 as const, 500 as const),
		stored: fc.boolean(),
		expect: fc.constantFrom<NonNullable<RefusedPart['expect']>>(
			(held) => held,
			(held) => held + 1,
			(held) => held - 1,
			() => 25_000,
			() => 'somewhere',
		),
	},
	{ requiredKeys: ['status'] },
);
const replies = fc.constantFrom(undefined, ...REFUSALS.map(([, reply]) => reply));

test('any two refusals of parts, whatever the server tells: the whole file is stored, once', async () => {
	const schedules = fc.record({
		post: replies,
		get: replies,
		refused: fc.uniqueArray(fc.tuple(fc.nat(6), refusals), { maxLength: 2, selector: ([part]) => part }),
	});
	await fc.assert(
		fc.asyncProperty(schedules, async ({ post, get, refused }) => {
			const { error, stored } = await uploadTo({
				...(post ? { post: () => post } : {}),
				...(get ? { get: () => get } : {}),
				parts: Object.fromEntries(refused),
			});
			expect(error).toBeUndefined();
			expect(stored).toEqual([data]);
		}),
		{ numRuns: runs(30) },
	);
});
