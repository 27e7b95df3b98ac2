/** What is used of compress-commons, which has no types of its own. Methods with `_` are those that subclasses use. */
declare module 'compress-commons' {
	export class ZipArchiveEntry {
		constructor(name: string);
		getCentralDirectoryExtra(): Buffer;
		getExtra(): Buffer;
		getGeneralPurposeBit(): { useDataDescriptor(on: boolean): void; usesDataDescriptor(): boolean };
		getLocalFileDataExtra(): Buffer;
		setCompressedSize(bytes: number): void;
		setCrc(crc: number): void;
		setMethod(method: number): void;
		setSize(bytes: number): void;
		/** In UTC. */
		setTime(time: Date): void;
		setUnixMode(mode: number): void;
		setVersionNeededToExtract(version: number): void;
	}

	export class ZipArchiveOutputStream {
		constructor(options: object);
		write(piece: unknown): boolean;
		/** Bytes that were written. */
		offset: number;
		readonly _archive: { centralOffset: number; centralLength: number };
		readonly _entries: ZipArchiveEntry[];
		isZip64(): boolean;
		_normalizeEntry(entry: ZipArchiveEntry): void;
		_writeLocalFileHeader(entry: ZipArchiveEntry): void;
		_writeDataDescriptor(entry: ZipArchiveEntry): void;
		_writeCentralFileHeader(entry: ZipArchiveEntry): void;
		_writeCentralDirectoryZip64(): void;
		_writeCentralDirectoryEnd(): void;
	}
}
