import { randomFillSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { INodeExecutionData } from 'n8n-workflow';
import type { BinaryMode } from '../engine/support/engine';
import type { Bench, NodeKind } from './engine';
import type { Cost } from './meter';

/** One file that is uploaded or downloaded; `size` in bytes. */
export interface Transfer {
	readonly size: number;
	readonly node: NodeKind;
	readonly mode: BinaryMode;
	readonly rounds: number;
}

/** The cost of our node, of the best that the machine can do, and of n8n's own helper. */
export interface TransferCosts {
	readonly node: Cost;
	readonly limit: Cost;
	readonly helper?: Cost;
}

/** A first transfer of this size loads the code; it is so small that n8n's memory stays that of an idle n8n. */
export const WARM_UP_SIZE = 1_000;

const BLOCK = randomFillSync(Buffer.allocUnsafe(1024 * 1024));

function* content(size: number): Generator<Buffer> {
	for (let left = size; left > 0; left -= BLOCK.length) yield left >= BLOCK.length ? BLOCK : BLOCK.subarray(0, left);
}

/** A new folder that is removed after the benchmark. */
export const newFolder = async (): Promise<string> =>
	await mkdtemp(join(process.env.N8N_USER_FOLDER ?? tmpdir(), 'bench-'));

/** Creates a file of this size outside of n8n. */
export async function fileOf(size: number): Promise<string> {
	const path = join(await newFolder(), 'file.bin');
	await writeFile(path, content(size));
	return path;
}

/** The same content as an item with binary data of n8n. */
export async function itemOf({ engine }: Bench, mode: BinaryMode, size: number): Promise<INodeExecutionData> {
	return await engine.binaryItem(
		mode === 'filesystem' ? Readable.from(content(size), { objectMode: false }) : Buffer.concat([...content(size)]),
	);
}
