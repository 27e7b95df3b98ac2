import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { openDownload, type DownloadOptions } from '../../../src/client/download/download';
import { httpFor } from '../../../src/client/http/http';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { loopback, type Seen } from '../../support/loopback';
import { callerWith } from '../../support/ports';

/* Downloads over real sockets from a host that fails in every way at every request. */

const http = httpFor({ allowUnauthorizedCerts: false });
afterAll(async () => await http.close());
const made = new Map<number, Buffer>();
function content(size: number): Buffer {
	const bytes =
		made.get(size) ?? Buffer.from(Array.from({ length: size }, (_, i) => (i * 13 + (i >> 9) + (i >> 17)) & 255));
	made.set(size, bytes);
	return bytes;
}
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** What a host may do that keeps to HTTP. */
const HONEST = [
	'ok',
	'cut',
	'cutAtOnce',
	'cutAtEnd',
	'reset',
	'drip',
	'notHttp',
	'noLength',
	'noRanges',
	'wrongPart',
	'noContentRange',
	'unknownTotal',
	'otherEtag',
	'otherSize',
	'otherHost',
	'loop',
	'expire403',
	'expire410',
	's401',
	's404',
	's416',
	's429',
	's500',
	's503',
	'json',
] as const;
/** What only size or SHA1 can show. */
const LYING = ['short', 'long', 'damaged', 'webPage', 'gzip'] as const;
type Fault = (typeof HONEST)[number] | (typeof LYING)[number];

interface Schedule {
	size: number;
	faults: Fault[];
	knows: 'both' | 'sha1' | 'size' | 'none';
	links: number;
	dead: number;
	renews: 'yes' | 'no' | 'fails';
	cancelAt?: number | undefined;
}
interface Running {
	data: Buffer;
	n: number;
	valid: number;
	schedule: Schedule;
	stop: AbortController;
}

function head(running: Running, start: number, fault: Fault): [number, Record<string, string | number>] {
	const { length } = running.data;
	const partial = (start > 0 && fault !== 'noRanges') || fault === 'wrongPart' || fault === 'noContentRange';
	const total = fault === 'unknownTotal' ? '*' : fault === 'otherSize' ? length + 7 : length;
	const from = fault === 'wrongPart' ? start + 1 : start;
	return [
		partial ? 206 : 200,
		{
			etag: fault === 'otherEtag' ? '"2"' : '"1"',
			...(partial && fault !== 'noContentRange'
				? { 'content-range': `bytes ${from}-${length - 1}/${total}` }
				: {}),
			...(['noLength', 'short', 'long', 'gzip'].includes(fault)
				? {}
				: {
						'content-length':
							(partial ? length - from : length) + (fault === 'otherSize' && !partial ? 7 : 0),
					}),
			...(fault === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
		},
	];
}

function answer(running: Running, request: Seen, response: ServerResponse, raw: IncomingMessage): void {
	const { data, schedule } = running;
	const url = new URL(request.url, 'http://x');
	const n = running.n++;
	if (n === schedule.cancelAt) running.stop.abort();
	const fault = schedule.faults[n] ?? 'ok';
	if (fault.startsWith('expire')) running.valid = Number(url.searchParams.get('v')) + 1;
	if (Number(url.searchParams.get('v')) < running.valid)
		return void response
			.writeHead(fault === 'expire410' ? 410 : 403)
			.end(`<html>${request.url} has expired</html>`);
	const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
	const [status, headers] = head(running, start, fault);
	const rest = status === 206 ? data.subarray(fault === 'wrongPart' ? start + 1 : start) : data;
	const half = rest.subarray(0, Math.ceil(rest.length / 2));
	switch (fault) {
		case 'reset':
			return void raw.socket.resetAndDestroy();
		case 'notHttp':
			return void raw.socket.end('BOGUS\r\n\r\n');
		case 'otherHost':
			return void response.writeHead(302, { location: `${request.url}&again=1` }).end();
		case 'loop':
			return void response.writeHead(302, { location: request.url }).end();
		case 'json':
			return void response
				.writeHead(404, { 'content-type': 'application/json' })
				.end(JSON.stringify({ error_code: 40402, error_msg: `nothing at ${request.url}` }));
		case 'webPage':
			return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
		case 's401':
		case 's404':
		case 's416':
		case 's429':
		case 's500':
		case 's503':
			return void response.writeHead(Number(fault.slice(1)), { 'retry-after': '1' }).end(request.url);
		default:
			response.writeHead(status, headers);
	}
	switch (fault) {
		case 'cut':
			return void response.write(half.length ? half : ' ', () => raw.socket.destroy());
		case 'cutAtEnd':
			return void response.write(rest.length ? rest : ' ', () => raw.socket.destroy());
		case 'cutAtOnce':
			response.flushHeaders();
			return void setImmediate(() => raw.socket.destroy());
		// An invented byte in an empty file would be a lie that nothing can show.
		case 'otherSize':
			response.flushHeaders();
			return rest.length
				? void response.write(rest, () => raw.socket.destroy())
				: void setImmediate(() => raw.socket.destroy());
		case 'drip':
			for (const byte of [half.subarray(0, 1), half.subarray(1), rest.subarray(half.length)])
				response.write(byte);
			return void response.end();
		case 'short':
			return void response.end(half);
		case 'long':
			return void response.end(Buffer.concat([rest, Buffer.from('more')]));
		case 'damaged':
			return void response.end(
				rest.length ? Buffer.concat([rest.subarray(0, -1), Buffer.from([(rest.at(-1) ?? 0) ^ 1])]) : rest,
			);
		case 'gzip':
			return void response.end(gzipSync(rest));
		default:
			response.end(rest);
	}
}

interface Outcome {
	got: Buffer;
	error?: unknown;
	requests: number;
	renewed: number;
	stopped: boolean;
}

async function carriedOut(schedule: Schedule): Promise<Outcome> {
	const data = content(schedule.size);
	const stop = new AbortController();
	const running: Running = { data, n: 0, valid: 0, schedule, stop };
	const host = await loopback((request, response, raw) => answer(running, request, response, raw));
	let renewed = 0;
	const urls = (): string[] => [
		...Array.from({ length: schedule.dead }, () => 'http://127.0.0.1:1/PATHKEY?sign=LINK-SECRET'),
		...Array.from(
			{ length: schedule.links },
			(_, link) => `${host.url}/PATHKEY/${link}?v=${renewed}&sign=LINK-SECRET`,
		),
	];
	const renew = async (): Promise<string[]> => {
		renewed++;
		if (schedule.renews === 'fails')
			throw new LibraryError('busy', 'The service is busy', {
				operation: 'libraryFileDownloadUrl',
				retryable: false,
			});
		return urls();
	};
	const expected = {
		...(['both', 'size'].includes(schedule.knows) ? { size: data.length } : {}),
		...(['both', 'sha1'].includes(schedule.knows) ? { sha1: sha1(data) } : {}),
	};
	const options: DownloadOptions = { expected, ...(schedule.renews === 'no' ? {} : { renew }) };
	const parts: Buffer[] = [];
	let error: unknown;
	try {
		const { stream } = await openDownload(
			callerWith(http, { signal: stop.signal, random: () => 0.5 }),
			urls(),
			options,
		);
		for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
	} catch (cause) {
		error = cause;
	}
	await host.close();
	return {
		got: Buffer.concat(parts),
		...(error === undefined ? {} : { error }),
		requests: running.n,
		renewed,
		stopped: stop.signal.aborted,
	};
}

function judge(schedule: Schedule, { got, error, requests, renewed, stopped }: Outcome): void {
	const data = content(schedule.size);
	if (error === undefined) {
		expect(got.equals(data)).toBe(true);
	} else {
		expect(error).toBeInstanceOf(LibraryError);
		if (stopped) expect(error).toMatchObject({ kind: 'aborted' });
		expect((error as Error).message.length).toBeGreaterThan(15);
		const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
		for (const secret of ['LINK-SECRET', 'PATHKEY', 'top-secret-value']) expect(shown).not.toContain(secret);
		// What came before the failure was right already.
		if (!schedule.faults.some((fault) => (LYING as readonly string[]).includes(fault)))
			expect(data.subarray(0, got.length).equals(got)).toBe(true);
	}
	expect(requests).toBeLessThan(
		40 + schedule.faults.filter((fault) => fault !== 'ok').length * 2 * Math.max(1, schedule.links),
	);
	expect(renewed).toBeLessThan(20 + schedule.faults.length);
}

const plain: Schedule = { size: 70_000, faults: [], knows: 'both', links: 1, dead: 0, renews: 'yes' };
const anyOf = (faults: readonly Fault[]) =>
	fc.oneof(
		fc.array(
			fc.oneof(
				{ weight: 1, arbitrary: fc.constant<Fault>('ok') },
				{ weight: 4, arbitrary: fc.constantFrom(...faults) },
				{ weight: 2, arbitrary: fc.constant<Fault>('cut') },
			),
			{ maxLength: 12 },
		),
		fc
			.tuple(fc.nat(2), fc.constantFrom(...faults))
			.map(([before, fault]) => [
				...Array.from({ length: before }, (): Fault => 'cut'),
				...Array.from({ length: 300 }, () => fault),
			]),
	);
const known = fc
	.constantFrom('both' as const, 'sha1' as const)
	.chain((knows) => fc.record({ knows: fc.constant(knows), faults: anyOf([...HONEST, ...LYING]) }));
const unknown = fc
	.constantFrom('size' as const, 'none' as const)
	.chain((knows) => fc.record({ knows: fc.constant(knows), faults: anyOf(HONEST) }));
const schedules: fc.Arbitrary<Schedule> = fc
	.tuple(
		fc.oneof(known, unknown),
		fc.record({
			size: fc.constantFrom(0, 1, 2, 1000, 70_000, 200_000),
			links: fc.constantFrom(1, 1, 2, 3),
			dead: fc.constantFrom(0, 0, 0, 1),
			renews: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const, 'fails' as const),
			cancelAt: fc.option(fc.nat(4), { freq: 5, nil: undefined }),
		}),
	)
	.map(([what, rest]) => ({ ...what, ...rest }));

test.each<Fault>([...HONEST, ...LYING])('%s at the beginning and after a cut', async (fault) => {
	for (const faults of [[fault], ['cut', fault], ['cut', 'cut', fault, fault]] satisfies Fault[][]) {
		const schedule = { ...plain, faults };
		judge(schedule, await carriedOut(schedule));
	}
});

test.each<Fault>([
	'cut',
	'cutAtOnce',
	'cutAtEnd',
	'reset',
	'drip',
	'notHttp',
	'noRanges',
	'otherHost',
	'expire403',
	'expire410',
	's404',
	's503',
])('%s once is made good', async (fault) => {
	for (const faults of [[fault], ['cut', fault], ['cut', fault, 'cut', fault]] satisfies Fault[][]) {
		for (const knows of ['both', 'none'] as const) {
			const { got, error } = await carriedOut({ ...plain, size: 200_000, knows, faults });
			expect({ error, right: got.equals(content(200_000)) }).toEqual({ error: undefined, right: true });
		}
	}
});

test('any schedule: the stream ends well only with exactly the file', async () => {
	let [good, bad, stopped] = [0, 0, 0];
	await fc.assert(
		fc.asyncProperty(schedules, async (schedule) => {
			const outcome = await carriedOut(schedule);
			judge(schedule, outcome);
			if (outcome.error === undefined) good++;
			else if (outcome.stopped) stopped++;
			else bad++;
		}),
		{ numRuns: 400, timeout: 10_000 },
	);
	for (const count of [good, bad, stopped]) expect(count).toBeGreaterThan(20);
}, 60_000);
