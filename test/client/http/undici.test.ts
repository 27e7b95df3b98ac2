import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Agent } from 'undici';
import { errorOf } from '../../support/ports';

/*
 * What connections that read into the same memory again take for granted about undici, and its documentation does not
 * promise. Fails first where a new version of undici does something else: `src/edition/full/pooledConnection.ts` has to
 * be changed then, or given up.
 */

const KIB = 1024;

/** A socket that answers every request with the same chunks; the memory of each is overwritten once it was read. */
class OverwritingSocket extends Duplex {
	readonly memory = new Set<ArrayBufferLike>();
	#last: Buffer | undefined;
	readonly #chunks: Buffer[];
	#isAsked = false;

	constructor(chunks: readonly string[]) {
		super({ readableHighWaterMark: 1 });
		this.#chunks = chunks.map((chunk) => Buffer.from(Uint8Array.from(Buffer.from(chunk)).buffer));
	}

	override _read(): void {
		// The same moment at which a pooled connection releases the block of a chunk.
		queueMicrotask(() => {
			this.#last?.fill('!');
			this.#last = undefined;
		});
		setImmediate(() => this.#next());
	}

	override _write(_bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
		this.#isAsked = true;
		setImmediate(() => this.#next());
		done();
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	#next(): void {
		if (this.#last || !this.#isAsked) return;
		const chunk = this.#chunks.shift();
		if (!chunk) return;
		this.#last = chunk;
		this.memory.add(chunk.buffer);
		this.push(chunk);
	}
}

const agents: Agent[] = [];
afterEach(async () => {
	for (const agent of agents.splice(0)) await agent.destroy();
});

/** Sends a request over such a socket; returns the text of its answer, and whether its pieces were copies. */
async function answerOver(chunks: readonly string[]): Promise<{ readonly text: string; readonly copies: number }> {
	const socket = new OverwritingSocket(chunks);
	const agent = new Agent({
		connect: (_target, done) => void setImmediate(() => done(null, socket as Duplex as Socket)),
	});
	agents.push(agent);
	let [text, copies] = ['', 0];
	await new Promise<void>((resolve, reject) => {
		agent.dispatch(
			{ origin: 'http://h.example', path: '/', method: 'GET' },
			{
				onRequestStart: () => undefined,
				onResponseStart: () => undefined,
				onResponseData: (_, piece) => {
					text += piece.toString();
					if (!socket.memory.has(piece.buffer)) copies++;
				},
				onResponseEnd: () => resolve(),
				onResponseError: (_, error) => reject(error),
			},
		);
	});
	return { text, copies };
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: ';

test('any Duplex is a socket; a chunk is parsed when it is read, and never looked at again', async () => {
	const body = ['a', 'b', 'c'].map((letter) => letter.repeat(40 * KIB));
	const { text } = await answerOver([`${HEAD}${120 * KIB}\r\n\r\n${body[0]}`, ...body.slice(1)]);
	expect(text).toBe(body.join(''));
});

test('pieces of the body are parts of the chunks, not copies', async () => {
	const { text, copies } = await answerOver([`${HEAD}6\r\n\r\nabc`, 'def']);
	expect([text, copies]).toEqual(['abcdef', 0]);
});

test('a head, which may be kept longer, is shorter than the least chunk in memory that is used again', async () => {
	const failure = await errorOf(answerOver([`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(32 * KIB)}\r\n\r\n`]));
	expect(failure).toMatchObject({ code: 'UND_ERR_HEADERS_OVERFLOW' });
});
