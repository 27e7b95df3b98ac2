import type { HttpAnswer } from '../http/types';
import type { Readable } from 'node:stream';
import { decodeAnswer } from '../../protocol/wire/decode';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import type { Caller } from '../service/call';
import { originOf } from '../http/transportErrors';

/** Addresses of one file; `urls` is replaced when they are renewed. */
export interface Links {
	urls: readonly string[];
	readonly renew?: () => Promise<readonly string[]>;
}

/** An open answer. */
export interface Link {
	readonly headers: Readonly<Record<string, string>>;
	/** Bytes of the whole file, when known. */
	readonly size?: number;
	readonly body: Readable;
	/** Bytes at the beginning of the body that are there already: a host without ranges sends everything again. */
	readonly skip: number;
}

const EXPIRED: ReadonlySet<number | undefined> = new Set([401, 403, 404, 410]);

/**
 * Opens the first address that answers, from byte `offset`. When all fail and one of them looks expired, all are renewed once: they are of one age.
 * `before` is the answer this one goes on from: it must be the same file. Throws the LibraryError of the last address.
 */
export async function connectDownload(
	caller: Caller,
	links: Links,
	offset: number,
	before: Link | undefined,
): Promise<Link> {
	const first = await firstOf(caller, links.urls, offset, before);
	if ('body' in first) return first;
	if (!links.renew || !first.expired) throw first.cause;
	links.urls = await links.renew();
	const second = await firstOf(caller, links.urls, offset, before);
	if ('body' in second) return second;
	throw second.cause;
}

async function firstOf(
	caller: Caller,
	urls: readonly string[],
	offset: number,
	before: Link | undefined,
): Promise<Link | { cause: unknown; expired: boolean }> {
	let cause: unknown = new LibraryError('protocol', 'The service gave no download link', { operation: 'download' });
	let expired = false;
	for (const url of urls) {
		try {
			return await open(caller, url, offset, before);
		} catch (error) {
			if (caller.signal?.aborted) throw error;
			cause = error;
			expired ||= isLibraryError(error) && EXPIRED.has(error.status);
		}
	}
	return { cause, expired };
}

async function open(caller: Caller, url: string, offset: number, before: Link | undefined): Promise<Link> {
	if (!/^https?:/i.test(url) || !URL.canParse(url))
		throw new LibraryError('protocol', 'The service gave a download link that is no http or https address', {
			operation: 'download',
		});
	const answer = await caller.http.request({
		method: 'GET',
		url,
		followRedirects: true,
		operation: 'download',
		// Compressed bytes could be neither counted nor resumed.
		headers: { accept: '*/*', 'accept-encoding': 'identity', ...(offset > 0 ? { range: `bytes=${offset}-` } : {}) },
		...(caller.signal ? { signal: caller.signal } : {}),
	});
	try {
		if (answer.status >= 300) throw await refusal(caller, url, answer);
		return linkOf(answer, offset, before);
	} catch (cause) {
		await answer.discard();
		throw cause;
	}
}

function linkOf(answer: HttpAnswer, offset: number, before: Link | undefined): Link {
	const { headers, status } = answer;
	const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
	const partial = status === 206;
	if (partial && Number(range?.[1]) !== offset)
		throw odd(`it sent another part of the file than the one from byte ${offset}`);
	const total = partial ? range?.[2] : headers['content-encoding'] ? undefined : headers['content-length'];
	const size = total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined;
	const changed =
		before &&
		((before.size !== undefined && size !== undefined && before.size !== size) ||
			(before.headers['etag'] !== undefined &&
				headers['etag'] !== undefined &&
				before.headers['etag'] !== headers['etag']));
	if (changed) throw odd('the file was changed during the download');
	return { headers, ...(size === undefined ? {} : { size }), body: answer.stream(), skip: partial ? 0 : offset };
}

const odd = (what: string): LibraryError =>
	new LibraryError('protocol', `The download host cannot go on with the file: ${what}`, {
		operation: 'download',
		retryable: false,
		hint: 'Try the download again',
	});

/** A JSON error of the service is decoded; anything else is told by its status. The link's path and query are never shown. */
async function refusal(caller: Caller, url: string, answer: HttpAnswer): Promise<LibraryError> {
	const text = await answer.text(64 * 1024);
	const link = new URL(url);
	// Some hosts sign in the path: as a whole, or by a long part of it.
	const inPath = [link.pathname, ...link.pathname.split('/').filter((part) => part.length >= 16)];
	const secrets = [url, link.search, ...link.searchParams.values(), ...inPath];
	const json = text.trimStart().startsWith('{') ? text : '{}'; // a web page's title says nothing about the file
	try {
		decodeAnswer(
			'download',
			{ status: Math.max(400, answer.status), headers: answer.headers, text: json },
			caller.clock.now(),
			secrets,
		);
	} catch (cause) {
		if (isLibraryError(cause))
			return new LibraryError(cause.kind, `${originOf(url)}: ${cause.message}`, {
				...cause,
				status: answer.status,
				cause: undefined,
			});
	}
	return odd(`it answered HTTP ${answer.status}`);
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
