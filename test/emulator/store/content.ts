import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** assumed: contents up to this size can be searched. */
const SEARCHABLE_BYTES = 64 * 1024;

/** Size of a read from disk: small reads would make the emulator the brake of every download. */
const READ_BYTES = 1024 * 1024;

/** A stored content, known by its SHA1. `read` takes inclusive byte positions. */
export interface Content {
	readonly sha1: string;
	readonly size: number;
	/** Lower-case text when it is short and is text; used by search. */
	readonly text: string | null;
	read(first: number, last: number): Readable;
}

/** Takes a content in pieces, hashing as it goes; memory does not grow with the content when there is a data folder. */
export interface ContentWriter {
	readonly length: number;
	append(chunk: Buffer): Promise<void>;
	/** Ends the writing and tells SHA1 and size; the content is not in the store yet. */
	seal(): Promise<Content>;
	discard(): Promise<void>;
}

/** doc: the same content gives the same filehash whatever the name, so contents are kept once, by SHA1. */
export class ContentStore {
	private readonly bySha1 = new Map<string, Content>();
	private readonly files = new Set<string>();

	constructor(private readonly folder: string | null) {
		if (folder) mkdirSync(folder, { recursive: true });
	}

	get(sha1: string): Content | undefined {
		return this.bySha1.get(sha1);
	}

	add(content: Content): void {
		if (!this.bySha1.has(content.sha1)) this.bySha1.set(content.sha1, content);
	}

	/** Stores bytes that are at hand (seeding). */
	put(bytes: Buffer): Content {
		const content = memoryContent([bytes], createHash('sha1').update(bytes).digest('hex'));
		this.add(content);
		return this.bySha1.get(content.sha1) ?? content;
	}

	writer(): ContentWriter {
		if (!this.folder) return new MemoryWriter();
		const path = join(this.folder, `${randomUUID()}.content`);
		this.files.add(path);
		return new FileWriter(path);
	}

	/** Removes the files this store has made. */
	close(): void {
		for (const path of this.files) rmSync(path, { force: true });
	}
}

function textOf(bytes: Buffer): string | null {
	if (bytes.length > SEARCHABLE_BYTES || bytes.includes(0)) return null;
	return bytes.toString('utf8').toLowerCase();
}

function memoryContent(chunks: readonly Buffer[], sha1: string): Content {
	const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	return {
		sha1,
		size,
		text: size <= SEARCHABLE_BYTES ? textOf(Buffer.concat(chunks)) : null,
		read: (first, last) => Readable.from(pieces(chunks, first, last), { objectMode: false }),
	};
}

function* pieces(chunks: readonly Buffer[], first: number, last: number): Generator<Buffer> {
	let at = 0;
	for (const chunk of chunks) {
		const [from, to] = [Math.max(first - at, 0), Math.min(last + 1 - at, chunk.length)];
		if (from < to) yield chunk.subarray(from, to);
		at += chunk.length;
	}
}

class MemoryWriter implements ContentWriter {
	length = 0;
	private chunks: Buffer[] = [];
	private readonly hash = createHash('sha1');

	async append(chunk: Buffer): Promise<void> {
		this.chunks.push(chunk);
		this.hash.update(chunk);
		this.length += chunk.length;
	}

	async seal(): Promise<Content> {
		return memoryContent(this.chunks, this.hash.digest('hex'));
	}

	async discard(): Promise<void> {
		this.chunks = [];
	}
}

class FileWriter implements ContentWriter {
	length = 0;
	private file: FileHandle | null = null;
	private head: Buffer = Buffer.alloc(0);
	private readonly hash = createHash('sha1');

	constructor(private readonly path: string) {}

	async append(chunk: Buffer): Promise<void> {
		this.file ??= await open(this.path, 'w');
		for (let at = 0; at < chunk.length;) at += (await this.file.write(chunk, at)).bytesWritten;
		if (this.length + chunk.length <= SEARCHABLE_BYTES) this.head = Buffer.concat([this.head, chunk]);
		this.hash.update(chunk);
		this.length += chunk.length;
	}

	async seal(): Promise<Content> {
		this.file ??= await open(this.path, 'w');
		await this.file.close();
		const { path } = this;
		return {
			sha1: this.hash.digest('hex'),
			size: this.length,
			text: this.length <= SEARCHABLE_BYTES ? textOf(this.head) : null,
			read: (first, last) =>
				last < first
					? Readable.from([])
					: createReadStream(path, { start: first, end: last, highWaterMark: READ_BYTES }),
		};
	}

	async discard(): Promise<void> {
		await this.file?.close().catch(() => undefined);
		await rm(this.path, { force: true });
	}
}
