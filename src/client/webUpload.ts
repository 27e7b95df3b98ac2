import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { decodeAnswer } from '../protocol/decode';
import { LibraryError } from '../protocol/errors';
import { secretsOf } from './account';
import { call, type Caller } from './call';
import type { Source } from './source';
import { uploadServers, type UploadTarget } from './uploadPort';

/** What stands in the library after a web upload. `filesize` in bytes. */
export interface WebUploadResult { readonly hash: string; readonly fullpath: string; readonly filesize: number }

const SERVERS = { id: 'libraryFileUploadServers', route: 'POST /m-open/1/file/upload_servers', repeatable: true } as const;
const UPLOAD = 'webUploadLibrary';
const STEP = 1024 * 1024;
/** The server answers only when the whole file is stored away, in ms. */
const SILENCE_MS = 300_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Uploads a source in one multipart request (ambiguities D01 to D04, G23; client facts 7.17, 7.18): unsigned, with a key of its own.
 * Never sent twice. Throws LibraryError; kind `upload` when the service stored another length. The source stays open.
 */
export async function webUploadToLibrary(caller: Caller, source: Source, target: UploadTarget): Promise<WebUploadResult> {
	if (source.size < 0) await source.sha1(caller.signal); // the length must be known before the first byte goes out
	const size = source.size;
	const { server, key } = serverIn(caller, await call(caller, SERVERS, { fullpath: target.fullpath, timeout: '3600', rand: random16() }));
	const answer = await caller.http.request({
		method: 'POST', url: `${server}/2/web_upload`, headers: { accept: 'application/json' }, operation: UPLOAD, headersTimeout: SILENCE_MS,
		body: {
			fields: fieldsOf(caller, target, key),
			file: { field: 'file', name: nameOf(target.fullpath), contentType: 'application/octet-stream', size, stream: Readable.from(pieces(source, size), { objectMode: false }) },
		},
		...(caller.signal ? { signal: caller.signal } : {}),
	});
	const read = { status: answer.status, headers: answer.headers, text: await answer.text() };
	return resultIn(decodeAnswer(UPLOAD, read, caller.clock.now(), [...secretsOf(caller.account), key]), size);
}

async function* pieces(source: Source, size: number): AsyncGenerator<Buffer> {
	for (let at = 0; at < size; at += STEP) yield await source.read(at, Math.min(STEP, size - at));
}

const nameOf = (fullpath: string): string => fullpath.slice(fullpath.lastIndexOf('/') + 1);
const folderOf = (fullpath: string): string => fullpath.slice(0, Math.max(0, fullpath.lastIndexOf('/')));
const random16 = (): string => Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

function fieldsOf({ account }: Caller, { fullpath, overwrite, operator = {} }: UploadTarget, key: string): Array<readonly [string, string]> {
	return [
		...(account.kind === 'org' ? [['org_client_id', account.clientId] as const] : []),
		['key', key], ['path', folderOf(fullpath)], ['name', nameOf(fullpath)], ['filefield', 'file'], ['overwrite', overwrite ? '1' : '0'],
		...Object.entries(operator).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	];
}

/** One of the servers by chance (document), and the key, which stays in memory. */
function serverIn(caller: Caller, answer: unknown): { server: string; key: string } {
	const fields: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {};
	const servers = uploadServers(fields['m-upload'], caller.account.baseUrl);
	const server = servers[Math.floor((caller.random ?? Math.random)() * servers.length)];
	const key = fields['key'];
	if (server === undefined || typeof key !== 'string') throw new LibraryError('protocol', 'The service named no upload server', { operation: SERVERS.id });
	return { server, key };
}

function resultIn(answer: unknown, size: number): WebUploadResult {
	const fields: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {};
	const { hash, fullpath } = fields;
	const filesize = Number(fields['filesize']);
	if (typeof hash !== 'string' || typeof fullpath !== 'string' || Number.isNaN(filesize)) throw new LibraryError('protocol', 'The upload server did not say what it stored', { operation: UPLOAD });
	if (filesize !== size) throw new LibraryError('upload', `The upload server stored ${filesize} bytes of ${size}`, { operation: UPLOAD, retryable: true });
	return { hash, fullpath, filesize };
}
