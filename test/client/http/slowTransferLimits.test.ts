import { gzipSync } from 'node:zlib';
import type { Clock } from '../../../src/client/async/clock';
import { httpFor } from '../../../src/client/http/http';
import { slackFor, TransferGuard } from '../../../src/client/http/slowTransfer';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { VirtualTime } from '../../support/virtualTime';
import { httpBench } from './httpBench';

/* What ends a transfer that is never silent for long and never ends: its time is virtual. */

const MINUTE = 60_000;

/** Transfers `bytes` every `everyMs`, and answers after how many ms that was given up, at most `mostMs`. */
async function givenUpAfter(bytes: number, everyMs: number, mostMs: number): Promise<number> {
	const time = new VirtualTime(0);
	let failure: LibraryError | undefined;
	const guard = new TransferGuard({
		...{ clock: time, where: 'https://files.example.com', slackMs: 5 * MINUTE },
		onTooSlow: (error) => void (failure = error),
	});
	const drip = async (): Promise<number> => {
		while (!failure && time.now() < mostMs) {
			await time.sleep(everyMs);
			guard.progressed(bytes);
		}
		guard.end();
		return time.now();
	};
	const after = await time.until(drip());
	if (failure) expect(failure).toMatchObject({ kind: 'timeout', code: 'tooSlow', retryable: false });
	return failure ? after : Infinity;
}

test('a byte every few seconds is given up after about five minutes', async () => {
	expect(await givenUpAfter(1, 5_000, 60 * MINUTE)).toBeLessThan(6 * MINUTE);
	expect(await givenUpAfter(100, 1_000, 60 * MINUTE)).toBeLessThan(7 * MINUTE);
});

test('a slow network is not, and neither is a stall of four minutes', async () => {
	expect(await givenUpAfter(1_200, 1_000, 90 * MINUTE)).toBe(Infinity);
	expect(await givenUpAfter(300 * 1024, 4 * MINUTE, 90 * MINUTE)).toBe(Infinity);
});

test('slack by the limit on silence', () => {
	expect([1_000, 10_000, 60_000, 120_000, 600_000].map(slackFor)).toEqual(
		[30, 50, 300, 300, 1200].map((seconds) => seconds * 1000),
	);
});

/** A clock that stands still until `strike`; from then on every wait is over at once. */
function standing(): Clock & { strike(): void } {
	let time = 0;
	let strike = (): void => undefined;
	const struck = new Promise<void>((resolve) => (strike = resolve));
	const sleep = async (ms: number): Promise<void> => {
		await struck;
		time += ms;
	};
	return { now: () => time, sleep, strike };
}
let clock = standing();
beforeEach(() => void (clock = standing()));

const { server, closing } = httpBench();
const client = () => closing(httpFor({ allowUnauthorizedCerts: false, clock }));

describe.each([
	['plain', {}, (text: string) => Buffer.from(text)],
	['compressed', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
])('a %s body of which a byte comes now and then', (_name, headers, encode) => {
	const drip = async () =>
		await server((_, answer) => {
			answer.writeHead(200, headers);
			const bytes = encode('x'.repeat(500));
			let at = 0;
			const timer = setInterval(() => answer.write(bytes.subarray(at, ++at)), 20);
			answer.once('close', () => clearInterval(timer));
		});
	const large = async () => await client().request({ method: 'GET', url: (await drip()).url, largeAnswer: true });
	test('as text', async () => {
		const answer = await large();
		const failure = errorOf(answer.text());
		clock.strike();
		const error = await failure;
		expect(error).toMatchObject({ kind: 'timeout', code: 'tooSlow', retryable: false });
	});
	test('piece by piece', async () => {
		const answer = await large();
		const failure = errorOf(answer.receive(() => undefined));
		clock.strike();
		const error = await failure;
		expect(error).toMatchObject({ kind: 'timeout', code: 'tooSlow' });
	});
	test('as a body that nobody needs', async () => {
		const answer = await large();
		const dropped = answer.discard();
		clock.strike();
		await dropped;
	});
});

test.each(['GET', 'POST'] as const)('headers that never come to an end: %s', async (method) => {
	const { url } = await server((_, answer) => {
		const timer = setInterval(() => answer.writeProcessing(), 20);
		clock.strike();
		answer.once('close', () => clearInterval(timer));
	});
	const body = method === 'POST' ? { body: 'a=b' } : {};
	const error = await errorOf(client().request({ method, url, ...body }));
	expect(error).toMatchObject({ kind: 'timeout', code: 'tooSlow', retryable: false });
});

test('a stop wins over slowness, and an answer that arrives leaves nothing behind', async () => {
	const { url } = await server((_, answer) => answer.end('done'));
	const stop = new AbortController();
	const answer = await client().request({ method: 'GET', url, signal: stop.signal });
	expect(await answer.text()).toBe('done');
	stop.abort();
	expect(await errorOf(client().request({ method: 'GET', url, signal: stop.signal }))).toMatchObject({
		kind: 'aborted',
	});
});
