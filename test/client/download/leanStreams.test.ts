import { randomBytes } from 'node:crypto';
import { promises as fs, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, pipeline as pipelineOf, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 as zlibCrc } from 'node:zlib';
import { contentStream } from '../../../src/edition/shared/contentStream';
import { crc32 } from '../../../src/edition/lean/crc32';
import { errorOf } from '../../support/ports';

/* The lean edition has streams and a checksum of its own: what reads them is n8n, axios and Node.js. */

const CONTENT = randomBytes(3_000_001);
const folder = mkdtempSync(join(tmpdir(), 'lean-'));
afterAll(() => rmSync(folder, { recursive: true }));

function stream(failAt = Infinity): { readonly from: Readable; readonly ended: jest.Mock } {
	const ended = jest.fn();
	const receive = async (take: (piece: Buffer) => Promise<void> | undefined): Promise<void> => {
		for (let at = 0; at < CONTENT.length; at += 70_001) {
			if (at >= failAt) throw new Error('cut');
			await take(CONTENT.subarray(at, at + 70_001));
		}
	};
	return { from: contentStream({ receive, end: ended }), ended };
}

/** As n8n's `binaryToBuffer` does it. */
const byEvents = async (from: Readable): Promise<Buffer> =>
	await new Promise((resolve, reject) => {
		const pieces: Buffer[] = [];
		from.on('data', (piece: Buffer) => {
			pieces.push(piece);
			from.pause();
			setImmediate(() => from.resume());
		});
		from.once('end', () => resolve(Buffer.concat(pieces)));
		from.once('error', reject);
	});

/** As axios sends a body: through a transform that counts. */
const byPipeline = async (from: Readable): Promise<Buffer> => {
	const counting = new Transform({ transform: (piece, _, done) => done(null, piece) });
	return await buffer(pipelineOf([from, counting, new PassThrough()], () => undefined) as PassThrough);
};

const byWriteFile = async (from: Readable): Promise<Buffer> => {
	await fs.writeFile(join(folder, 'file'), from);
	return await fs.readFile(join(folder, 'file'));
};

test.each(Object.entries({ byEvents, byPipeline, byWriteFile }))('%s gets content, or its error', async (_, read) => {
	const whole = stream();
	expect((await read(whole.from)).equals(CONTENT)).toBe(true);
	expect(whole.ended).toHaveBeenCalledTimes(1);
	const cut = stream(2_000_000);
	expect(await errorOf(read(cut.from))).toMatchObject({ message: 'cut' });
	expect(cut.ended).toHaveBeenCalledTimes(1);
});

test('one listener may wait for several events, each once, and for one of them no more', async () => {
	const seen = async (prepare: (from: Readable, told: jest.Mock) => void): Promise<number> => {
		const { from } = stream();
		const told = jest.fn();
		prepare(from, told);
		await buffer(from);
		return told.mock.calls.length;
	};
	const both = (from: Readable, told: jest.Mock): void => void from.once('end', told).once('close', told);
	expect(await seen(both)).toBe(2);
	expect(await seen((from, told) => (both(from, told), from.off('end', told)))).toBe(1);
	expect(await seen((from, told) => (both(from, told), from.off('close', told), from.off('end', told)))).toBe(0);
});

test.each([0, 1, 7, 8, 9, 17, 100_003])('the CRC-32 of %i bytes is that of zlib', (size) => {
	const bytes = randomBytes(size + 3).subarray(3);
	expect(crc32(bytes)).toBe(zlibCrc(bytes));
});
