import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { BinaryData } from 'n8n-core';

interface StoredFile {
	bytes: Buffer;
	fileName?: string;
	mimeType?: string;
}
interface Described {
	fileName?: string;
	mimeType?: string;
}
type Metadata = Described & { fileSize: number };
const metadataOf = ({ bytes, fileName, mimeType }: StoredFile): Metadata => ({
	fileSize: bytes.length,
	...(fileName ? { fileName } : {}),
	...(mimeType ? { mimeType } : {}),
});

async function whole(content: Buffer | Readable): Promise<Buffer> {
	if (Buffer.isBuffer(content)) return content;
	const parts: Buffer[] = [];
	for await (const part of content as AsyncIterable<Buffer>) parts.push(Buffer.from(part));
	return Buffer.concat(parts);
}

/** Pieces as an object store's connection may deliver them: odd lengths, some empty, whatever size was requested. */
function* pieces(bytes: Buffer): Generator<Buffer> {
	for (let at = 0, n = 0; at < bytes.length; n++) {
		const length = [1, 65_537, 0, 99_991, 16_385, 1_500_007][n % 6] ?? 1;
		if (length > 0) yield bytes.subarray(at, at + length);
		at += length;
	}
}

/** The byte store behind n8n's own manager for mode s3, whose S3ByteStore keeps the metadata with the object. */
export class OddStore {
	private readonly objects = new Map<string, StoredFile>();

	async write(key: string, content: Buffer | Readable, described: Described = {}): Promise<number> {
		const bytes = await whole(content);
		this.objects.set(key, { ...described, bytes });
		return bytes.length;
	}

	async read(key: string): Promise<Buffer | null> {
		return this.objects.get(key)?.bytes ?? null;
	}

	async readStream(key: string): Promise<Readable | null> {
		const stored = this.objects.get(key);
		return stored ? Readable.from(pieces(stored.bytes), { objectMode: false }) : null;
	}

	async getMetadata(key: string): Promise<Metadata | null> {
		const stored = this.objects.get(key);
		return stored ? metadataOf(stored) : null;
	}

	async copy(from: string, to: string): Promise<void> {
		this.objects.set(to, this.objects.get(from) as StoredFile);
	}

	async rename(from: string, to: string): Promise<void> {
		await this.copy(from, to);
		this.objects.delete(from);
	}

	async delete(keys: string[]): Promise<void> {
		for (const key of keys) this.objects.delete(key);
	}
}

/** n8n's DatabaseManager without its database: rows in memory, and a stream that is the whole content as one piece. */
export function databaseManager(): BinaryData.Manager {
	const rows = new Map<string, StoredFile>();
	const row = (id: string): StoredFile => {
		const found = rows.get(id);
		if (!found) throw new Error(`no row ${id}`);
		return found;
	};
	const save = (stored: StoredFile): string => {
		const id = randomUUID();
		rows.set(id, stored);
		return id;
	};
	const store: BinaryData.Manager['store'] = async (_, content, { fileName, mimeType }) => {
		const bytes = await whole(content);
		return {
			fileId: save({ bytes, ...(fileName ? { fileName } : {}), ...(mimeType ? { mimeType } : {}) }),
			fileSize: bytes.length,
		};
	};
	return {
		init: async () => undefined,
		store,
		getPath: (id) => `database://${id}`,
		getAsBuffer: async (id) => row(id).bytes,
		getAsStream: async (id) => Readable.from(row(id).bytes),
		getMetadata: async (id) => metadataOf(row(id)),
		copyByFileId: async (_, id) => save(row(id)),
		copyByFilePath: async (place, path, described) => await store(place, readFileSync(path), described),
		rename: async (from, to) => {
			rows.set(to, row(from));
			rows.delete(from);
		},
	};
}
