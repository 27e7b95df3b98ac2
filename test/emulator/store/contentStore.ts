import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, fileContent, isSearchable, memoryContent, searchText } from './content';
import { FileWriter, MemoryWriter, type ContentWriter } from './contentWriters';

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
