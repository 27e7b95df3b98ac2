import { contentStream } from '../../edition/edition';
import type { ByteStream } from '../../edition/ports/content';
import { defined, filledText } from '../../protocol/wire/json';
import { rethrown } from '../../protocol/wire/libraryError';
import { stopWith } from '../async/onAbort';
import { newSlack, SILENCE_MS, slackFor } from '../http/slowTransfer';
import type { TakePiece } from '../http/types';
import type { Caller } from '../service/call';
import { connectWithRetries, mismatch, receive, type DownloadOptions, type DownloadRun } from './receive';

/** An open download. */
export interface Download {
	/** Ends only when everything arrived as expected; otherwise it is destroyed with LibraryError. */
	readonly stream: ByteStream;
	/** In place of the stream: hands the content to `take`, whose pieces are used again. Throws LibraryError. */
	receive(take: TakePiece): Promise<void>;
	/** Bytes, when the service reported them. */
	readonly size?: number;
	readonly contentType?: string;
	readonly fileName?: string;
}

/** The content of a file, which was found and is read once. */
interface OpenContent {
	/** Hands the content to `take`, piece by piece, whose memory is used again. Throws LibraryError for any other. */
	receive(take: TakePiece): Promise<void>;
	/** Bytes, when the service reported them. */
	readonly size?: number;
	readonly headers: Readonly<Record<string, string>>;
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
	options: DownloadOptions = {},
): Promise<Download> {
	const stop = stopWith(caller.signal);
	// A reader that goes away frees the connection at once. Without a reason, each would make an exception.
	const end = (): void => stop.abort('over');
	try {
		const { size, headers, receive } = await openContent({ ...caller, signal: stop.signal }, urls, options);
		return {
			stream: contentStream({ receive, end }),
			receive: async (take) => await receive(take).finally(end),
			...defined({
				size,
				contentType: filledText(headers['content-type']),
				fileName: fileNameIn(headers['content-disposition']),
			}),
		};
	} catch (cause) {
		end();
		throw rethrown(cause);
	}
}

/**
 * The same as a content that is handed on piece by piece; it has to be received, or the caller's signal aborted. Throws
 * what `openDownload` throws.
 */
export async function openContent(
	caller: Caller,
	urls: readonly string[],
	{ expected = {}, renew, onProgress, onRetry }: DownloadOptions = {},
): Promise<OpenContent> {
	const slack = newSlack(slackFor(caller.silenceMs ?? SILENCE_MS.request));
	const links = { urls, slack, ...defined({ renew }) };
	const run: DownloadRun = { caller, links, expected, ...defined({ onProgress, onRetry }) };
	const first = await connectWithRetries(run, 0, undefined, 0);
	const { size, headers } = first;
	if (size !== undefined && expected.size !== undefined && size !== expected.size) {
		await first.discard();
		throw mismatch(`the host offers ${size} bytes instead of ${expected.size}`);
	}
	const checked = { ...run, expected: defined({ size: expected.size ?? size, sha1: expected.sha1 }) };
	return { receive: async (take) => await receive(checked, first, take), headers, ...defined({ size }) };
}

/** The name in a Content-Disposition header: `filename*` of RFC 5987 before `filename`; without folders. */
export function fileNameIn(disposition: string | undefined): string | undefined {
	const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition ?? '')?.[1];
	const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition ?? '');
	const name = decoded(extended?.trim()) ?? simple?.[1]?.replace(/\\(.)/g, '$1') ?? simple?.[2]?.trim();
	return name?.split(/[/\\]/).at(-1) || undefined;
}

function decoded(value: string | undefined): string | undefined {
	try {
		return value === undefined ? undefined : decodeURIComponent(value);
	} catch {
		return undefined;
	}
}

/** The beginning of a file, or all of it. */
export interface Beginning {
	readonly bytes: Buffer;
	readonly isCut: boolean;
}

/** At most `most` bytes of a stream, which is destroyed then. Throws what the stream throws. */
export async function readUpTo(stream: ByteStream, most: number): Promise<Beginning> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of stream as AsyncIterable<Buffer>) {
		pieces.push(piece.subarray(0, most - size));
		size += piece.length;
		if (size > most) break;
	}
	return { bytes: Buffer.concat(pieces), isCut: size > most };
}
