import { pause } from '../async/clock';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { type Caller } from '../service/call';
import { backoff } from '../async/clock';
import { lazyStream, pump } from '../async/streamPump';
import { connectDownload, fileNameIn, type Link, type Links } from './links';

/** What is known of a download beforehand. */
export interface DownloadOptions {
	/** What must arrive: `size` in bytes, `sha1` 40 lower-case characters. */
	readonly expected?: { readonly size?: number; readonly sha1?: string };
	/** Fresh links for expired ones (they live 10 minutes). */
	readonly renew?: () => Promise<readonly string[]>;
	/** Called as bytes arrive: how many are there, of how many (when known). */
	readonly onProgress?: (bytes: number, size?: number) => void;
	/** Called when a connection was cut and the download goes on. */
	readonly onRetry?: () => void;
}

/** An open download. */
export interface Download {
	/** Ends only when everything arrived as expected; else destroyed with LibraryError. */
	readonly stream: Readable;
	/** Bytes, when the service said so. */
	readonly size?: number;
	readonly contentType?: string;
	readonly fileName?: string;
}

/** Bytes that wait for a slow reader. Two pieces from the network become one new and larger one, which costs more than it saves. */
const WAITING = 64 * 1024;
/** Cuts in a row without a new byte. */
const MAX_FAILURES = 5;

/**
 * Opens a download in constant memory. A connection that is cut goes on from the byte reached; links are tried in turn and renewed
 * when expired. Length and SHA1 are checked while streaming, so a truncated or damaged file is never a success.
 * Throws LibraryError when no link opens. No error shows a link's query; no header of the account goes to the link's host.
 */
export async function openDownload(
	caller: Caller,
	urls: readonly string[],
	options: DownloadOptions = {},
): Promise<Download> {
	const stop = new AbortController();
	const signal = caller.signal ? AbortSignal.any([caller.signal, stop.signal]) : stop.signal;
	const links: Links = { urls, ...(options.renew ? { renew: options.renew } : {}) };
	const work: Work = { caller, signal, links, options };
	const first = await opened(work, 0, undefined, 0);
	const { size } = first;
	const expected = options.expected?.size;
	if (size !== undefined && expected !== undefined && size !== expected) {
		stop.abort();
		throw different(`${size} bytes are offered, ${expected} were expected`);
	}
	const stream = streamOf(work, first, expected ?? size, stop);
	const { 'content-type': contentType } = first.headers;
	const fileName = fileNameIn(first.headers['content-disposition']);
	return {
		stream,
		...(size === undefined ? {} : { size }),
		...(contentType ? { contentType } : {}),
		...(fileName ? { fileName } : {}),
	};
}

interface Work {
	readonly caller: Caller;
	readonly signal: AbortSignal;
	readonly links: Links;
	readonly options: DownloadOptions;
}

const different = (what: string): LibraryError =>
	new LibraryError('protocol', `The download is not what was announced: ${what}`, {
		operation: 'download',
		code: 'contentMismatch',
		retryable: false,
		hint: 'The file may have been changed at the same time: try again',
	});

/** Opens at an offset, with pauses, until the budget of failures is used up. */
async function opened(
	{ caller, signal, links }: Work,
	offset: number,
	before: Link | undefined,
	failures: number,
): Promise<Link> {
	for (let failed = failures; ; failed++) {
		if (failed > 0) await pause(caller.clock, backoff(failed, (caller.random ?? Math.random)()), signal);
		try {
			return await connectDownload({ ...caller, signal }, links, offset, before);
		} catch (cause) {
			if (!isLibraryError(cause) || !cause.retryable || failed >= MAX_FAILURES) throw cause;
			if (cause.retryAfter !== undefined)
				await pause(caller.clock, Math.min(60, cause.retryAfter) * 1000, signal);
		}
	}
}

function streamOf(work: Work, first: Link, size: number | undefined, stop: AbortController): Readable {
	let link = first;
	return lazyStream({
		highWaterMark: WAITING,
		run: async (push) => await pushAll(work, first, size, push, (next) => void (link = next)),
		resume: () => link.body.resume(),
		// A reader that goes away frees the connection at once.
		end: () => stop.abort(),
	});
}

/** Pushes the whole content, over as many links as it takes; `now` is told of each. */
async function pushAll(
	work: Work,
	first: Link,
	size: number | undefined,
	push: (piece: Buffer) => boolean,
	now: (link: Link) => void,
): Promise<void> {
	const sha1 = work.options.expected?.sha1;
	const hash = sha1 ? createHash('sha1') : undefined;
	let got = 0;
	for (let link = first, failures = 0; ;) {
		const before = got;
		let { skip } = link;
		try {
			await pump(link.body, (piece) => {
				const bytes = skip > 0 ? piece.subarray(skip) : piece;
				skip = Math.max(0, skip - piece.length);
				got += bytes.length;
				if (size !== undefined && got > size) throw different(`more than ${size} bytes came`);
				hash?.update(bytes);
				work.options.onProgress?.(got, size);
				return bytes.length === 0 || push(bytes);
			});
			if (size === undefined || got === size) break;
			throw new LibraryError('network', `The download ended after ${got} of ${size} bytes`, {
				operation: 'download',
			});
		} catch (cause) {
			failures = got > before ? 1 : failures + 1;
			if (!isLibraryError(cause) || !cause.retryable || failures > MAX_FAILURES) throw cause;
			if (got === size) break; // cut after the last byte
			work.options.onRetry?.();
			now((link = await opened(work, got, first, failures)));
		}
	}
	if (hash && sha1 && hash.digest('hex') !== sha1.toLowerCase()) throw different('its SHA1 is another one');
}
