import { ZipArchiveEntry, ZipArchiveOutputStream } from 'compress-commons';

/** An entry of an archive. */
export interface ZipEntry {
	/** Path inside the archive; that of a folder ends with a slash. */
	readonly name: string;
	/** Of the last change, in Unix seconds; 1980 where it is unknown. */
	readonly seconds: number | undefined;
	/** Bytes of the content. */
	readonly size: number;
	/** CRC-32 of the content, where it is known beforehand. */
	readonly crc: number | undefined;
}

const STORED = 0;
/** Versions of the format (APPNOTE 4.4.3.2): the first one, and that which has records behind a content. */
const [FIRST, WITH_DESCRIPTOR] = [10, 20];
const [FILE_MODE, FOLDER_MODE] = [0o644, 0o755];
const UNKNOWN_TIME = Date.UTC(1980, 0, 1) / 1000;
const LATEST_TIME = 0x7fffffff;
/** Records of the directory that are kept as one buffer: one for each would need more memory than what is in it. */
const MERGED = 500;

/** The field "UT" of Info-ZIP: the time in UTC to the second, where the format itself has two seconds and no zone. */
function timeField(seconds: number): Buffer {
	const field = Buffer.alloc(9);
	field.write('UT');
	field.writeUInt16LE(5, 2);
	field[4] = 1; // a time of modification follows
	field.writeInt32LE(Math.min(LATEST_TIME, seconds), 5);
	return field;
}

/** An entry with a time field beside what the library adds. */
class TimedEntry extends ZipArchiveEntry {
	readonly #time: Buffer;

	constructor({ name, seconds = UNKNOWN_TIME, size, crc }: ZipEntry) {
		super(name);
		this.#time = timeField(seconds);
		const isKnown = crc !== undefined;
		this.setMethod(STORED);
		this.setTime(new Date(seconds * 1000));
		this.setUnixMode(name.endsWith('/') ? FOLDER_MODE : FILE_MODE);
		this.getGeneralPurposeBit().useDataDescriptor(!isKnown);
		this.setVersionNeededToExtract(isKnown ? FIRST : WITH_DESCRIPTOR);
		this.setSize(size);
		this.setCompressedSize(size);
		this.setCrc(crc ?? 0);
	}

	override getLocalFileDataExtra(): Buffer {
		return this.#time;
	}

	override getCentralDirectoryExtra(): Buffer {
		return Buffer.concat([this.getExtra(), this.#time]);
	}
}

/**
 * The records of a ZIP archive, by compress-commons, around contents that the caller sends, adding their bytes to
 * `offset`: for each entry `begin`, and after all of them `directory`. The same entries give the same bytes. Zip64
 * where it is needed. Of an entry that has ended only its record of the directory is kept, about 100 bytes.
 */
export class ZipRecords extends ZipArchiveOutputStream {
	readonly #written: Buffer[] = [];
	#count = 0;
	readonly #directory: Buffer[] = [];
	/** The last records of the directory. */
	readonly #records: Buffer[] = [];

	/** The library writes its records here. */
	override write(piece: unknown): boolean {
		const bytes = Buffer.from(piece as Buffer);
		this.#written.push(bytes);
		this.offset += bytes.length;
		return true;
	}

	/**
	 * Begins an entry: what stands before its content, and `end`, which puts it into the directory and returns what
	 * stands behind its content, of which it is told the CRC-32; nothing where that was known before.
	 */
	begin(of: ZipEntry): { readonly before: Buffer; end(crc: number): Buffer } {
		const entry = new TimedEntry(of);
		this._normalizeEntry(entry);
		this._writeLocalFileHeader(entry);
		const end = (crc: number): Buffer => {
			entry.setCrc(crc);
			if (entry.getGeneralPurposeBit().usesDataDescriptor()) this._writeDataDescriptor(entry);
			const descriptor = this.#take();
			const { offset } = this;
			this._writeCentralFileHeader(entry);
			this.offset = offset;
			this.#count++;
			if (this.#records.push(this.#take()) === MERGED) this.#merge();
			return descriptor;
		};
		return { before: this.#take(), end };
	}

	/** The directory, with which the archive ends, in pieces. */
	*directory(): Generator<Buffer> {
		const start = this.offset;
		this.#merge();
		for (const piece of this.#directory) {
			this.offset += piece.length;
			yield piece;
		}
		Object.assign(this._archive, { centralOffset: start, centralLength: this.offset - start });
		this._entries.length = this.#count;
		if (this.isZip64()) this._writeCentralDirectoryZip64();
		this._writeCentralDirectoryEnd();
		yield this.#take();
	}

	#merge(): void {
		this.#directory.push(Buffer.concat(this.#records.splice(0)));
	}

	#take(): Buffer {
		return Buffer.concat(this.#written.splice(0));
	}
}
