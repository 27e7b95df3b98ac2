/** A stream of bytes as n8n takes and gives them: a `Readable` of Node.js, or what does all that n8n asks of one. */
export type ByteStream = import('node:stream').Readable;

/**
 * Takes a piece, which is good only until it returns: its memory is used again. When it returns a promise, the
 * connection is held back until that resolves; a piece that has arrived already may still come.
 */
export type TakePiece = (piece: Buffer) => Promise<void> | undefined;

/** Content that becomes a stream. */
export interface ContentSource {
	/** Hands all of the content to `take`; what it throws becomes the error of the stream. Called once. */
	receive(take: TakePiece): Promise<void>;
	/** Called once the stream is over or destroyed. */
	end(): void;
}

/** Content that is kept until it is read. */
export interface ContentStore {
	/** Adds a piece, whose memory may be used again. */
	put(piece: Buffer): void;
	/** The next bytes, which are good until this is called again; undefined where there are no more for now. */
	next(): Buffer | undefined;
}

/** An open file of this machine. */
export interface HostFile {
	/** Bytes. */
	readonly size: number;
	/** Fills `bytes` from an offset of the file; returns how many there were, 0 at its end. */
	read(bytes: Buffer, offset: number): Promise<number>;
	/** May be called twice. */
	close(): Promise<void>;
}
