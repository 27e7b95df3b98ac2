import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { defined, isSha1 } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { joinPath } from '../../../protocol/wire/paths';
import { openContent } from '../../../client/download/download';
import { fileCalls } from '../../../client/files/fileCalls';
import type { TakePiece } from '../../../client/http/types';
import type { Caller } from '../../../client/service/call';
import { contentStore, crc32 } from '../../../edition/edition';
import { makeBudget } from '../../../client/async/tasks';

/**
 * Finds the content of a file: its links, and its SHA1 where that is not known. `receive` hands it to `take`, piece by
 * piece; it is checked by its size and SHA1. Throws LibraryError.
 */
export type FindContent = (file: ListedEntry) => Promise<{ receive(take: TakePiece): Promise<void> }>;

/** The port of an archive of a folder to the service. With a user token `mountId` names the library. */
export function contentFinder(caller: Caller, folder: string, mountId: string | undefined): FindContent {
	const calls = fileCalls(caller);
	return async ({ path, hash, filesize: size, filehash }) => {
		if (size === undefined) throw noSize();
		const entry = hash === '' ? { fullpath: joinPath(folder, path) } : { hash };
		const named = { ...defined({ mount_id: mountId }), ...entry };
		const sha1 = isSha1(filehash) ? filehash : (await calls.info(named)).filehash;
		if (!isSha1(sha1))
			throw new LibraryError('protocol', 'The service sent no SHA1 to verify the content with', {
				operation: 'download',
			});
		const renew = async (): Promise<readonly string[]> => await calls.downloadLinks(named);
		const links = await renew();
		return {
			receive: async (take) => {
				const content = await openContent(caller, links, { expected: { size, sha1 }, renew });
				await content.receive(take);
			},
		};
	};
}

/** A file that no bound can be kept with: of a size that is not known, or cannot be true. */
const noSize = (): LibraryError =>
	new LibraryError('protocol', 'The service sent no valid size of the file', { operation: 'download' });

/** An entry whose content is on its way. */
export interface Arriving {
	readonly entry: ListedEntry;
	/** CRC-32 of the content, once all of it is here; throws why it does not arrive whole. */
	readonly whole: Promise<number>;
	/** Hands the content to `take`, once, as far as it is here and then as it comes. Throws the same. */
	receive(take: TakePiece): Promise<void>;
}

/** What reads contents ahead. */
export interface Contents {
	/** In the order of the archive. A folder has an entry of its own, so that an empty one is there too. */
	readonly entries: readonly ListedEntry[];
	readonly find: FindContent;
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
	readonly #started: Array<Arriving & { readonly to: number }> = [];
	/** Bytes of all files that were started, and those of them that the reader has read or passed over. */
	#begun = 0;
	#read = 0;
	/** Who waits until bytes may come that begin at `from`. */
	#waiting: Array<{ readonly from: number; readonly resume: () => void }> = [];
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

	#arriving(entry: ListedEntry): Arriving & { readonly to: number } {
		const [store, from] = [contentStore(), this.#begun];
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
			if (!isCounted) throw noSize();
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
		if (entry.dir) return 0;
		let crc = 0;
		const file = await this.#source.find(entry);
		await file.receive((piece) => {
			crc = crc32(piece, crc);
			return take(piece);
		});
		return crc;
	}

	#isInWindow(from: number): boolean {
		return from < this.#read + WINDOW;
	}

	#readUpTo(to: number): void {
		this.#read = to;
		const isInWindow = ({ from }: { readonly from: number }): boolean => this.#isInWindow(from);
		if (this.#waiting.some(isInWindow)) {
			const near = this.#waiting.filter(isInWindow);
			this.#waiting = this.#waiting.filter((each) => !isInWindow(each));
			for (const { resume } of near) resume();
		}
		if (!this.#isOver) this.#start();
	}
}
