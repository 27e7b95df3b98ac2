import { oneOf } from '../async/tasks';
import { decodeAnswer } from '../../protocol/wire/decode';
import { defined } from '../../protocol/wire/json';
import { LibraryError, isLibraryError, rethrown, reworded } from '../../protocol/wire/libraryError';
import type { Slack } from '../http/slowTransfer';
import { originOf } from '../http/transportErrors';
import type { HttpAnswer } from '../http/types';
import { hiddenBy, type Caller } from '../service/call';
import { linkSecrets } from '../service/secretVault';

/** A download link that answered: the content from some byte on. */
export interface OpenLink extends Pick<HttpAnswer, 'headers' | 'receive' | 'discard'> {
	/** Bytes of the whole file, when known. */
	readonly size?: number;
	/** It came compressed: to continue, it is sent again from its beginning. */
	readonly compressed: boolean;
	/** Bytes at the start of the body that were received before: a host without ranges sends everything again. */
	readonly skip: number;
}

/**
 * Opens a download link from byte `offset`. `before` is the answer that this one continues: it must be the same file,
 * and both share their `slack`. Throws LibraryError. No error shows the link's path or query; no header of the account
 * goes to the link's host.
 */
export async function openLink(
	caller: Caller,
	url: string,
	offset: number,
	before: OpenLink | undefined,
	slack?: Slack,
): Promise<OpenLink> {
	if (!/^https?:/i.test(url) || !URL.canParse(url))
		throw new LibraryError('protocol', "The service returned a download link that isn't an http or https address", {
			operation: 'download',
		});
	let answer = await request(caller, url, before?.compressed ? 0 : offset, slack);
	const isOther = answer.status === 206 && (answer.compressed || startOf(answer, offset) === undefined);
	if (isOther || (answer.status === 416 && offset > 0)) {
		// The range was refused, one of compressed bytes, or another than was asked for: once more, from the beginning.
		await answer.discard();
		answer = await request(caller, url, 0, slack);
	}
	if (answer.status >= 300) throw await refusal(caller, url, answer);
	try {
		return linkOf(answer, offset, before);
	} catch (cause) {
		await answer.discard();
		throw rethrown(cause);
	}
}

const request = async (caller: Caller, url: string, offset: number, slack?: Slack): Promise<HttpAnswer> =>
	await oneOf(
		caller.underWay,
		async () =>
			await caller.http.request({
				method: 'GET',
				url,
				followRedirects: true,
				largeAnswer: true,
				operation: 'download',
				headers: { accept: '*/*', ...(offset > 0 ? { range: `bytes=${offset}-` } : {}) },
				...defined({
					signal: caller.signal,
					headersTimeout: caller.silenceMs,
					bodyTimeout: caller.silenceMs,
					slack,
				}),
			}),
	);

const rangeOf = ({ headers }: HttpAnswer) => /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');

/** The byte that an answer begins with: the one that was asked for, or the first; undefined for any other. */
function startOf(answer: HttpAnswer, offset: number): number | undefined {
	const start = answer.status === 206 ? Number(rangeOf(answer)?.[1]) : 0;
	return start === offset || start === 0 ? start : undefined;
}

function linkOf(answer: HttpAnswer, offset: number, before: OpenLink | undefined): OpenLink {
	const { headers, status, compressed = false, receive, discard } = answer;
	const start = startOf(answer, offset);
	if (start === undefined)
		throw unusable(`the host sent a different part of the file, not the one from byte ${offset}`);
	const range = rangeOf(answer);
	const partial = status === 206;
	const total = partial ? range?.[2] : headers['content-length'];
	const size = total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined;
	// A compressed form has a tag of its own.
	const isOther = before?.compressed === compressed && differ(before.headers.etag, headers.etag);
	if (before && (isOther || differ(before.size, size))) throw unusable('the file was changed during the download');
	return { headers, receive, discard, compressed, skip: offset - start, ...defined({ size }) };
}

const differ = <T>(one: T | undefined, other: T | undefined): boolean =>
	one !== undefined && other !== undefined && one !== other;

const unusable = (reason: string): LibraryError =>
	new LibraryError('protocol', `The download can't continue: ${reason}`, {
		operation: 'download',
		retryable: false,
		hint: 'Try the download again',
	});

/** A JSON error of the service is decoded; anything else is reported by its status. */
async function refusal(caller: Caller, url: string, answer: HttpAnswer): Promise<LibraryError> {
	const { status, headers } = answer;
	const text = await answer.text(64 * 1024);
	const json = text.trimStart().startsWith('{') ? text : '{}'; // a web page's title says nothing about the file
	try {
		if (status >= 400)
			decodeAnswer('download', { status, headers, text: json }, caller.clock.now(), [
				...[url, ...linkSecrets(url)],
				...hiddenBy(caller),
			]);
	} catch (cause) {
		if (isLibraryError(cause))
			return reworded(cause, `${originOf(url)}: ${cause.message}`, { status, cause: undefined });
	}
	return new LibraryError('protocol', `${originOf(url)} sent HTTP ${status} in place of the file`, {
		operation: 'download',
		status,
		hint: 'Try the download again',
	});
}

/** Addresses of one file; `urls` is replaced when they are renewed. */
export interface LinkAddresses {
	urls: readonly string[];
	readonly renew?: () => Promise<readonly string[]>;
	/** How far all answers together may fall behind the least rate. */
	readonly slack?: Slack;
}

const EXPIRED: ReadonlySet<number | undefined> = new Set([401, 403, 404, 410]);

/**
 * Opens the first address that answers, from byte `offset`. When all fail and one of them looks expired, all are
 * renewed once, since they were issued together. `before` is the answer that this one continues: it must be the same
 * file. Throws the LibraryError of the last address.
 */
export async function connectDownload(
	caller: Caller,
	links: LinkAddresses,
	offset: number,
	before: OpenLink | undefined,
): Promise<OpenLink> {
	for (let { renew } = links; ; renew = undefined) {
		let [failure, isExpired]: [unknown, boolean] = [undefined, false];
		for (const url of links.urls) {
			try {
				return await openLink(caller, url, offset, before, links.slack);
			} catch (cause) {
				if (caller.signal?.aborted) throw rethrown(cause);
				failure = cause;
				isExpired ||= isLibraryError(cause) && EXPIRED.has(cause.status);
			}
		}
		if (!renew || !isExpired) throw rethrown(failure ?? noLink());
		links.urls = await renew();
	}
}

const noLink = (): LibraryError =>
	new LibraryError('protocol', 'The service returned no download link', { operation: 'download' });
