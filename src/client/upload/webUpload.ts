import { getUploadKey } from '../../protocol/catalogue/libraryFile';
import { userGetUploadServer } from '../../protocol/catalogue/userFile';
import { webUploadLibrary, webUploadUser } from '../../protocol/catalogue/uploadRequests';
import { decodeAnswer } from '../../protocol/wire/decode';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { secretsOf } from '../service/account';
import { call, type Caller } from '../service/call';
import { randomText } from '../service/randomText';
import { methodOf, pathOf } from '../../protocol/operation/define';
import type { Source } from './source';
import { mountOf, uploadServers, type UploadTarget } from './servicePort';

/** What stands in the library after a web upload. `filesize` in bytes. */
export interface WebUploadResult {
	readonly hash: string;
	readonly fullpath: string;
	readonly filesize: number;
}

/** A library upload has a key of its own; a person's is known by the token. `field` of the answer names the servers. */
const LIBRARY = { servers: getUploadKey, field: 'm-upload', upload: webUploadLibrary } as const;
const USER = { servers: userGetUploadServer, field: 'server', upload: webUploadUser } as const;
const requestsOf = ({ account }: Caller): typeof LIBRARY | typeof USER => (account.kind === 'token' ? USER : LIBRARY);
/** Who uploads, as the form says it, and where to. */
interface Access {
	readonly server: string;
	readonly identity: Readonly<Record<string, string>>;
	readonly secrets: readonly string[];
}
const STEP = 1024 * 1024;
/** The server answers only when the whole file is stored away, in ms. */
const SILENCE_MS = 300_000;

/**
 * Uploads a source in one multipart request (ambiguities D01 to D04, G23; client facts 7.17, 7.18): unsigned, with a key of its own or with the token.
 * Never sent twice, but when the token was refused and could be renewed. Throws LibraryError; kind `upload` when the service stored another length. The source stays open.
 */
export async function webUploadToLibrary(
	caller: Caller,
	source: Source,
	target: UploadTarget,
): Promise<WebUploadResult> {
	if (source.size < 0) await source.sha1(caller.signal); // the length must be known before the first byte goes out
	const size = source.size;
	const { servers } = requestsOf(caller);
	const asked = servers === USER.servers ? mountOf(target) : { timeout: '3600', rand: randomText(16) };
	const answer = await call<unknown>(caller, servers, { fullpath: target.fullpath, ...asked });
	const now = { ...caller }; // its account stays the one that is sent, also while another call renews it
	try {
		return await sent(now, source, size, target, answer);
	} catch (cause) {
		// A refused form stored nothing.
		const account =
			isLibraryError(cause) && cause.status === 401 ? await caller.renew?.(cause, now.account) : undefined;
		if (!account) throw cause;
		return await sent({ ...caller, account }, source, size, target, answer);
	}
}

async function sent(
	caller: Caller,
	source: Source,
	size: number,
	target: UploadTarget,
	servers: unknown,
): Promise<WebUploadResult> {
	const { server, identity, secrets } = accessIn(caller, target, servers);
	const { upload } = requestsOf(caller);
	const answer = await caller.http.request({
		method: methodOf(upload),
		url: `${server}${pathOf(upload)}`,
		headers: { accept: 'application/json' },
		operation: upload.id,
		headersTimeout: SILENCE_MS,
		body: {
			fields: [...Object.entries(identity), ...fieldsOf(target)],
			file: {
				field: 'file',
				name: baseName(target.fullpath),
				contentType: 'application/octet-stream',
				size,
				pieces: pieces(source, size),
			},
		},
		...(caller.signal ? { signal: caller.signal } : {}),
	});
	const read = { status: answer.status, headers: answer.headers, text: await answer.text() };
	return resultIn(decodeAnswer(upload.id, read, caller.clock.now(), secrets), size, upload.id);
}

/** One piece is on its way while the next one is read into the other memory. */
async function* pieces(source: Source, size: number): AsyncGenerator<Buffer> {
	const memory = [
		Buffer.allocUnsafeSlow(Math.min(STEP, size)),
		Buffer.allocUnsafeSlow(Math.min(STEP, size)),
	] as const;
	const read = async (at: number): Promise<Buffer> =>
		await source.read(at, Math.min(STEP, size - at), memory[(at / STEP) & 1 ? 1 : 0]);
	let next: Promise<Buffer> | undefined;
	try {
		for (let at = 0; at < size; at += STEP) {
			const piece = await (next ?? read(at));
			next = at + STEP < size ? read(at + STEP) : undefined;
			next?.catch(() => undefined); // thrown when it is its turn
			yield piece;
		}
	} finally {
		await next?.catch(() => undefined); // the source is closed after this
	}
}

const folderOf = (fullpath: string): string => fullpath.slice(0, Math.max(0, fullpath.lastIndexOf('/')));

function fieldsOf({ fullpath, overwrite, operator = {} }: UploadTarget): Array<readonly [string, string]> {
	return [
		['path', folderOf(fullpath)],
		['name', baseName(fullpath)],
		['filefield', 'file'],
		['overwrite', overwrite ? '1' : '0'],
		...Object.entries(operator).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	];
}

/** One of the servers by chance (document), and what proves who uploads: the token, or the key, which stays in memory. */
function accessIn(caller: Caller, target: UploadTarget, answer: unknown): Access {
	const { account } = caller;
	const {
		servers: { id },
		field,
	} = requestsOf(caller);
	const fields = fieldsIn(answer);
	const servers = uploadServers(fields[field], account.baseUrl);
	const server = servers[Math.floor((caller.random ?? Math.random)() * servers.length)];
	const secrets = secretsOf(account);
	if (server !== undefined && account.kind === 'token')
		return { server, secrets, identity: { token: account.token, ...mountOf(target) } };
	const key = fields['key'];
	if (server === undefined || typeof key !== 'string' || account.kind !== 'org')
		throw new LibraryError('protocol', 'The service named no upload server', { operation: id });
	return { server, secrets: [...secrets, key], identity: { org_client_id: account.clientId, key } };
}

function resultIn(answer: unknown, size: number, operation: string): WebUploadResult {
	const fields = fieldsIn(answer);
	const { hash, fullpath } = fields;
	const filesize = Number(fields['filesize']);
	if (typeof hash !== 'string' || typeof fullpath !== 'string' || Number.isNaN(filesize))
		throw new LibraryError('protocol', 'The upload server did not say what it stored', { operation });
	if (filesize !== size)
		throw new LibraryError('upload', `The upload server stored ${filesize} bytes of ${size}`, {
			operation,
			retryable: true,
		});
	return { hash, fullpath, filesize };
}
