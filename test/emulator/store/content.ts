import { createHash, randomUUID } from 'node:crypto';
import {
	createReadStream,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** assumed: contents up to this size are searched. */
const SEARCHABLE_BYTES = 64 * 1024;

/** A stored content, identified by its SHA1. */
export interface Content {
	readonly sha1: string;
	readonly size: number;
	/** Lower-case text for the search; null when the content is too long or is not text. */
	readonly text: string | null;
	/** The bytes from position `first` to `last`, both inclusive. */
	read(first: number, last: number): Readable;
	/** Makes the bytes a file at this path, which stays when the emulator ends. */
	keep(path: string): void;
}

/** Whether a content of this size is searched. */
const isSearchable = (size: number): boolean => size <= SEARCHABLE_BYTES;

/** The text that a search looks at; null for contents that are too long or not text. */
function searchText(bytes: Buffer): string | null {
	if (!isSearchable(bytes.length) || bytes.includes(0)) return null;
	return bytes.toString('utf8').toLowerCase();
}

/** A content kept in memory. */
function memoryContent(chunks: readonly Buffer[], sha1: string): Content {
	const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	return {
		sha1,
		size,
		text: isSearchable(size) ? searchText(Buffer.concat(chunks)) : null,
		read: (first, last) => Readable.from(slices(chunks, first, last), { objectMode: false }),
		keep: (path) => writeFileSync(path, Buffer.concat(chunks)),
	};
}

function* slices(chunks: readonly Buffer[], first: number, last: number): Generator<Buffer> {
	let at = 0;
	for (const chunk of chunks) {
		const [from, to] = [Math.max(first - at, 0), Math.min(last + 1 - at, chunk.length)];
		if (from < to) yield chunk.subarray(from, to);
		at += chunk.length;
	}
}

/** Bytes per read from disk: with small reads the emulator would limit the speed of every download. */
const READ_BYTES = 1024 * 1024;

/** A content in a file. */
function fileContent(path: string, facts: Pick<Content, 'sha1' | 'size' | 'text'>): Content {
	let place = path;
	return {
		...facts,
		read: (first, last) =>
			last < first
				? Readable.from([])
				: createReadStream(place, { start: first, end: last, highWaterMark: READ_BYTES }),
		keep: (wanted) => {
			renameSync(place, wanted);
			place = wanted;
		},
	};
}

/** Receives a content in chunks and hashes it on the way. */
export interface ContentWriter {
	/** Bytes received. */
	readonly length: number;
	append(chunk: Buffer): Promise<void>;
	/** Finishes the content, which is not in the store yet. */
	seal(): Promise<Content>;
	/** Drops what was received, unless it was released. */
	discard(): Promise<void>;
	/** The finished content is in the store, which owns it from now on. */
	release(): void;
}

/** Keeps the content in memory. */
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

	release(): void {
		// The content has the chunks.
	}
}

/** Keeps the content in a file, in constant memory. */
class FileWriter implements ContentWriter {
	length = 0;
	private file: Promise<FileHandle> | null = null;
	private head: Buffer = Buffer.alloc(0);
	private isReleased = false;
	private readonly hash = createHash('sha1');

	constructor(private readonly path: string) {}

	async append(chunk: Buffer): Promise<void> {
		const file = await this.opened();
		for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
		if (isSearchable(this.length + chunk.length)) this.head = Buffer.concat([this.head, chunk]);
		this.hash.update(chunk);
		this.length += chunk.length;
	}

	async seal(): Promise<Content> {
		await (await this.opened()).close();
		return fileContent(this.path, {
			sha1: this.hash.digest('hex'),
			size: this.length,
			text: isSearchable(this.length) ? searchText(this.head) : null,
		});
	}

	async discard(): Promise<void> {
		if (this.isReleased) return;
		// Also one that is just being opened, by a request that was cut off.
		await this.file?.then((file) => file.close()).catch(() => undefined);
		await rm(this.path, { force: true });
	}

	release(): void {
		this.isReleased = true;
	}

	private opened(): Promise<FileHandle> {
		return (this.file ??= open(this.path, 'w'));
	}
}

/** All contents of the service. doc: the same content has the same filehash, so each is kept once, by its SHA1. */
export class ContentStore {
	private readonly bySha1 = new Map<string, Content>();

	/**
	 * Keeps every content as a file of `folder`, named by its SHA1, which the next store in this folder finds again;
	 * with null they stay in memory.
	 */
	constructor(private readonly folder: string | null) {
		if (!folder) return;
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder)) this.find(folder, name);
	}

	get(sha1: string): Content | undefined {
		return this.bySha1.get(sha1);
	}

	add(content: Content): void {
		if (this.bySha1.has(content.sha1)) return;
		if (this.folder) content.keep(join(this.folder, content.sha1));
		this.bySha1.set(content.sha1, content);
	}

	/** Stores bytes that are in memory already (seeding). */
	put(bytes: Buffer): Content {
		const content = memoryContent([bytes], createHash('sha1').update(bytes).digest('hex'));
		this.add(content);
		return this.bySha1.get(content.sha1) ?? content;
	}

	/** A writer for a content that arrives in chunks. */
	writer(): ContentWriter {
		if (!this.folder) return new MemoryWriter();
		return new FileWriter(join(this.folder, `${randomUUID()}.content`));
	}

	/** A content of an earlier store; what an upload left behind that had not ended is removed. */
	private find(folder: string, name: string): void {
		const path = join(folder, name);
		if (name.endsWith('.content')) rmSync(path, { force: true });
		if (!/^[0-9a-f]{40}$/.test(name)) return;
		const { size } = statSync(path);
		const text = isSearchable(size) ? searchText(readFileSync(path)) : null;
		this.bySha1.set(name, fileContent(path, { sha1: name, size, text }));
	}
}
