import { gzipSync } from 'node:zlib';
import type { Clock } from '../../../src/client/async/clock';
import { httpFor } from '../../../src/client/http/http';
import { slackFor } from '../../../src/client/http/slowTransfer';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

/* What ends a transfer that is never silent for long and never ends: its time is virtual. */

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
