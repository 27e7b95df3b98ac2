import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { INodeExecutionData } from 'n8n-workflow';
import type { BinaryMode, Engine } from '../engine/support/engine';
import type { NodeKind } from './engine';

/** One file that is uploaded or downloaded; `size` in bytes. */
export interface Transfer {
	readonly size: number;
	readonly node: NodeKind;
	readonly mode: BinaryMode;
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

/** Removes all binary data that the engine of this process stored in files. */
export const removeBinaryData = async (): Promise<void> =>
	await rm(join(process.env.N8N_USER_FOLDER ?? '', '.n8n', 'storage'), { recursive: true, force: true });

/** Creates a file of this size outside of n8n. */
export async function fileOf(size: number): Promise<string> {
	const path = join(await newFolder(), 'file.bin');
	await writeFile(path, content(size));
	return path;
}

/** The same content as an item with binary data of n8n. */
export async function itemOf(engine: Engine, mode: BinaryMode, size: number): Promise<INodeExecutionData> {
	return await engine.binaryItem(
		mode === 'filesystem' ? Readable.from(content(size), { objectMode: false }) : Buffer.concat([...content(size)]),
	);
}
