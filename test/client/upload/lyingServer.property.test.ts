import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { bufferSource } from '../../../src/client/upload/source';
import type { UploadFile, UploadPort, UploadSession } from '../../../src/client/upload/state';
import { upload } from '../../../src/client/upload/upload';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { fakeClock } from '../../support/ports';
import { outcomeLater } from '../../support/check';
import { property } from '../../support/property';

/* Uploads to a server that answers whatever it likes, right or wrong (an honest one: emulatedUpload.test.ts). */

const answer = fc.record({
	/** What it answers where it answers well. */
	number: fc.constantFrom<unknown>(0, 1, 7, 20, 40, 41, -1, 0.5, NaN, Infinity, undefined, '7', null, 2 ** 60),
	early: fc.boolean(),
	fails: fc.option(
		fc.record({
			kind: fc.constantFrom<ErrorKind>('upload', 'network', 'timeout', 'busy', 'protocol', 'auth', 'conflict'),
			status: fc.option(fc.constantFrom(400, 401, 403, 404, 408, 409, 410, 416, 429, 500, 503), {
				nil: undefined,
			}),
			code: fc.constantFrom(40001, 40900, 40310, undefined),
			retryable: fc.boolean(),
			retryAfter: fc.constantFrom(undefined, undefined, 0, 1, 59, 61, Infinity),
			expectedOffset: fc.constantFrom(undefined, undefined, 0, 3, 40, 41, -1, 1e9),
		}),
		{ freq: 2, nil: undefined },
	),
});
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

const GOOD: Answer = { number: 0, early: false, fails: undefined };
/** The most requests of an upload of this size, whatever is answered: each gives up after some failures in a row. */
const MOST_REQUESTS = 2_500;

/** A server without any sense, and what must hold of every request to it. */
class LyingPort implements UploadPort {
	requests = 0;
	readonly open = new Set<string>();
	readonly aborted = new Set<string>();
	/** By session: up to where the server has said that it has the bytes. */
	private readonly confirmed = new Map<string, number>();

	constructor(
		private readonly answers: readonly Answer[],
		private readonly last: Answer,
		private readonly data: Buffer,
	) {}

	private next(): Answer {
		ok(++this.requests < MOST_REQUESTS, 'the upload never ends');
		const given = this.answers[this.requests - 1] ?? this.last;
		if (!given.fails) return given;
		const { kind, ...details } = given.fails;
		const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
		throw new LibraryError(kind, 'as planned', known);
	}

	async create(): Promise<UploadFile> {
		this.next();
		return { hash: 'h', fullpath: 'f', instant: false, servers: ['https://up.example'] };
	}

	async init(): Promise<UploadSession | 'complete'> {
		if (this.next().early) return 'complete';
		const id = `s${this.requests}`;
		this.open.add(id);
		this.confirmed.set(id, 0);
		return { server: 'https://up.example', id };
	}

	async part({ id }: UploadSession, offset: number, bytes: Buffer): Promise<'stored' | 'complete'> {
		ok(Number.isInteger(offset) && offset >= 0 && offset < this.data.length, `a part at ${offset}`);
		ok(bytes.length > 0 && offset + bytes.length <= this.data.length, `a part up to ${offset + bytes.length}`);
		ok(bytes.equals(this.data.subarray(offset, offset + bytes.length)), 'other bytes');
		const { early } = this.next();
		this.confirmed.set(id, offset + bytes.length);
		return early ? 'complete' : 'stored';
	}

	async query({ id }: UploadSession): Promise<number | undefined> {
		const { number } = this.next();
		this.confirmed.set(id, Number(number));
		return number as number;
	}

	async finish({ id }: UploadSession): Promise<'done' | 'processing'> {
		equal(this.confirmed.get(id), this.data.length, 'finished without all bytes');
		const { early } = this.next();
		if (!early) this.open.delete(id);
		return early ? 'processing' : 'done';
	}

	async abort({ id }: UploadSession): Promise<void> {
		this.aborted.add(id);
		this.open.delete(id);
	}

	async isStored(): Promise<boolean> {
		const { early } = this.next();
		// The answer to finish was lost and the session is refused: the file is there because of it.
		if (early) this.open.clear();
		return early;
	}
}

property({
	promise: 'an upload to a server that lies ends, finishes only what is confirmed, and leaves no session',
	count: 1400,
	cases: fc.record({
		size: fc.integer({ min: 0, max: 40 }),
		chunkSize: fc.integer({ min: 1, max: 20 }),
		answers: fc.array(fc.oneof(answer, fc.constant(GOOD)), { maxLength: 30 }),
		last: fc.oneof(answer, fc.constant(GOOD)),
	}),
	keeps: async ({ size, chunkSize, answers, last }) => {
		const data = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7 + 1) & 255));
		const port = new LyingPort(answers, last, data);
		const clock = fakeClock();
		const options = { chunkSize, clock, finishTimeoutMs: 20_000 };
		const outcome = await outcomeLater(async () => await upload(port, bufferSource(data), options));
		equal(port.open.size, 0, 'a session is left');
		ok(Number.isFinite(clock.time) && clock.time - 1_700_000_000_000 < 24 * 3_600_000, 'it waits for ever');
		if (outcome.error) return ok(!/\bs\d+\b/.test(outcome.error.message), 'the session is in the error');
		equal(outcome.value.filehash, createHash('sha1').update(data).digest('hex'));
		equal(outcome.value.filesize, size);
	},
});
