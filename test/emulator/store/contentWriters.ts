import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { type Content, fileContent, isSearchable, memoryContent, searchText } from './content';

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
export class MemoryWriter implements ContentWriter {
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
export class FileWriter implements ContentWriter {
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
