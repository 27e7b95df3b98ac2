import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { LibraryError } from '../../../protocol/wire/libraryError';
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
	/** Bytes of the archive, once it has ended. */
	size: number;
}

/**
 * Writes a ZIP archive to `take`, in memory that does not grow with the sizes of its files: the same bytes for the same
 * entries, in whatever order their contents arrive. Contents are stored as they are. Throws what `onFailure` throws.
 */
export async function writeArchive(archive: Archive, take: TakePiece): Promise<ArchiveCounts> {
	const [records, names] = [new ZipRecords({}), new ArchiveNames()];
	const counts: ArchiveCounts = { files: 0, folders: 0, bytes: 0, size: 0 };
	const send = async (bytes: Buffer): Promise<void> => {
		if (bytes.length > 0) await take(bytes);
	};
	const count = (bytes: number): void => {
		counts.bytes += bytes;
		archive.onProgress(counts.bytes);
	};
	const add = async ({ entry: { path, dir, filesize = 0, modified }, whole, receive }: Arriving): Promise<void> => {
		const name = dir ? names.ofFolder(path) : names.ofFile(path);
		if (Buffer.byteLength(name) > MAX_NAME_BYTES)
			throw new LibraryError('protocol', 'Its path is too long for a ZIP archive');
		// One of an unknown size fails before anything of it is written.
		const crc = filesize <= SMALL ? await whole : undefined;
		const { before, end } = records.begin({ name, seconds: modified, size: filesize, crc });
		await send(before);
		await receive((piece) => {
			records.offset += piece.length;
			count(piece.length);
			return take(piece);
		});
		await send(end(await whole));
		if (!dir) count(0);
		counts[dir ? 'folders' : 'files']++;
	};
	for await (const arriving of new ArrivingFiles(archive)) {
		const { bytes } = counts;
		try {
			await add(arriving);
		} catch (cause) {
			// One of which part was sent is not in the directory, which is what unpacking goes by.
			counts.bytes = bytes;
			archive.onFailure(arriving.entry, cause);
		}
		const wait = nextTurn();
		if (wait) await wait;
	}
	for (const piece of records.directory()) {
		await send(piece);
		const wait = nextTurn();
		if (wait) await wait;
	}
	return { ...counts, size: records.offset };
}
