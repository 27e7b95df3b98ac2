import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { LibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { nextTurn } from '../../../client/async/inTurns';
import type { TakePiece } from '../../../client/http/types';
import { type Arriving, ArrivingFiles, type Contents } from './arrivingFiles';
import { ArchiveNames } from './names';
import { ZipRecords } from './records';

/** An archive that is to be made. */
export interface Archive extends Contents {
	/** Called for a file that could not be read; throws where that ends the archive, which else goes on without it. */
	readonly onFailure: (entry: ListedEntry, cause: unknown) => void;
	/** Called as contents arrive: how many bytes of them there are. */
	readonly onProgress: (bytes: number) => void;
}

/**
 * Bytes of a file whose CRC-32 stands in front of its content, where every program finds it: it is here as a whole,
 * which has to be less than what is read ahead.
 */
const SMALL = 2 * 1024 * 1024;
/** Longest name of an entry in bytes: the format has two bytes for its length. */
const MAX_NAME_BYTES = 65_535;

/** What was written of an archive. */
export interface ArchiveCounts {
	files: number;
	folders: number;
	/** Bytes of the contents. */
	bytes: number;
}

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

	async add({ entry: { path, dir, filesize, modified }, whole, receive }: Arriving): Promise<void> {
		const name = dir ? this.#names.ofFolder(path) : this.#names.ofFile(path);
		if (Buffer.byteLength(name) > MAX_NAME_BYTES)
			throw new LibraryError('protocol', 'Its path is too long for a ZIP archive');
		// One of an unknown size fails before anything of it is written.
		const bytes = filesize ?? 0;
		const isKnown = bytes <= SMALL;
		const crc = isKnown ? { crc: await whole } : {};
		await this.send(this.#records.beginEntry({ name, seconds: modified, size: bytes, ...crc }));
		const sent = await this.#sendContent(receive);
		await this.send(this.#records.endEntry(sent, await whole, isKnown));
		if (!dir) this.#count(0);
		this.counts[dir ? 'folders' : 'files']++;
	}

	async end(): Promise<void> {
		for (const piece of this.#records.directory()) {
			await this.send(piece);
			const wait = nextTurn();
			if (wait) await wait;
		}
	}

	/** A file of which part was sent when it fails stays out of the directory, which is what unpacking goes by. */
	async #sendContent(receive: (take: TakePiece) => Promise<void>): Promise<number> {
		let sent = 0;
		try {
			await receive((piece) => {
				sent += piece.length;
				this.#count(piece.length);
				return this.take(piece);
			});
			return sent;
		} catch (cause) {
			this.#records.abandonEntry(sent);
			this.counts.bytes -= sent;
			throw rethrown(cause);
		}
	}

	#count(bytes: number): void {
		this.counts.bytes += bytes;
		this.archive.onProgress(this.counts.bytes);
	}
}

/**
 * Writes a ZIP archive to `take`, in memory that does not grow with the sizes of its files: the same bytes for the same
 * entries, in whatever order their contents arrive. Contents are stored as they are. Throws what `onFailure` throws.
 */
export async function writeArchive(archive: Archive, take: TakePiece): Promise<ArchiveCounts> {
	const writer = new ArchiveWriter(archive, take);
	for await (const arriving of new ArrivingFiles(archive)) {
		try {
			await writer.add(arriving);
		} catch (cause) {
			archive.onFailure(arriving.entry, cause);
		}
		const wait = nextTurn();
		if (wait) await wait;
	}
	await writer.end();
	return writer.counts;
}
