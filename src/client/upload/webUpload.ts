import { getUploadKey } from '../../protocol/catalogue/libraryFile';
import { webUploadLibrary, webUploadUser } from '../../protocol/catalogue/uploadRequests';
import { userGetUploadServer } from '../../protocol/catalogue/userFile';
import { methodOf, pathOf } from '../../protocol/operation/define';
import { decodeAnswer } from '../../protocol/wire/decode';
import { defined, fieldsIn, numberOf } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import type { MultipartBody } from '../http/types';
import { secretsOf } from '../service/account';
import { call, type Caller } from '../service/call';
import { randomText } from '../service/randomText';
import { readAhead } from './readAhead';
import { anyOf, uploadServers } from './servers';
import type { Source } from './source';
import { mountParams, type UploadTarget } from './target';

/** The file as it is in the library after a web upload. `filesize` in bytes. */
export interface WebUploadResult {
	readonly hash: string;
	readonly fullpath: string;
	readonly filesize: number;
}

/**
 * A library upload has a key of its own; a person's is identified by the token. `field` of the answer contains the
 * servers.
 */
const LIBRARY = { servers: getUploadKey, field: 'm-upload', upload: webUploadLibrary } as const;
const USER = { servers: userGetUploadServer, field: 'server', upload: webUploadUser } as const;
const requestsOf = ({ account }: Caller): typeof LIBRARY | typeof USER => (account.kind === 'token' ? USER : LIBRARY);

/** Where a form is sent, and its fields that identify the account. */
interface Access {
	readonly server: string;
	readonly identity: Readonly<Record<string, string>>;
	readonly secrets: readonly string[];
}

const PIECE_SIZE = 1024 * 1024;
/** The server answers only once the whole file is stored, in ms. */
const SILENCE_MS = 300_000;

/**
 * Uploads a source in one multipart request (D01 to D04, G23; client facts 7.17, 7.18): unsigned, with a key of its own
 * or with the token. Never sent twice, except when the token was refused and could be renewed. Throws LibraryError;
 * kind `upload` when the service stored another length. The source stays open.
 */
export async function webUploadToLibrary(
	caller: Caller,
	source: Source,
	target: UploadTarget,
): Promise<WebUploadResult> {
	if (source.size < 0) await source.sha1(caller.signal); // the length must be known before the first byte is sent
	const answer = await askServers(caller, target);
	const sender = { ...caller }; // keeps the account that is sent, even while another call renews it
	try {
		return await sendForm(sender, source, target, answer);
	} catch (cause) {
		// A refused form stored nothing.
		const account =
			isLibraryError(cause) && cause.status === 401 ? await caller.renew?.(cause, sender.account) : undefined;
		if (!account) throw cause;
		return await sendForm({ ...caller, account }, source, target, answer);
	}
}

/** The servers, as the service names them, and for a library the key. */
async function askServers(caller: Caller, target: UploadTarget): Promise<unknown> {
	const isUser = caller.account.kind === 'token';
	const params = isUser ? mountParams(target) : { timeout: '3600', rand: randomText(16) };
	return await call<unknown>(caller, requestsOf(caller).servers, { fullpath: target.fullpath, ...params });
}

async function sendForm(
	caller: Caller,
	source: Source,
	target: UploadTarget,
	answer: unknown,
): Promise<WebUploadResult> {
	const { server, identity, secrets } = accessIn(caller, target, answer);
	const { upload } = requestsOf(caller);
	const { size } = source;
	const response = await caller.http.request({
		method: methodOf(upload),
		url: `${server}${pathOf(upload)}`,
		headers: { accept: 'application/json' },
		operation: upload.id,
		headersTimeout: caller.silenceMs ?? SILENCE_MS,
		bodyTimeout: caller.silenceMs ?? SILENCE_MS,
		body: formOf(target, identity, source),
		...defined({ signal: caller.signal }),
	});
	const { status, headers } = response;
	const read = { status, headers, text: await response.text() };
	return resultIn(decodeAnswer(upload.id, read, caller.clock.now(), secrets), size, upload.id);
}

const folderOf = (fullpath: string): string => fullpath.slice(0, Math.max(0, fullpath.lastIndexOf('/')));

function formOf(target: UploadTarget, identity: Access['identity'], source: Source): MultipartBody {
	const { fullpath, overwrite, operator = {} } = target;
	const { size } = source;
	const name = baseName(fullpath);
	const fields = {
		...identity,
		path: folderOf(fullpath),
		name,
		filefield: 'file',
		overwrite: overwrite ? '1' : '0',
		...defined(operator),
	};
	const pieces = readAhead(size, PIECE_SIZE, async (...args) => await source.read(...args));
	return {
		fields: Object.entries(fields),
		file: { field: 'file', name, contentType: 'application/octet-stream', size, pieces },
	};
}

/** One of the servers, and what proves who uploads: the token, or the key, which stays in memory. */
function accessIn(caller: Caller, target: UploadTarget, answer: unknown): Access {
	const { account } = caller;
	const { servers, field } = requestsOf(caller);
	const fields = fieldsIn(answer);
	const server = anyOf(uploadServers(fields[field], account.baseUrl), caller.random);
	const secrets = secretsOf(account);
	if (server !== undefined && account.kind === 'token')
		return { server, secrets, identity: { token: account.token, ...mountParams(target) } };
	const { key } = fields;
	if (server === undefined || typeof key !== 'string' || account.kind !== 'org')
		throw new LibraryError('protocol', "The service didn't return an upload server", { operation: servers.id });
	return { server, secrets: [...secrets, key], identity: { org_client_id: account.clientId, key } };
}

function resultIn(answer: unknown, size: number, operation: string): WebUploadResult {
	const { hash, fullpath, filesize: stored } = fieldsIn(answer);
	const filesize = numberOf(stored);
	if (typeof hash !== 'string' || typeof fullpath !== 'string' || filesize === undefined)
		throw new LibraryError('protocol', "The upload server didn't report what it stored", { operation });
	if (filesize !== size)
		throw new LibraryError('upload', `The upload server stored ${filesize} bytes instead of ${size}`, {
			operation,
			retryable: true,
		});
	return { hash, fullpath, filesize };
}
