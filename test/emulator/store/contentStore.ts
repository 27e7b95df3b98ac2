import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryContent, type Content } from './content';
import { FileWriter, MemoryWriter, type ContentWriter } from './contentWriters';

/** All contents of the service. doc: the same content has the same filehash, so each is kept once, by its SHA1. */
export class ContentStore {
	private readonly bySha1 = new Map<string, Content>();
	private readonly files = new Set<string>();

	/** Writes uploaded contents to files in `folder`; with null they stay in memory. */
	constructor(private readonly folder: string | null) {
		if (folder) mkdirSync(folder, { recursive: true });
	}

	get(sha1: string): Content | undefined {
		return this.bySha1.get(sha1);
	}

	add(content: Content): void {
		if (!this.bySha1.has(content.sha1)) this.bySha1.set(content.sha1, content);
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
		const path = join(this.folder, `${randomUUID()}.content`);
		this.files.add(path);
		return new FileWriter(path);
	}

	/** Removes the files this store has created. */
	close(): void {
		for (const path of this.files) rmSync(path, { force: true });
	}
}
