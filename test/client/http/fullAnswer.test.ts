import { setImmediate as turn } from 'node:timers/promises';
import { Answer } from '../../../src/edition/full/exchange';
import { errorOf } from '../../support/ports';

/** What undici offers, and what was asked of it. */
class Asked {
	readonly calls: string[] = [];
	abort = (reason: Error): void => void this.calls.push(`abort: ${reason.message}`);
	pause = (): void => void this.calls.push('pause');
	resume = (): void => void this.calls.push('resume');
}

const KIB = 1024;

function bodyOf(): { readonly asked: Asked; readonly body: Answer } {
	const asked = new Asked();
	return { asked, body: new Answer(asked, 200, {}) };
}

test('a body that was dropped cannot be received, but fails with the reason', async () => {
	const { body, asked } = bodyOf();
	const reason = new Error('cut');
	body.drop(reason);
	expect(await errorOf(body.receive(() => undefined))).toBe(reason);
	expect(asked.calls).toEqual(['abort: cut']);
});

test('much that nobody asks for pauses the connection', () => {
	const { body, asked } = bodyOf();
	body.arrive(Buffer.alloc(63 * KIB, 'a'));
	expect(asked.calls).toEqual([]);
	body.arrive(Buffer.alloc(KIB, 'b'));
	body.arrive(Buffer.from('c'));
	expect(asked.calls).toEqual(['pause']);
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
	body.drop(new Error('late'));
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
