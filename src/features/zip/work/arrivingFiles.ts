import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { defined, isSha1 } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { joinPath } from '../../../protocol/wire/paths';
import { openContent } from '../../../client/download/download';
import { fileCalls } from '../../../client/files/fileCalls';
import type { TakePiece } from '../../../client/http/types';
import type { Caller } from '../../../client/service/call';
import { crc32 } from '../../../edition/edition';
import { BlockStore } from '../../../edition/shared/blocks';
import { makeBudget } from '../../../client/async/tasks';

/**
 * Hands the content of a file to `take`, piece by piece; it is checked by its size, and by its SHA1, which is asked for
 * where it is not known. Throws LibraryError.
 */
export type ReceiveFile = (file: ListedEntry, take: TakePiece) => Promise<void>;

/** The port of an archive of a folder to the service. With a user token `mountId` names the library. */
export function fileReceiver(caller: Caller, folder: string, mountId: string | undefined): ReceiveFile {
	const calls = fileCalls(caller);
	return async ({ path, hash, filesize: size, filehash }, take) => {
		const entry = hash === '' ? { fullpath: joinPath(folder, path) } : { hash };
		const named = { ...defined({ mount_id: mountId }), ...entry };
		const sha1 = isSha1(filehash) ? filehash : (await calls.info(named)).filehash;
		if (!isSha1(sha1))
			throw new LibraryError('protocol', 'The service sent no SHA1 to verify the content with', {
				operation: 'download',
			});
		const renew = async (): Promise<readonly string[]> => await calls.downloadLinks(named);
		const content = await openContent(caller, await renew(), { expected: { ...defined({ size }), sha1 }, renew });
		await content.receive(take);
	};
}

/** An entry whose content is on its way. */
export interface Arriving {
	readonly entry: ListedEntry;
	/** CRC-32 of the content, once all of it is here; throws why it does not arrive whole. */
	readonly whole: Promise<number>;
	/** Hands the content to `take`, once, as far as it is here and then as it comes. Throws the same. */
	receive(take: TakePiece): Promise<void>;
	/** Where it ends, counted over all files. */
	readonly to: number;
}

/** What reads contents ahead. */
export interface Contents {
	/** In the order of the archive. A folder has an entry of its own, so that an empty one is there too. */
	readonly entries: readonly ListedEntry[];
	readonly receive: ReceiveFile;
	/** How many files are asked for at the same time. */
	readonly concurrency: number;
}

/** Bytes of all contents together that may be here and not read. */
const WINDOW = 4 * 1024 * 1024;
/** Files whose content may be here and not read, for each that is asked for at the same time. */
const AHEAD_PER_SLOT = 3;

/**
 * The contents of files in their order, several of them on their way at the same time. Only what is at most `WINDOW`
 * bytes ahead of the reader is received, counted over all files as if they were one: what comes behind waits in its
 * connection, and a file that begins behind is not asked for yet. So memory does not depend on sizes, and no file waits
 * for long in the middle of its content. When the reader stops, no file is asked for any more; those under way are its
 * own to cancel.
 */
export class ArrivingFiles implements AsyncIterable<Arriving> {
	readonly #source: Contents;
	readonly #entries: Iterator<ListedEntry>;
	readonly #slots;
	readonly #started: Arriving[] = [];
	/** Bytes of all files that were started, and those of them that the reader has read or passed over. */
	#begun = 0;
	#read = 0;
	/** Who waits until bytes may come that begin at `from`. */
	readonly #waiting: Array<{ readonly from: number; readonly resume: () => void }> = [];
	#isOver = false;

	constructor(source: Contents) {
		this.#source = source;
		this.#entries = source.entries[Symbol.iterator]();
		this.#slots = makeBudget(source.concurrency);
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Arriving, undefined> {
		try {
			for (this.#start(); this.#started[0]; this.#start()) {
				const [first] = this.#started;
				yield first;
				this.#started.shift();
				this.#readUpTo(first.to);
			}
			return undefined;
		} finally {
			this.#isOver = true;
		}
	}

	#start(): void {
		while (this.#started.length < this.#source.concurrency * AHEAD_PER_SLOT && this.#isInWindow(this.#begun)) {
			const { value: entry, done } = this.#entries.next();
			if (done) return;
			this.#started.push(this.#arriving(entry));
		}
	}

	#arriving(entry: ListedEntry): Arriving {
		const [store, from] = [new BlockStore(true), this.#begun];
		// What cannot be counted exactly is not received, and no part of the window.
		const isCounted = Number.isSafeInteger(from + (entry.filesize ?? NaN));
		if (isCounted) this.#begun += entry.filesize ?? 0;
		let [came, read] = [from, from];
		let reader: TakePiece | undefined;
		const handOn = (piece: Buffer, take: TakePiece): Promise<void> | undefined => {
			this.#readUpTo((read += piece.length));
			return take(piece);
		};
		const arrived = (piece: Buffer): Promise<void> | undefined => {
			came += piece.length;
			if (reader) return handOn(piece, reader);
			store.put(piece);
			return this.#isInWindow(came)
				? undefined
				: new Promise((resume) => this.#waiting.push({ from: came, resume }));
		};
		const whole = this.#slots.reserve(1, async () => {
			if (!isCounted)
				throw new LibraryError('protocol', 'The service sent no valid size of the file', {
					operation: 'download',
				});
			return await this.#receive(entry, arrived);
		});
		whole.catch(() => undefined); // its reader looks at it later, or never
		const receive = async (take: TakePiece): Promise<void> => {
			for (let piece = store.next(); piece; piece = store.next()) await handOn(piece, take);
			reader = take;
			await whole;
		};
		return { entry, whole, receive, to: this.#begun };
	}

	async #receive(entry: ListedEntry, take: TakePiece): Promise<number> {
		if (this.#isOver) throw new Error('the reader has stopped');
		let crc = 0;
		const checked: TakePiece = (piece) => {
			crc = crc32(piece, crc);
			return take(piece);
		};
		if (!entry.dir) await this.#source.receive(entry, checked);
		return crc;
	}

	#isInWindow(from: number): boolean {
		return from < this.#read + WINDOW;
	}

	#readUpTo(to: number): void {
		this.#read = to;
		for (const each of this.#waiting.splice(0))
			if (this.#isInWindow(each.from)) each.resume();
			else this.#waiting.push(each);
		if (!this.#isOver) this.#start();
	}
}
