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

/** assumed: contents up to this size are searched. */
const SEARCHABLE_BYTES = 64 * 1024;

/** The text that a search looks at; null for contents that are too long or not text. */
function searchText(size: number, read: () => Buffer): string | null {
	const bytes = size > SEARCHABLE_BYTES ? undefined : read();
	return !bytes || bytes.includes(0) ? null : bytes.toString('utf8').toLowerCase();
}

function memoryContent(chunks: readonly Buffer[], sha1: string): Content {
	const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	return {
		sha1,
		size,
		text: searchText(size, () => Buffer.concat(chunks)),
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

function fileContent(path: string, sha1: string): Content {
	const { size } = statSync(path);
	let place = path;
	return {
		sha1,
		size,
		text: searchText(size, () => readFileSync(path)),
		read: (start, end) =>
			end < start ? Readable.from([]) : createReadStream(place, { start, end, highWaterMark: READ_BYTES }),
		keep: (wanted) => {
			renameSync(place, wanted);
			place = wanted;
		},
	};
}

/** Receives a content in chunks, in memory, and hashes it on the way. */
export class ContentWriter {
	length = 0;
	private readonly hash = createHash('sha1');
	private readonly chunks: Buffer[] = [];

	async append(chunk: Buffer): Promise<void> {
		await this.put(chunk);
		this.hash.update(chunk);
		this.length += chunk.length;
	}

	/** Finishes the content, which is not in the store yet. */
	async seal(): Promise<Content> {
		return await this.finished(this.hash.digest('hex'));
	}

	/** Drops what was received and is not in the store. */
	async discard(): Promise<void> {
		// In memory nobody has it any more.
	}

	protected async put(chunk: Buffer): Promise<void> {
		this.chunks.push(chunk);
	}

	protected async finished(sha1: string): Promise<Content> {
		return memoryContent(this.chunks, sha1);
	}
}

/** Keeps the content in a file, in constant memory. */
class FileWriter extends ContentWriter {
	private file: Promise<FileHandle> | null = null;

	constructor(private readonly path: string) {
		super();
	}

	override async discard(): Promise<void> {
		// Also one that is just being opened, by a request that was cut off.
		await this.file?.then((file) => file.close()).catch(() => undefined);
		await rm(this.path, { force: true });
	}

	protected override async put(chunk: Buffer): Promise<void> {
		const file = await this.opened();
		for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
	}

	protected override async finished(sha1: string): Promise<Content> {
		await (await this.opened()).close();
		return fileContent(this.path, sha1);
	}

	private opened(): Promise<FileHandle> {
		return (this.file ??= open(this.path, 'w'));
	}
}

/** All contents of the service. doc: the same content has the same filehash, so each is kept once, by its SHA1. */
export class ContentStore {
	private readonly bySha1 = new Map<string, Content>();

	/** Keeps contents in `folder` by SHA1, for the next store there too, without unended uploads; null: in memory. */
	constructor(private readonly folder: string | null) {
		if (!folder) return;
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder)) {
			if (/^[0-9a-f]{40}$/.test(name)) this.bySha1.set(name, fileContent(join(folder, name), name));
			else if (name.endsWith('.content')) rmSync(join(folder, name), { force: true });
		}
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
		return this.folder ? new FileWriter(join(this.folder, `${randomUUID()}.content`)) : new ContentWriter();
	}
}
