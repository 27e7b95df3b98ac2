import { connectDownload } from '../../../src/client/download/openLink';
import { receive } from '../../../src/client/download/download';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { fakeHosts, type HostReply } from './fakeHosts';

const A = 'https://a.example.com/x';
const B = 'https://b.example.com/x';
const WHOLE: HostReply = { headers: { 'content-length': '6' }, pieces: ['abc', 'def'] };
const part = (from: number, pieces: string[], isCut = false): HostReply => ({
	status: 206,
	headers: { 'content-range': `bytes ${from}-5/6` },
	pieces,
	isCut,
});
const hostsOf = (sent: ReadonlyArray<{ url: string }>) => sent.map(({ url }) => url[8]).join('');

test.each<[string, HostReply | Error, number[]]>([
	['after a refused connection', new LibraryError('network', 'x', { code: 'ECONNREFUSED' }), [500, 1000]],
	['when the host is busy', { status: 503 }, [500, 1000]],
	['as late as the host says', { status: 503, headers: { 'retry-after': '7' } }, [7000, 500, 7000, 1000]],
	['after a minute', { status: 503, headers: { 'retry-after': '60' } }, [60_000, 500, 60_000, 1000]],
	['at once, when it says so', { status: 503, headers: { 'retry-after': '0' } }, [0, 500, 0, 1000]],
])('a link is opened again %s', async (_when, reply, pauses) => {
	const hosts = fakeHosts(reply, reply, WHOLE);
	expect(await hosts.get([A])).toBe('abcdef');
	expect(hosts.clock.slept).toEqual(pauses);
});

test.each<[string, HostReply | Error, number]>([
	['busy', { status: 503 }, 6],
	['broken', { status: 500 }, 3],
	['busy for an hour', { status: 503, headers: { 'retry-after': '3600' } }, 1],
	['broken for an hour', { status: 500, headers: { 'retry-after': '3600' } }, 1],
	['not there', { status: 404 }, 1],
	['unknown', new LibraryError('network', 'x', { code: 'ENOTFOUND', retryable: false }), 1],
	['the cause of a mistake of this package', new RangeError('x'), 1],
])('a host that is %s', async (_what, reply, requests) => {
	const hosts = fakeHosts(reply);
	await errorOf(hosts.get([A]));
	expect(hosts.sent).toHaveLength(requests);
	// The text of each refusal is read, which is all that an answer allows.
	expect(hosts.discarded()).toBe(0);
});

test('a cut download continues at the byte reached, and after new bytes it may fail as often again', async () => {
	const cuts = [0, 1, 2, 3, 4].map((at) => part(at, ['abcdef'.charAt(at)], true));
	const hosts = fakeHosts({ ...WHOLE, pieces: ['a'], isCut: true }, ...cuts.slice(1), part(5, ['f']));
	let retries = 0;
	expect(await hosts.get([A], { onRetry: () => retries++ })).toBe('abcdef');
	expect(hosts.ranges()).toEqual([undefined, ...[1, 2, 3, 4, 5].map((at) => `bytes=${at}-`)]);
	expect(retries).toBe(5);
	expect(hosts.clock.slept).toEqual([500, 500, 500, 500, 500]);
});

test.each<[string, number, string | undefined, number]>([
	// 5 minutes of slack, of which each request costs a quarter of a second and ten bytes earn 10 ms.
	['ten bytes at a time come to an end', 10, 'tooSlow', 1249],
	['300 bytes at a time go on', 300, undefined, 2000],
])('%s', async (_what, bytes, code, requests) => {
	const host = fakeHosts(({ headers }) => {
		const from = Number(/\d+/.exec(headers?.range ?? '0')?.[0]);
		const range = `bytes ${from}-${from + bytes - 1}/${2000 * bytes}`;
		return { status: 206, headers: { 'content-range': range }, pieces: ['x'.repeat(bytes)] };
	});
	const ended = host.get([A]).then(
		() => undefined,
		(error: { code?: unknown }) => error.code,
	);
	expect([await ended, host.sent.length]).toEqual([code, requests]);
});

test('five cuts in a row are borne, the sixth is reported unless a new byte came in between', async () => {
	const nothing = part(1, [], true);
	const first = { ...WHOLE, pieces: ['a'], isCut: true };
	const patient = fakeHosts(first, nothing, nothing, nothing, nothing, part(1, ['bcdef']));
	expect(await patient.get([A])).toBe('abcdef');
	expect(patient.clock.slept).toEqual([500, 1000, 2000, 4000, 8000]);
	const hopeless = fakeHosts(first, nothing);
	expect(await errorOf(hopeless.get([A]))).toMatchObject({ kind: 'network', code: 'ECONNRESET' });
	expect(hopeless.sent).toHaveLength(6);
});

test('what came compressed and is cut is sent again from its beginning, of which nothing comes twice', async () => {
	const zipped = { compressed: true, headers: { etag: '"1-gzip"' } };
	const hosts = fakeHosts({ ...zipped, pieces: ['abc'], isCut: true }, { ...zipped, pieces: ['abcd', 'ef'] });
	expect(await hosts.get([A], { expected: { size: 6 } })).toBe('abcdef');
	expect(hosts.ranges()).toEqual([undefined, undefined]);
});

test('bytes that arrived before are left out, and no empty piece is handed on', async () => {
	const hosts = fakeHosts({ ...WHOLE, pieces: ['abcd'], isCut: true }, { ...WHOLE, pieces: ['ab', 'cd', 'e', 'f'] });
	const [pieces, progress]: [string[], unknown[]] = [[], []];
	const run = {
		caller: hosts.caller,
		signal: new AbortController().signal,
		links: { urls: [A] },
		expected: { size: 6, sha1: '1F8AC10F23C5B5BC1167BDA84B833E5C057A77D2' },
		onProgress: (...now: unknown[]) => progress.push(now),
	};
	const first = await connectDownload(hosts.caller, run.links, 0, undefined);
	await receive(run, first, (piece) => {
		pieces.push(String(piece));
		return undefined;
	});
	expect(pieces).toEqual(['abcd', 'e', 'f']);
	expect(progress.at(0)).toEqual([4, 6]);
	expect(progress.at(-1)).toEqual([6, 6]);
});

test.each([
	[{ size: 5 }, 'the host offers 6 bytes instead of 5'],
	[{ sha1: '0'.repeat(40) }, 'its SHA1 checksum differs'],
])('content that is not %j is refused for good', async (expected, how) => {
	const hosts = fakeHosts(WHOLE);
	expect(await errorOf(hosts.get([A], { expected }))).toMatchObject({
		kind: 'protocol',
		code: 'contentMismatch',
		operation: 'download',
		retryable: false,
		message: `The downloaded content doesn't match the file's metadata: ${how}`,
		hint: expect.stringContaining('try again') as string,
	});
	expect(hosts.sent).toHaveLength(1);
});

test.each([
	[401, 'aab'],
	[403, 'aab'],
	[404, 'aab'],
	[410, 'aab'],
	[400, 'aa'],
	[409, 'aa'],
])('HTTP %d: links are renewed when it may mean that they have expired', async (status, asked) => {
	const hosts = fakeHosts((request) => (request.url.startsWith(B) ? WHOLE : { status }));
	await hosts.get([A, A], { renew: async () => [B] }).catch(() => undefined);
	expect(hostsOf(hosts.sent)).toBe(asked);
});

test('the error is that of the last link; renewed links replace the first ones', async () => {
	expect(await errorOf(fakeHosts({ status: 403 }, { status: 409 }).get([A, B]))).toMatchObject({ status: 409 });
	let renewals = 0;
	const hosts = fakeHosts({ status: 403 }, { ...WHOLE, pieces: ['abc'], isCut: true }, part(3, ['def']));
	const renew = async () => {
		renewals++;
		return [B];
	};
	expect(await hosts.get([A], { renew })).toBe('abcdef');
	expect([hostsOf(hosts.sent), renewals]).toEqual(['abb', 1]);
});

test('a cancelled download tries no other link', async () => {
	const stop = new AbortController();
	const hosts = fakeHosts(() => {
		stop.abort();
		return { status: 503 };
	}, WHOLE);
	await errorOf(connectDownload({ ...hosts.caller, signal: stop.signal }, { urls: [A, B] }, 0, undefined));
	expect(hostsOf(hosts.sent)).toBe('a');
});
