import { contentStream, crc32 } from '../../edition/edition';
import type { ByteStream, ContentSource } from '../../edition/ports/content';
import { LibraryError } from '../../protocol/wire/libraryError';
import { resultsAhead } from '../async/ahead';
import { nextTurn } from '../async/inTurns';
import type { TakePiece } from '../http/types';
import type { FindContent, ReadyFile, WantedFile } from './contents';
import { ArchiveNames } from './names';
import { ZipRecords, type ZipEntry } from './records';

/** What goes into an archive: a file, or a folder, which has an entry of its own so that an empty one is there too. */
export interface ArchiveEntry extends WantedFile {
	readonly dir: boolean;
	/** Of the last change, in Unix seconds. */
	readonly seconds?: number;
}

/** An archive that is to be made. */
export interface Archive {
	/** In the order of the archive. */
	readonly entries: readonly ArchiveEntry[];
	readonly find: FindContent;
	/** How many files are asked for at the same time. */
	readonly concurrency: number;
	/** Called for a file that could not be read; throws where that ends the archive, which else goes on without it. */
	readonly onFailure: (entry: ArchiveEntry, cause: unknown) => void;
	/** Called as contents arrive: how many bytes of them there are. */
	readonly onProgress: (bytes: number) => void;
}

/** Bytes of a file that is read ahead as a whole: those of larger ones pass through, one file after another. */
const SMALL = 4 * 1024 * 1024;
/** Bytes that may be read ahead. */
const READ_AHEAD = 12 * 1024 * 1024;
/** Files that may be read ahead, for each that is asked for at the same time. */
const AHEAD_PER_SLOT = 3;
/** Longest name of an entry in bytes: the format has two bytes for its length. */
const MAX_NAME_BYTES = 65_535;

/** What was found for an entry: nothing for a folder, the content of a small file, or what reads a large one. */
type Found = undefined | Buffer | ReadyFile;

const weightOf = ({ dir, size }: ArchiveEntry): number => (dir || size > SMALL ? 0 : size);

async function foundFor(find: FindContent, entry: ArchiveEntry): Promise<Found> {
	if (entry.dir) return undefined;
	const file = await find(entry);
	if (entry.size > SMALL) return file;
	const bytes = Buffer.allocUnsafe(entry.size);
	let at = 0;
	await file.receive((piece) => void (at += piece.copy(bytes, at)));
	return bytes;
}

/** What was written of an archive. */
export interface ArchiveCounts {
	files: number;
	folders: number;
	/** Bytes of the contents. */
	bytes: number;
}

/** One archive while it is written. */
class ArchiveWriter {
	readonly counts: ArchiveCounts = { files: 0, folders: 0, bytes: 0 };
	readonly #records = new ZipRecords({});
	readonly #names = new ArchiveNames();

	constructor(
		private readonly archive: Archive,
		private readonly take: TakePiece,
	) {}

	async send(bytes: Buffer): Promise<void> {
		if (bytes.length > 0) await this.take(bytes);
	}

	async add(entry: ArchiveEntry, found: Found): Promise<void> {
		const { path, dir, size, seconds } = entry;
		const name = dir ? this.#names.ofFolder(path) : this.#names.ofFile(path);
		if (Buffer.byteLength(name) > MAX_NAME_BYTES)
			throw new LibraryError('protocol', 'Its path is too long for a ZIP archive');
		const described: ZipEntry = { name, seconds, size };
		if (found === undefined || Buffer.isBuffer(found)) await this.#addKnown(described, found ?? Buffer.alloc(0));
		else await this.#addLarge(described, found);
		this.counts[dir ? 'folders' : 'files']++;
	}

	/** The directory. */
	async end(): Promise<void> {
		for (const piece of this.#records.directory()) {
			await this.send(piece);
			const wait = nextTurn();
			if (wait) await wait;
		}
	}

	async #addKnown(entry: ZipEntry, bytes: Buffer): Promise<void> {
		const crc = crc32(bytes);
		await this.send(this.#records.beginEntry({ ...entry, crc }));
		await this.send(bytes);
		await this.send(this.#records.endEntry(bytes.length, crc, true));
		this.#count(bytes.length);
	}

	/** A file of which part was sent when it fails stays out of the directory, which is what unpacking goes by. */
	async #addLarge(entry: ZipEntry, file: ReadyFile): Promise<void> {
		await this.send(this.#records.beginEntry(entry));
		let [crc, sent, isWhole] = [0, 0, false];
		try {
			await file.receive((piece) => {
				crc = crc32(piece, crc);
				sent += piece.length;
				this.#count(piece.length);
				return this.take(piece);
			});
			isWhole = true;
		} finally {
			if (!isWhole) {
				this.#records.abandonEntry(sent);
				this.counts.bytes -= sent;
			}
		}
		await this.send(this.#records.endEntry(sent, crc, false));
	}

	#count(bytes: number): void {
		this.counts.bytes += bytes;
		this.archive.onProgress(this.counts.bytes);
	}
}

/**
 * Writes a ZIP archive to `take`, in constant memory: the same bytes for the same entries, in whatever order their
 * contents arrive. Contents are stored as they are. Throws what `onFailure` throws.
 */
export async function writeArchive(archive: Archive, take: TakePiece): Promise<ArchiveCounts> {
	const { entries, find, concurrency, onFailure } = archive;
	const writer = new ArchiveWriter(archive, take);
	const ahead = { width: concurrency, most: concurrency * AHEAD_PER_SLOT, weightOf, mostWeight: READ_AHEAD };
	for await (const { entry, result } of resultsAhead(entries, ahead, async (each) => await foundFor(find, each))) {
		try {
			await writer.add(entry, await result);
		} catch (cause) {
			onFailure(entry, cause);
		}
		const wait = nextTurn();
		if (wait) await wait;
	}
	await writer.end();
	return writer.counts;
}

/** What writes an archive as a stream. */
export const archiveStream = (source: ContentSource): ByteStream => contentStream(source);
