import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait, setImmediate as turn } from 'node:timers/promises';
import { Answer } from '../../../src/edition/full/exchange';
import { PooledConnection } from '../../../src/edition/full/pooledConnection';
import { Blocks } from '../../../src/edition/shared/blocks';
import { contentStream } from '../../../src/edition/shared/contentStream';
import { errorOf } from '../../support/ports';

/* Memory that is used again: only fs.promises.writeFile gets it, and never before it is done with it. */

const CONTENT = randomBytes(6_000_003);
const folder = fs.mkdtemp(join(tmpdir(), 'content-'));
afterAll(async () => await fs.rm(await folder, { recursive: true }));

/** Hands out the content from one piece of memory, which is overwritten as soon as `take` returned. */
function stream({ step = 70_001, failAt = Infinity, onStep = (_at: number): unknown => undefined } = {}): {
	stream: Readable;
	ended: jest.Mock;
} {
	const memory = Buffer.alloc(step);
	const ended = jest.fn();
	const made = contentStream({
		receive: async (take) => {
			for (let at = 0; at < CONTENT.length; at += step) {
				if (at >= failAt) throw new Error('cut');
				const bytes = CONTENT.copy(memory, 0, at, at + step);
				const room = take(memory.subarray(0, bytes));
				memory.fill(0);
				if (room) await room;
				else if (at % 5 === 0) await wait(0);
				onStep(at);
			}
		},
		end: ended,
	});
	return { stream: made, ended };
}

const READERS: Record<string, (from: Readable) => Promise<Buffer>> = {
	'fs.promises.writeFile': async (from) => {
		const path = join(await folder, 'written');
		await fs.writeFile(path, from);
		return await fs.readFile(path);
	},
	'a reader that keeps every piece': async (from) => {
		const pieces: Buffer[] = [];
		for await (const piece of from as AsyncIterable<Buffer>) pieces.push(piece);
		return Buffer.concat(pieces);
	},
	'a slow reader': async (from) => {
		const pieces: Buffer[] = [];
		for await (const piece of from as AsyncIterable<Buffer>) {
			if (pieces.push(piece) % 8 === 0) await wait(1);
		}
		return Buffer.concat(pieces);
	},
	'a reader that pauses and resumes': async (from) =>
		await new Promise((resolve, reject) => {
			const pieces: Buffer[] = [];
			from.on('data', (piece: Buffer) => {
				pieces.push(piece);
				from.pause();
				setImmediate(() => from.resume());
			});
			from.on('end', () => resolve(Buffer.concat(pieces))).on('error', reject);
		}),
	'a pipe': async (from) => {
		const through = new PassThrough({ highWaterMark: 1_000_000 });
		const [whole] = await Promise.all([buffer(through), pipeline(from, through)]);
		return whole;
	},
};

test.each(Object.keys(READERS))('%s gets the content', async (name) => {
	for (const step of [1_000_000, 70_001, 524_288]) {
		const { stream: from, ended } = stream({ step });
		expect((await READERS[name]?.(from))?.equals(CONTENT)).toBe(true);
		await wait(1);
		expect({ ended: from.readableEnded, destroyed: from.destroyed }).toEqual({ ended: true, destroyed: true });
		expect(ended).toHaveBeenCalledTimes(1);
	}
});

test('a failure is the error of the write, and of any other reader', async () => {
	for (const read of Object.values(READERS)) {
		const { stream: from, ended } = stream({ failAt: 3_000_000 });
		expect(await errorOf(read(from))).toMatchObject({ message: 'cut' });
		expect(ended).toHaveBeenCalledTimes(1);
	}
});

test('who writes is found without a look at the sources of all that is on the stack', async () => {
	const { prepareStackTrace } = Error;
	const prepare = jest.fn(prepareStackTrace);
	Error.prepareStackTrace = prepare;
	await fs.writeFile(join(await folder, 'y'), stream().stream);
	expect(Error.prepareStackTrace).toBe(prepare);
	Error.prepareStackTrace = prepareStackTrace;
	expect(prepare).not.toHaveBeenCalled();
});

const nothing = (): void => undefined;

test('what a connection lends before it is asked for lies in memory that is used again', async () => {
	const memory = new Set<ArrayBufferLike>();
	const lent = (new PooledConnection().onRead.buffer() as Buffer).subarray(0, 60_000);
	for (let n = 0; n < 100; n++) {
		const body = new Answer({ abort: nothing, pause: nothing, resume: nothing }, 200, {});
		body.arrive(lent.fill(n));
		const received = body.receive((piece) => {
			memory.add(piece.buffer);
			expect([piece.length, piece[0], piece.at(-1)]).toEqual([60_000, n, n]);
			return undefined;
		});
		body.complete();
		await received;
	}
	expect([memory.size < 5, memory.has(lent.buffer)]).toEqual([true, false]);
});

test('a source that hands out a second piece before there is room for the first goes on after both', async () => {
	const half = CONTENT.length / 2;
	const made = contentStream({
		receive: async (take) => {
			await Promise.all([take(CONTENT.subarray(0, half)), take(CONTENT.subarray(half))]);
		},
		end: () => undefined,
	});
	expect((await buffer(made)).equals(CONTENT)).toBe(true);
});

test('a slow writer holds the download back, within 2 MiB', async () => {
	const blocks = new Blocks(true);
	const memory = new Set<ArrayBufferLike>();
	let most = 0;
	let ahead = 0;
	const sending = (async () => {
		for (let at = 0; at < CONTENT.length; at += 100_000) {
			const piece = Buffer.from(CONTENT.subarray(at, at + 100_000));
			ahead += piece.length;
			most = Math.max(most, ahead);
			await blocks.take(piece);
		}
		blocks.end();
	})();
	const parts: Buffer[] = [];
	for await (const block of blocks) {
		memory.add(block.buffer);
		ahead -= block.length;
		await wait(1);
		parts.push(Buffer.from(block));
	}
	await sending;
	expect(Buffer.concat(parts).equals(CONTENT)).toBe(true);
	expect([...memory].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(2 * 1024 * 1024);
	expect(most).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test('small pieces are written together', async () => {
	const blocks = new Blocks(true);
	const sending = (async () => {
		for (let at = 0; at < 300_000; at += 1000) {
			await blocks.take(CONTENT.subarray(at, at + 1000));
			await turn();
		}
		blocks.end();
	})();
	const sizes: number[] = [];
	for await (const block of blocks) sizes.push(block.length);
	await sending;
	expect(sizes).toEqual([126_976, 126_976, 46_048]);
});
