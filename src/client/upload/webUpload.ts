import { createHash, type Hash } from 'node:crypto';
import { cancellable } from '../async/onAbort';
import { oneOf } from '../async/tasks';
import { getUploadKey } from '../../protocol/catalogue/libraryFiles';
import { webUploadLibrary, webUploadUser } from '../../protocol/catalogue/requests';
import { userGetUploadServer } from '../../protocol/catalogue/userFiles';
import { methodOf, pathOf, type Sent } from '../../protocol/operation/define';
import { decodeAnswer } from '../../protocol/wire/decode';
import { amountOf, defined, fieldsIn } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { baseName, parentPath } from '../../protocol/wire/paths';
import { unreadableAnswer } from '../../protocol/wire/errorBody';
import { SILENCE_MS } from '../http/slowTransfer';
import type { HttpRequest, MultipartBody } from '../http/types';
import { answerTo, call, hiddenBy, type Caller } from '../service/call';
import { sendRenewing } from '../service/callerVariants';
import { randomText } from '../service/singleSignOn';
import { piecesAhead, type Source } from './source';
import { anyOf, uploadServers } from './serverRequest';
import { mountParams } from '../service/account';
import type { UploadResult, UploadTarget } from './state';
import { verification, type Verification } from './stored';

/* An upload as one web form: the content in one request. */

/** What was stored; `filehash` is the SHA1 of the content that was sent. */
type Stored = Pick<UploadResult, 'hash' | 'fullpath' | 'filesize' | 'filehash'>;

/** The file as it is in the library after a web upload. */
export type WebUploadResult = Stored & Verification;

/** The requests of an upload by a library, which has a key of its own, or a token; `field` has the servers. */
const LIBRARY = { servers: getUploadKey, field: 'm-upload', upload: webUploadLibrary } as const;
const USER = { servers: userGetUploadServer, field: 'server', upload: webUploadUser } as const;
const requestsOf = ({ account }: Caller): typeof LIBRARY | typeof USER => (account().kind === 'token' ? USER : LIBRARY);

const PIECE_SIZE = 1024 * 1024;

/**
 * Uploads a source in one multipart request (D01 to D04, G23; client facts 7.17, 7.18): unsigned, with a key of its own
 * or with the token. Never sent twice, except when the token was refused and could be renewed. The content is hashed on
 * its way, and compared with what the service says about the file afterwards. Throws LibraryError; kind `upload` when
 * the service stored something else. The source stays open.
 */
export async function webUploadToLibrary(
	caller: Caller,
	source: Source,
	target: UploadTarget,
): Promise<WebUploadResult> {
	// The length must be known before the first byte is sent.
	if (source.size < 0) await cancellable(source.sha1(), caller.signal);
	const answer = await askServers(caller, target);
	const stored = await sendRenewing(caller, [401], async (by) => await sendForm(by, source, target, answer));
	return { ...stored, ...(await verification(caller, target, stored)) };
}

/** The servers, as the service names them, and for a library the key. */
async function askServers(caller: Caller, target: UploadTarget): Promise<unknown> {
	const isUser = caller.account().kind === 'token';
	const params = isUser ? mountParams(target) : { timeout: '3600', rand: randomText(16) };
	return await call<unknown>(caller, requestsOf(caller).servers, { fullpath: target.fullpath, ...params });
}

async function sendForm(caller: Caller, source: Source, target: UploadTarget, answer: unknown): Promise<Stored> {
	const { server, identity, secrets } = accessIn(caller, target, answer);
	const { upload } = requestsOf(caller);
	const { size } = source;
	const hash = createHash('sha1');
	const request: HttpRequest = {
		method: methodOf(upload),
		url: `${server}${pathOf(upload)}`,
		headers: { accept: 'application/json' },
		operation: upload.id,
		body: formOf(target, identity, source, hash),
		...defined({ signal: caller.signal }),
	};
	const read = await oneOf(caller.underWay, async () => await answerTo(caller, request, SILENCE_MS.webUpload));
	const body = decodeAnswer(upload.id, read, caller.clock.now(), secrets, { isChange: true });
	return { ...storedIn(body, size, upload.id), filehash: hash.digest('hex') };
}

function formOf(target: UploadTarget, identity: Sent, source: Source, hash: Hash): MultipartBody {
	const { fullpath, overwrite, operator = {} } = target;
	const name = baseName(fullpath);
	const place = { path: parentPath(fullpath), name, filefield: 'file', overwrite: overwrite ? '1' : '0' };
	const fields = { ...identity, ...place, ...defined(operator) };
	async function* pieces(): AsyncGenerator<Buffer> {
		for await (const piece of piecesAhead(source, PIECE_SIZE)) {
			hash.update(piece);
			yield piece;
		}
	}
	return {
		fields: Object.entries(fields),
		file: { field: 'file', name, contentType: 'application/octet-stream', size: source.size, pieces: pieces() },
	};
}

/** One of the servers, and fields that prove who uploads: the token, or the key, which stays in memory. */
function accessIn(caller: Caller, target: UploadTarget, answer: unknown) {
	const account = caller.account();
	const { servers, field } = requestsOf(caller);
	const { [field]: named, key } = fieldsIn(answer);
	const server = anyOf(uploadServers(named, account.baseUrl), caller.clock);
	const secrets = hiddenBy(caller);
	if (server !== undefined && account.kind === 'token')
		return { server, secrets, identity: { token: account.token, ...mountParams(target) } };
	if (server === undefined || typeof key !== 'string' || account.kind !== 'org')
		throw new LibraryError('protocol', "The service didn't return an upload server", { operation: servers.id });
	return { server, secrets: [...secrets, key], identity: { org_client_id: account.clientId, key } };
}

function storedIn(answer: unknown, size: number, operation: string): Omit<Stored, 'filehash'> {
	const { hash, fullpath, filesize: stored } = fieldsIn(answer);
	const filesize = amountOf(stored);
	if (typeof hash !== 'string' || typeof fullpath !== 'string' || filesize === undefined)
		throw unreadableAnswer("The upload server didn't report what it stored", { operation, isChange: true });
	if (filesize !== size)
		throw new LibraryError('upload', `The upload server stored ${filesize} bytes instead of ${size}`, {
			operation,
			retryable: true,
		});
	return { hash, fullpath, filesize };
}
