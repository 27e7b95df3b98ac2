import { createHash } from 'node:crypto';
import type { ByteStream } from '../../edition/ports';
import { contentStream } from '../../edition/shared/contentStream';
import type { Sent } from '../../protocol/operation/define';
import { defined, filledText } from '../../protocol/wire/json';
import { counted, isLibraryError, LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { percentDecoded } from '../../protocol/wire/paths';
import { backoff, pause } from '../async/clock';
import { stopWith } from '../async/onAbort';
import { fileCalls } from '../files/fileCalls';
import { newSlack, SILENCE_MS, slackFor, timeFor, tooSlow } from '../http/slowTransfer';
import { originOf } from '../http/transportErrors';
import type { TakePiece } from '../http/types';
import type { Caller } from '../service/call';
import { MAX_RETRY_AFTER } from '../service/knownService';
import { connectDownload, type LinkAddresses, type OpenLink } from './openLink';

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

interface DownloadRun extends Pick<DownloadOptions, 'onProgress' | 'onRetry'> {
	readonly caller: Caller;
	readonly links: LinkAddresses;
	readonly expected: NonNullable<DownloadOptions['expected']>;
}

/** Cuts in a row without a new byte. */
const MAX_FAILURES = 5;
/** The least time in ms that each cut costs: a host that sends ten bytes at a time would go on for ever. */
const COST_OF_CUT_MS = 250;

/** How often in a row a download is tried again after a failure; not after one that asks for a longer pause. */
const retriesOf = ({ retryable, retries, retryAfter = 0 }: LibraryError): number =>
	retryAfter > MAX_RETRY_AFTER ? 0 : (retries ?? (retryable ? MAX_FAILURES : 0));

/** Opens a link from byte `offset`, with pauses, until the failure budget is used up: `failures` of it already are. */
async function connectWithRetries(
	{ caller, links }: DownloadRun,
	offset: number,
	before: OpenLink | undefined,
	failures: number,
): Promise<OpenLink> {
	for (let failed = failures; ; failed++) {
		if (failed > 0) await pause(caller.clock, backoff(caller.clock, failed), caller.signal);
		try {
			return await connectDownload(caller, links, offset, before);
		} catch (cause) {
			if (!isLibraryError(cause) || failed >= retriesOf(cause)) throw rethrown(cause);
			if (cause.retryAfter !== undefined) await pause(caller.clock, cause.retryAfter * 1000, caller.signal);
		}
	}
}

/** Hands the whole content to `take`, over several links if need be. Throws LibraryError for any other content. */
export async function receive(run: DownloadRun, first: OpenLink, take: TakePiece): Promise<void> {
	const { size } = run.expected;
	const check = makeCheck(run, take);
	for (let link = first, failures = 0; ;) {
		const before = check.received();
		try {
			await link.receive(skipping(link.skip, check.take));
			if (size === undefined || check.received() === size) break;
			throw new LibraryError(
				'network',
				`The download ended after ${check.received()} of ${counted(size, 'byte')}`,
				{ operation: 'download' },
			);
		} catch (cause) {
			failures = check.received() > before ? 1 : failures + 1;
			if (!isLibraryError(cause) || failures > retriesOf(cause)) throw rethrown(cause);
			if (check.received() === size) break; // cut after the last byte
			payForCut(run.links, check.received() - before);
			run.onRetry?.();
			link = await connectWithRetries(run, check.received(), first, failures);
		}
	}
	check.end();
}

/** What a cut after so many bytes costs. Throws LibraryError timeout when the slack is used up. */
function payForCut({ slack, urls }: LinkAddresses, bytes: number): void {
	if (slack && (slack.left += timeFor(bytes) - COST_OF_CUT_MS) <= 0) throw tooSlow(originOf(urls[0] ?? ''));
}

/** Wraps `take` so that it does not see the first `bytes` bytes: a piece that is a part of them arrives empty. */
function skipping(bytes: number, take: TakePiece): TakePiece {
	let skip = bytes;
	return (piece) => {
		const rest = skip > 0 ? piece.subarray(skip) : piece;
		skip = Math.max(0, skip - piece.length);
		return take(rest);
	};
}

/** Counts and hashes the content on its way to `take`. Throws LibraryError when it is not what is expected. */
function makeCheck({ expected: { size, sha1 }, onProgress }: DownloadRun, take: TakePiece) {
	const hash = sha1 ? createHash('sha1') : undefined;
	let received = 0;
	return {
		/** A function: V8 keeps what a getter has in old memory, and all of a download would become old with it. */
		received: (): number => received,
		take: (bytes: Buffer): Promise<void> | undefined => {
			received += bytes.length;
			if (size !== undefined && received > size) throw mismatch(`more than ${counted(size, 'byte')} arrived`);
			hash?.update(bytes);
			onProgress?.(received, size);
			return bytes.length === 0 ? undefined : take(bytes);
		},
		end: (): void => {
			if (hash && sha1 && hash.digest('hex') !== sha1.toLowerCase()) throw mismatch('its SHA1 checksum differs');
		},
	};
}

const mismatch = (how: string): LibraryError =>
	new LibraryError('protocol', `The downloaded content doesn't match the file's metadata: ${how}`, {
		operation: 'download',
		code: 'contentMismatch',
		retryable: false,
		hint: 'The file may have been changed during the download; try again',
	});

/** An open download. */
export interface Download {
	/** Ends only when everything arrived as expected; otherwise it is destroyed with LibraryError. */
	readonly stream: ByteStream;
	/** In place of the stream: hands `take` pieces of the content, whose memory is used again. Throws LibraryError. */
	receive(take: TakePiece): Promise<void>;
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
 * The same without a stream and a signal of its own, which many small files would pay for: it has to be received, or
 * the caller's signal aborted. Throws as `openDownload`.
 */
export async function openContent(
	caller: Caller,
	urls: readonly string[],
	{ expected = {}, renew, onProgress, onRetry }: DownloadOptions = {},
): Promise<Pick<OpenLink, 'headers' | 'size' | 'receive'>> {
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
	return { headers, receive: async (take) => await receive(checked, first, take), ...defined({ size }) };
}

/** The same for the file that these parameters name, whose links are asked for. Throws what `call` throws, too. */
export async function openFile(
	caller: Caller,
	params: Sent,
	options: Omit<DownloadOptions, 'renew'> = {},
): Promise<Download> {
	const renew = async (): Promise<readonly string[]> => await fileCalls(caller).downloadLinks(params);
	return await openDownload(caller, await renew(), { ...options, renew });
}

/** The name in a Content-Disposition header: `filename*` of RFC 5987 before `filename`; without folders. */
export function fileNameIn(disposition: string | undefined): string | undefined {
	const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition ?? '')?.[1]?.trim();
	const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition ?? '');
	const name = (extended && percentDecoded(extended)) ?? simple?.[1]?.replace(/\\(.)/g, '$1') ?? simple?.[2]?.trim();
	return name?.split(/[/\\]/).at(-1) || undefined;
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
