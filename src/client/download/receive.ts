import { createHash } from 'node:crypto';
import { counted, isLibraryError, LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { backoff, pause } from '../async/clock';
import { MAX_RETRY_AFTER } from '../service/knownService';
import { timeFor, tooSlow } from '../http/slowTransfer';
import { originOf } from '../http/transportErrors';
import type { TakePiece } from '../http/types';
import type { Caller } from '../service/call';
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

/** One download under way. */
export interface DownloadRun extends Pick<DownloadOptions, 'onProgress' | 'onRetry'> {
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
export async function connectWithRetries(
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
				{
					operation: 'download',
				},
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

/** The content is not what the service announced. */
export const mismatch = (how: string): LibraryError =>
	new LibraryError('protocol', `The downloaded content doesn't match the file's metadata: ${how}`, {
		operation: 'download',
		code: 'contentMismatch',
		retryable: false,
		hint: 'The file may have been changed during the download; try again',
	});
