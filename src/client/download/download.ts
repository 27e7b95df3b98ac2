import type { Readable } from 'node:stream';
import { defined, filledText } from '../../protocol/wire/json';
import type { Caller } from '../service/call';
import { fileNameIn } from './contentDisposition';
import { ContentStream } from './contentStream';
import { connectWithRetries, mismatch, receive, type DownloadRun } from './receive';

/** What is known of a download beforehand. */
export interface DownloadOptions {
	/** What must arrive: `size` in bytes, `sha1` in 40 hexadecimal characters. */
	readonly expected?: { readonly size?: number; readonly sha1?: string };
	/** Fetches fresh links in place of expired ones (they are valid for 10 minutes). */
	readonly renew?: () => Promise<readonly string[]>;
	/** Called as bytes arrive: how many there are, and of how many (when known). */
	readonly onProgress?: (bytes: number, size?: number) => void;
	/** Called when a connection was cut and the download continues. */
	readonly onRetry?: () => void;
}

/** An open download. */
export interface Download {
	/** Ends only when everything arrived as expected; otherwise it is destroyed with LibraryError. */
	readonly stream: Readable;
	/** Bytes, when the service reported them. */
	readonly size?: number;
	readonly contentType?: string;
	readonly fileName?: string;
}

/**
 * Opens a download in constant memory. After a cut connection it continues from the byte reached; links are tried in
 * turn and renewed when expired. Length and SHA1 are checked while streaming, so a truncated or damaged file is never a
 * success. Throws LibraryError when no link opens. No error shows a link's path or query; no header of the account goes
 * to the link's host.
 */
export async function openDownload(
	caller: Caller,
	urls: readonly string[],
	{ expected = {}, renew, onProgress, onRetry }: DownloadOptions = {},
): Promise<Download> {
	const stop = new AbortController();
	const signal = caller.signal ? AbortSignal.any([caller.signal, stop.signal]) : stop.signal;
	const run: DownloadRun = { caller, signal, links: { urls, ...defined({ renew }) }, expected, onProgress, onRetry };
	const first = await connectWithRetries(run, 0, undefined, 0);
	const { size, headers } = first;
	if (size !== undefined && expected.size !== undefined && size !== expected.size) {
		stop.abort();
		throw mismatch(`the host offers ${size} bytes instead of ${expected.size}`);
	}
	const checked = { ...run, expected: { size: expected.size ?? size, sha1: expected.sha1 } };
	return {
		stream: new ContentStream({
			receive: async (take) => await receive(checked, first, take),
			// A reader that goes away frees the connection at once. Without a reason, each would make an exception.
			end: () => stop.abort('over'),
		}),
		...defined({
			size,
			contentType: filledText(headers['content-type']),
			fileName: fileNameIn(headers['content-disposition']),
		}),
	};
}
