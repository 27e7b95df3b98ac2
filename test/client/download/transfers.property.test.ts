import { deepEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { openDownload } from '../../../src/client/download/download';
import { codingsIn, decodedPieces } from '../../../src/client/http/httpAnswer';
import type { HttpAnswer, HttpRequest, TakePiece } from '../../../src/client/http/types';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith } from '../../support/ports';
import { outcomeLater } from '../../support/check';
import { property } from '../../support/property';

/* Bytes on their way: compressed answers, and downloads that are cut, continued and lied to. */

const CODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
	gzip: (bytes) => zlib.gzipSync(bytes, { level: 1 }),
	deflate: (bytes) => zlib.deflateSync(bytes, { level: 1 }),
	bare: (bytes) => zlib.deflateRawSync(bytes, { level: 1 }),
	br: (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** The bytes in pieces of these sizes. */
async function* pieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
	for (let [at, piece] = [0, 0]; at < bytes.length; piece++) {
		const size = sizes[piece % sizes.length] ?? 1;
		yield bytes.subarray(at, at + size);
		at += size;
	}
}

async function joined(from: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const piece of from) all.push(piece);
	return Buffer.concat(all);
}

property({
	promise:
		'a compressed answer is the bytes that were compressed, and a damaged one is a LibraryError or other bytes',
	count: 600,
	cases: fc.record({
		bytes: fc.oneof(
			fc.uint8Array({ maxLength: 200 }),
			fc.nat(200_000).map((size) => new Uint8Array(size)),
		),
		codings: fc.array(fc.constantFrom(...Object.keys(CODERS)), { minLength: 1, maxLength: 3 }),
		sizes: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 3 }),
		damage: fc.option(fc.record({ at: fc.nat(300), byte: fc.nat(255), cut: fc.boolean() }), { freq: 2 }),
	}),
	keeps: async ({ bytes, codings, sizes, damage }) => {
		const coded = codings.reduce<Buffer>((from, coding) => CODERS[coding]?.(from) ?? from, Buffer.from(bytes));
		const sent = Buffer.from(damage?.cut ? coded.subarray(0, damage.at) : coded);
		if (damage && !damage.cut && sent.length > 0) sent[damage.at % sent.length] = damage.byte;
		const undo = codingsIn(codings.map((coding) => (coding === 'bare' ? ' Deflate' : coding)).join(','));
		const outcome = await outcomeLater(async () => await joined(decodedPieces(pieces(sent, sizes), undo, 'host')));
		if (sent.equals(coded)) {
			ok(!outcome.error, outcome.error?.message);
			return ok(outcome.value.equals(bytes));
		}
		if (outcome.error) return ok(['protocol', 'network'].includes(outcome.error.kind));
		// The checksum of gzip is the only one that all decoders check.
		if (codings.at(-1) === 'gzip' && sent.length > 0 && damage?.cut)
			ok(false, 'a cut answer passed for a whole one');
	},
});

const FILE = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 31 + (at >> 3)) & 255));
const SHA1 = createHash('sha1').update(FILE).digest('hex');

const reply = fc.record({
	does: fc.constantFrom(
		...([
			'serve',
			'serve',
			'serve',
			'ignoreRange',
			'otherRange',
			'otherFile',
			'refuse',
			'expire',
			'busy',
			'lost',
			'noLength',
		] as const),
		...(['moreBytes', 'wrongTotal'] as const),
	),
	/** Bytes after which the connection is cut; all when it is more than there are. */
	cut: fc.oneof(fc.constant(1_000), fc.nat(400)),
	size: fc.integer({ min: 1, max: 300 }),
	shift: fc.integer({ min: -5, max: 5 }),
});
type Reply = typeof reply extends fc.Arbitrary<infer T> ? T : never;
/** What an honest host may do: it fails, but never sends other bytes than those of the file. */
const HONEST: readonly string[] = ['serve', 'ignoreRange', 'busy', 'lost', 'noLength', 'expire'];

/** Hands a body to its reader, waits where it says so, and breaks off where the connection is cut. */
async function handOver(bytes: Buffer, { cut, size }: Reply, take: TakePiece): Promise<void> {
	for await (const piece of pieces(bytes.subarray(0, cut), [size])) {
		const memory = Buffer.from(piece);
		const waiting = take(memory);
		// A connection reads into the same memory again.
		memory.fill(0);
		await waiting;
	}
	if (cut < bytes.length) throw new LibraryError('network', 'cut');
}

function answerTo({ headers = {} }: HttpRequest, how: Reply): HttpAnswer {
	const [, first = '0'] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
	if (how.does === 'lost') throw new LibraryError('network', 'lost');
	const failed = { refuse: 404, expire: 403, busy: 503 }[how.does as string];
	const isRange = Number(first) > 0 && how.does !== 'ignoreRange';
	const from = isRange ? Math.max(0, Number(first) + (how.does === 'otherRange' ? how.shift : 0)) : 0;
	const file = how.does === 'otherFile' ? Buffer.from(FILE).reverse() : FILE;
	const rest =
		how.does === 'moreBytes' ? Buffer.concat([file.subarray(from), Buffer.from('more')]) : file.subarray(from);
	const total = FILE.length + (how.does === 'wrongTotal' ? how.shift : 0);
	const length = isRange
		? { 'content-range': `bytes ${from}-${total - 1}/${total}` }
		: { 'content-length': String(total) };
	return {
		status: failed ?? (isRange ? 206 : 200),
		headers: how.does === 'noLength' ? (isRange ? length : {}) : length,
		text: async () => '',
		receive: async (take) => await handOver(rest, how, take),
		discard: async () => undefined,
	};
}

property({
	promise: 'a download gives exactly the file or a LibraryError, whatever is cut, left out or sent in its place',
	count: 1050,
	cases: fc.record({
		replies: fc.array(reply, { minLength: 1, maxLength: 10 }),
		links: fc.integer({ min: 1, max: 2 }),
		knows: fc.constantFrom('sha1', 'both', 'none'),
		renews: fc.boolean(),
	}),
	keeps: async ({ replies, links, knows, renews }) => {
		let requests = 0;
		const request = async (sent: HttpRequest): Promise<HttpAnswer> => {
			ok(++requests < 200, 'it never ends');
			return answerTo(
				sent,
				replies[requests - 1] ?? ({ does: 'serve', cut: 1_000, size: 100, shift: 0 } satisfies Reply),
			);
		};
		const urls = Array.from({ length: links }, (_, link) => `https://host.example/${link}?sign=secret`);
		const expected = knows === 'none' ? {} : { sha1: SHA1, ...(knows === 'both' ? { size: FILE.length } : {}) };
		const outcome = await outcomeLater(async () => {
			const { stream } = await openDownload(callerWith({ request }), urls, {
				expected,
				...(renews ? { renew: async () => urls } : {}),
			});
			return await joined(stream as AsyncIterable<Buffer>);
		});
		if (outcome.error) return ok(!outcome.error.message.includes('secret'), outcome.error.message);
		const isHonest = replies.slice(0, requests).every(({ does }) => HONEST.includes(does));
		if (knows !== 'none' || isHonest) deepEqual(outcome.value, FILE);
	},
});
