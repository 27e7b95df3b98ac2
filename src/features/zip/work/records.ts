import { ZipArchiveEntry, ZipArchiveOutputStream } from 'compress-commons';

/** An entry of an archive. */
export interface ZipEntry {
	/** Path inside the archive; that of a folder ends with a slash. */
	readonly name: string;
	/** Of the last change, in Unix seconds; 1980 where it is unknown. */
	readonly seconds: number | undefined;
	/** Bytes of the content, as they are known beforehand. */
	readonly size: number;
	/** CRC-32 of the content, where it is known beforehand. */
	readonly crc?: number;
}

const STORED = 0;
/** Versions of the format (APPNOTE 4.4.3.2): the first one, and that which has records behind a content. */
const [FIRST, WITH_DESCRIPTOR] = [10, 20];
const [FILE_MODE, FOLDER_MODE] = [0o644, 0o755];
const UNKNOWN_TIME = Date.UTC(1980, 0, 1) / 1000;
const LATEST_TIME = 0x7fffffff;
/** Bytes of the directory that are kept as one buffer. */
const BLOCK = 64 * 1024;

/** The field "UT" of Info-ZIP: the time in UTC to the second, where the format itself has two seconds and no zone. */
function timeField(seconds: number): Buffer {
	const field = Buffer.alloc(9);
	field.write('UT');
	field.writeUInt16LE(5, 2);
	field[4] = 1; // a time of modification follows
	field.writeInt32LE(Math.max(-LATEST_TIME, Math.min(LATEST_TIME, seconds)), 5);
	return field;
}

/** An entry with a time field beside what the library adds. */
class TimedEntry extends ZipArchiveEntry {
	readonly #time: Buffer;

	constructor({ name, seconds = UNKNOWN_TIME, size, crc }: ZipEntry) {
		super(name);
		this.#time = timeField(seconds);
		const isFolder = name.endsWith('/');
		const isKnown = isFolder || crc !== undefined;
		this.setMethod(STORED);
		this.setTime(new Date(seconds * 1000));
		this.setUnixMode(isFolder ? FOLDER_MODE : FILE_MODE);
		this.getGeneralPurposeBit().useDataDescriptor(!isKnown);
		this.setVersionNeededToExtract(isKnown ? FIRST : WITH_DESCRIPTOR);
		this.setContent(size, crc ?? 0);
	}

	setContent(size: number, crc: number): void {
		this.setSize(size);
		this.setCompressedSize(size);
		this.setCrc(crc);
	}

	override getLocalFileDataExtra(): Buffer {
		return this.#time;
	}

	override getCentralDirectoryExtra(): Buffer {
		return Buffer.concat([this.getExtra(), this.#time]);
	}
}

/**
 * The records of a ZIP archive, by compress-commons, around contents that the caller sends: for each entry
 * `beginEntry`, the content and `endEntry`, and after all of them `directory`. The same entries give the same bytes.
 * Zip64 where it is needed.
 * Of an entry that has ended only its record of the directory is kept, about 100 bytes.
 */
export class ZipRecords extends ZipArchiveOutputStream {
	#written: Buffer[] = [];
	#entry: TimedEntry | undefined;
	#count = 0;
	/** Full blocks. Not a buffer for each record: these would need more memory than what is in them. */
	readonly #directory: Buffer[] = [];
	#block = Buffer.allocUnsafeSlow(BLOCK);
	#used = 0;

	/** The library writes its records here. */
	override write(piece: unknown): boolean {
		const bytes = Buffer.from(piece as Buffer);
		this.#written.push(bytes);
		this.offset += bytes.length;
		return true;
	}

	/** What stands before the content of an entry. */
	beginEntry(entry: ZipEntry): Buffer {
		this.#entry = new TimedEntry(entry);
		this._normalizeEntry(this.#entry);
		this._writeLocalFileHeader(this.#entry);
		return this.#take();
	}

	/** What stands behind the content, which had these bytes and this CRC-32; nothing where both were known before. */
	endEntry(size: number, crc: number, isKnown: boolean): Buffer {
		const entry = this.#entry;
		if (!entry) throw new Error('no entry was begun');
		this.offset += size;
		entry.setContent(size, crc);
		if (!isKnown) this._writeDataDescriptor(entry);
		const descriptor = this.#take();
		const { offset } = this;
		this._writeCentralFileHeader(entry);
		this.offset = offset;
		this.#keep(this.#take());
		return descriptor;
	}

	/** Leaves the entry that was begun out of the directory, after some bytes of its content. */
	abandonEntry(sent: number): void {
		this.offset += sent;
		this.#entry = undefined;
	}

	/** The directory, with which the archive ends, in pieces. */
	*directory(): Generator<Buffer> {
		const start = this.offset;
		for (const piece of [...this.#directory, this.#block.subarray(0, this.#used)]) {
			this.offset += piece.length;
			yield piece;
		}
		Object.assign(this._archive, { centralOffset: start, centralLength: this.offset - start });
		this._entries.length = this.#count;
		if (this.isZip64()) this._writeCentralDirectoryZip64();
		this._writeCentralDirectoryEnd();
		yield this.#take();
	}

	#keep(record: Buffer): void {
		this.#count++;
		if (this.#used + record.length > this.#block.length) {
			this.#directory.push(this.#block.subarray(0, this.#used));
			this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK, record.length));
			this.#used = 0;
		}
		this.#used += record.copy(this.#block, this.#used);
	}

	#take(): Buffer {
		const bytes = Buffer.concat(this.#written);
		this.#written = [];
		return bytes;
	}
}
