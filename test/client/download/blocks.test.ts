import { randomBytes } from 'node:crypto';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { Blocks } from '../../../src/edition/shared/blocks';

/* What is between a connection and the file that is written. */

const CONTENT = randomBytes(6_000_003);

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
	const occupied = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
	expect(occupied).toBeLessThanOrEqual(2 * 1024 * 1024);
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
