import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { StreamedBody } from '../../../src/client/http/streamedAnswer';
import { errorOf } from '../../support/ports';
import { Asked } from './asked';

const KIB = 1024;

const open: StreamedBody[] = [];
function bodyOf(silenceMs = 60_000): { readonly asked: Asked; readonly body: StreamedBody } {
	const asked = new Asked();
	const body = new StreamedBody(asked, silenceMs);
	open.push(body);
	return { asked, body };
}
afterEach(() => open.splice(0).forEach((body) => void body.destroy()));

test('a rest of 128 KiB is read for nothing, a longer one costs the connection', async () => {
	const short = bodyOf();
	const dumped = short.body.dump();
	short.body.arrive(Buffer.alloc(100 * KIB));
	short.body.arrive(Buffer.alloc(28 * KIB));
	short.body.complete();
	await dumped;
	expect(short.asked.calls).toEqual([]);
	const long = bodyOf();
	const failure = errorOf(long.body.dump());
	long.body.arrive(Buffer.alloc(128 * KIB));
	expect(long.asked.calls).toEqual([]);
	long.body.arrive(Buffer.alloc(1));
	expect((await failure).message).toBe('The body was dropped');
	expect(long.asked.calls).toEqual(['abort: The body was dropped']);
});

test('a body that was dropped cannot be received, with its error if it had one', async () => {
	const dropped = bodyOf().body;
	dropped.destroy();
	expect((await errorOf(dropped.receive(() => undefined))).message).toBe('The body was dropped');
	const { body: failed, asked } = bodyOf();
	const reason = new Error('cut');
	failed.destroy(reason);
	expect(await errorOf(failed.receive(() => undefined))).toBe(reason);
	expect(asked.calls).toEqual(['abort: cut']);
});

test('a body that was read to its end is received as empty', async () => {
	const { body, asked } = bodyOf();
	body.arrive(Buffer.from('abc'));
	body.complete();
	expect((await buffer(body)).toString()).toBe('abc');
	await turn();
	const pieces: Buffer[] = [];
	await body.receive((piece) => void pieces.push(piece));
	expect([pieces, asked.calls]).toEqual([[], []]);
});

test('who iterates over a full body pauses the connection until it is read, with copies of its pieces', async () => {
	const { body, asked } = bodyOf();
	const piece = Buffer.alloc(63 * KIB, 'a');
	body.arrive(piece);
	expect(asked.calls).toEqual([]);
	body.arrive(Buffer.alloc(KIB, 'b'));
	body.arrive(Buffer.from('c'));
	expect(asked.calls).toEqual(['pause']);
	piece.fill('x');
	const { value } = await body[Symbol.asyncIterator]().next();
	expect(value?.toString()).toBe(`${'a'.repeat(63 * KIB)}${'b'.repeat(KIB)}c`);
	expect(asked.calls).toEqual(['pause', 'resume']);
});

test('a reader that waits for two pieces holds the connection back until both are done', async () => {
	const { body, asked } = bodyOf();
	const done: Array<() => void> = [];
	const received = body.receive(async () => await new Promise<void>((resolve) => void done.push(resolve)));
	body.arrive(Buffer.from('a'));
	body.arrive(Buffer.from('b'));
	done[0]?.();
	await turn();
	expect(asked.calls).toEqual(['pause']);
	done[1]?.();
	await turn();
	expect(asked.calls).toEqual(['pause', 'resume']);
	body.complete();
	await received;
	body.destroy();
	expect(asked.calls).toEqual(['pause', 'resume']);
});

test('what came before the reader is handed over first, in order, and frees the connection', async () => {
	const { body, asked } = bodyOf();
	body.arrive(Buffer.alloc(64 * KIB, 'a'));
	const pieces: Buffer[] = [];
	const received = body.receive((piece) => void pieces.push(Buffer.from(piece)));
	body.arrive(Buffer.from('b'));
	body.complete();
	await received;
	expect(Buffer.concat(pieces).toString()).toBe(`${'a'.repeat(64 * KIB)}b`);
	expect(asked.calls).toEqual(['pause', 'resume']);
});

test('a reader that waits for what came before it holds the connection back as well', async () => {
	const { body, asked } = bodyOf();
	body.arrive(Buffer.alloc(64 * KIB));
	let done = (): void => undefined;
	void body.receive(async () => await new Promise<void>((resolve) => (done = resolve))).catch(() => undefined);
	await turn();
	expect(asked.calls).toEqual(['pause']);
	done();
	await turn();
	expect(asked.calls).toEqual(['pause', 'resume']);
});

test.each([
	[
		'throws',
		() => {
			throw new Error('disk full');
		},
	],
	['rejects', async () => await Promise.reject(new Error('disk full'))],
])('a reader that %s ends the body with its error', async (_how, take) => {
	const { body, asked } = bodyOf();
	const failure = errorOf(body.receive(take));
	body.arrive(Buffer.from('a'));
	expect((await failure).message).toBe('disk full');
	expect(asked.calls.at(-1)).toBe('abort: disk full');
});

test('a body that came whole is received when its last piece is taken, and fails as its reader does', async () => {
	const receiveLast = (): { received: Promise<void>; settled: jest.Mock; done: (error?: Error) => void } => {
		const { body } = bodyOf();
		let done = (_error?: Error): void => undefined;
		const taken = new Promise<void>((resolve, reject) => {
			done = (error) => (error ? reject(error) : resolve());
		});
		const received = body.receive(async () => await taken);
		body.arrive(Buffer.from('a'));
		body.complete();
		const settled = jest.fn();
		received.then(settled, settled);
		return { received, settled, done };
	};
	for (const error of [undefined, new Error('disk full')]) {
		const { received, settled, done } = receiveLast();
		await turn();
		expect(settled).not.toHaveBeenCalled();
		done(error);
		expect(await received.catch((cause: unknown) => cause)).toBe(error);
	}
	const { body } = bodyOf();
	body.arrive(Buffer.from('a'));
	body.arrive(Buffer.from('b'));
	body.complete();
	const take = jest.fn(() => {
		throw new Error('disk full');
	});
	expect((await errorOf(body.receive(take))).message).toBe('disk full');
	expect(take).toHaveBeenCalledTimes(1);
});

test('silence ends a body that is read, not one whose reader waits, and not one that is complete', async () => {
	const silent = bodyOf(10);
	const slow = bodyOf(10);
	const whole = bodyOf(10);
	void slow.body.receive(async () => await new Promise(() => undefined)).catch(() => undefined);
	slow.body.arrive(Buffer.from('a'));
	whole.body.complete();
	await wait(40);
	expect(silent.asked.calls).toEqual(['abort: Body Timeout']);
	expect(slow.asked.calls).toEqual(['pause']);
	expect(whole.asked.calls).toEqual([]);
});
