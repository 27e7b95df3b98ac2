import type { RecordedRequest } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import type { Reply } from '../../support/wire';
import { closeClient, closeHosts, data, firstByte, get, host, rangeReply, sha1 } from './fileHost';

afterEach(closeHosts);
afterAll(closeClient);

test('a cut connection is resumed at the byte reached', async () => {
	const { url, requests } = await host((request) => rangeReply(request, request.index < 7 ? 50_000 : undefined));
	expect((await get([url], { expected: { size: data.length, sha1 } })).equals(data)).toBe(true);
	const starts = requests.map(firstByte);
	expect(starts.slice(1).every((start, i) => start > (starts[i] ?? 0))).toBe(true);
	expect(requests.length).toBeGreaterThanOrEqual(8);
});

test('a host without ranges starts over; what arrived before is skipped', async () => {
	const { url } = await host(({ index }) => ({
		headers: { 'content-length': data.length },
		...(index < 2 ? { body: data.subarray(0, 100_000 * (index + 1)), fault: 'cut' } : { body: data }),
	}));
	expect((await get([url], { expected: { sha1 } })).equals(data)).toBe(true);
});

/** What a host sends for the rest of a file whose first answer was cut. */
const wrongRests: Array<[string, (request: RecordedRequest) => Reply]> = [
	['another file', (request) => rangeReply(request, undefined, '"2"')],
	[
		'another part',
		(request) => {
			const length = data.length - firstByte(request);
			const headers = { 'content-range': `bytes 5-${length + 4}/${data.length}` };
			return { status: 206, headers, body: data.subarray(5, length + 5), chunked: true };
		},
	],
	[
		'another length',
		(request) => ({
			status: 206,
			headers: { 'content-range': `bytes ${firstByte(request)}-9/999999` },
			body: 'x',
			chunked: true,
		}),
	],
];
test.each(wrongRests)('a download is not continued with %s', async (_, wrongRest) => {
	const { url } = await host((request) => (request.index === 0 ? rangeReply(request, 50_000) : wrongRest(request)));
	expect(await errorOf(get([url]))).toMatchObject({ name: 'LibraryError', kind: 'protocol' });
});

test('a host that always cuts the connection is given up', async () => {
	const { url, requests } = await host(() => ({ headers: { 'content-length': 10 }, body: 'a', fault: 'cut' }));
	expect(await errorOf(get([url]))).toMatchObject({ kind: 'network' });
	expect(requests.length).toBeLessThan(20);
});

test('a connection that is cut after the last byte has delivered everything', async () => {
	const { url, requests } = await host(() => ({ body: data, chunked: true, fault: 'cut' })); // no length, no end
	expect((await get([url], { expected: { size: data.length, sha1 } })).equals(data)).toBe(true);
	expect(requests).toHaveLength(1);
});
