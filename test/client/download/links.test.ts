import { openLink } from '../../../src/client/download/openLink';
import { connectWithRetries } from '../../../src/client/download/receive';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, type Reply, scriptedHttp } from '../../support/ports';
import { closeClient, closeHosts, data, get, host, rangeReply } from './fileHost';

afterEach(closeHosts);
afterAll(closeClient);

/** Nothing listens there. */
const DEAD = 'http://127.0.0.1:1/';

test('each address is tried in turn', async () => {
	const bad = await host(() => ({ status: 500 }));
	const good = await host((request) => rangeReply(request));
	expect(await get([`${bad.url}/x`, DEAD, good.url])).toHaveLength(data.length);
});

test('expired links are renewed once, and a cut after that does not renew them again', async () => {
	const { url } = await host((request) =>
		request.path === '/old'
			? { status: 403, body: '<html>expired</html>' }
			: rangeReply(request, request.index === 1 ? 50_000 : undefined),
	);
	const renew = jest.fn(async () => [`${url}/new`]);
	expect((await get([`${url}/old`], { renew })).equals(data)).toBe(true);
	expect(renew).toHaveBeenCalledTimes(1);
});

test('links that are refused after renewal too are reported', async () => {
	const { url } = await host(() => ({ status: 404 }));
	const renew = jest.fn(async () => [`${url}/2`]);
	expect(await errorOf(get([url], { renew }))).toMatchObject({ kind: 'notFound', status: 404 });
	expect(renew).toHaveBeenCalledTimes(1);
});

test('a link that expires during the download is renewed', async () => {
	const { url } = await host((request) =>
		request.path === '/a' && request.index > 0
			? { status: 410 }
			: rangeReply(request, request.index === 0 ? 50_000 : undefined),
	);
	expect((await get([`${url}/a`], { renew: async () => [`${url}/b`] })).equals(data)).toBe(true);
});

test('one expired address among dead ones is reason enough to renew', async () => {
	const { url } = await host((request) => (request.path === '/old' ? { status: 403 } : rangeReply(request)));
	const content = await get([`${url}/old`, DEAD], { renew: async () => [`${url}/new`] });
	expect(content.equals(data)).toBe(true);
});

/* How often and after which pauses a link is opened, and what is asked of its host. */

const URL = 'https://host.example.com/f?sign=12345678';
const connect = async (failures: number, ...script: Array<Reply | Error>) => {
	const clock = fakeClock();
	const http = scriptedHttp(...script);
	const run = { caller: callerWith(http, { clock }), links: { urls: [URL] }, expected: {} };
	const opened = await connectWithRetries(run, 0, undefined, failures).catch((error: unknown) => error);
	return { opened, pauses: clock.slept, requests: http.sent.length };
};
const LOST = new LibraryError('network', 'lost', { retryable: true });

test('pauses double from half a second, after a failure only', async () => {
	expect((await connect(0, {})).pauses).toEqual([]);
	// full jitter with a random number of almost 1
	expect((await connect(0, LOST, LOST, LOST, {})).pauses).toEqual([500, 1000, 2000]);
	expect((await connect(2, {})).pauses).toEqual([1000]);
});

test('a link is opened five times more, fewer where failures were counted before', async () => {
	expect(await connect(0, LOST)).toMatchObject({ opened: LOST, requests: 6 });
	expect(await connect(4, LOST)).toMatchObject({ opened: LOST, requests: 2 });
	expect(await connect(0, { status: 404 })).toMatchObject({ requests: 1 });
	const mistake = new TypeError('not a failure of the service');
	expect(await connect(0, mistake)).toMatchObject({ opened: mistake, requests: 1 });
});

test.each([
	['7', 7000],
	['60', 60_000],
])('a host that asks to wait %s s is given it', async (seconds, ms) => {
	const busy = { status: 503, headers: { 'retry-after': seconds } };
	expect((await connect(0, busy, {})).pauses).toEqual([ms, 500]);
});

test('the length of a file is a number of digits', async () => {
	const sizeOf = async (headers: Record<string, string>, status = 200) =>
		(await openLink(callerWith(scriptedHttp({ status, headers })), URL, 0, undefined)).size;
	expect(await sizeOf({ 'content-length': '12' })).toBe(12);
	for (const length of ['x', '-1', '1e3', '']) expect(await sizeOf({ 'content-length': length })).toBeUndefined();
	expect(await sizeOf({})).toBeUndefined();
	expect(await sizeOf({ 'content-range': 'bytes 0-9/99' }, 206)).toBe(99);
	expect(await sizeOf({ 'content-range': 'bytes 0-9/*' }, 206)).toBeUndefined();
});
