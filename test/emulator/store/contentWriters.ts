import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { isSearchable, memoryContent, searchText, type Content } from './content';
import { fileContent } from './fileContent';

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
	private file: FileHandle | null = null;
	private head: Buffer = Buffer.alloc(0);
	private isReleased = false;
	private readonly hash = createHash('sha1');

	constructor(private readonly path: string) {}

	async append(chunk: Buffer): Promise<void> {
		this.file ??= await open(this.path, 'w');
		for (let at = 0; at < chunk.length;) at += (await this.file.write(chunk, at)).bytesWritten;
		if (isSearchable(this.length + chunk.length)) this.head = Buffer.concat([this.head, chunk]);
		this.hash.update(chunk);
		this.length += chunk.length;
	}

	async seal(): Promise<Content> {
		this.file ??= await open(this.path, 'w');
		await this.file.close();
		return fileContent(this.path, {
			sha1: this.hash.digest('hex'),
			size: this.length,
			text: isSearchable(this.length) ? searchText(this.head) : null,
		});
	}

	async discard(): Promise<void> {
		if (this.isReleased) return;
		await this.file?.close().catch(() => undefined);
		await rm(this.path, { force: true });
	}

	release(): void {
		this.isReleased = true;
	}
}
