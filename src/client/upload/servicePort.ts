import * as requests from '../../protocol/catalogue/requests';
import type { ServiceRequest } from '../../protocol/operation/define';
import type { Answer } from '../../protocol/wire/errorBody';
import { amountOf, defined, fieldsIn, filledText, numberOf, textOf } from '../../protocol/wire/json';
import { LibraryError, isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import { baseName, rfc3986 } from '../../protocol/wire/paths';
import { infoIfExists } from '../files/fileCalls';
import { type Account, mountParams } from '../service/account';
import { call, type Caller } from '../service/call';
import { sendRenewing } from '../service/callerVariants';
import type { UploadContent, UploadFile, UploadPort, UploadSession, UploadTarget } from './state';
import { type ServerRequest, anyOf, jsonOf, sendToServer, uploadServers } from './serverRequest';
import type { UploadTicket } from '../../protocol/contract';

/** The requests of an upload by a library authorization or a token: create_file, and those to the upload server. */
export function servicePort(caller: Caller, target: UploadTarget): UploadPort {
	return {
		create: async (content, signal) => await announceFile({ ...caller, signal }, target, content),
		init: async (...init) => await sendRenewing(caller, [401, 403], async (by) => await openSession(by, ...init)),
		part: async (session, offset, bytes, crc, signal) => {
			const values = { range: `${offset}-${offset + bytes.length - 1}`, ...defined({ crc: crc?.toString() }) };
			const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) };
			const part = { values, headers, body: bytes };
			const { status } = await sendInSession(caller, requests.putPart, session, signal, part);
			return status === 202 ? 'complete' : 'stored';
		},
		query: async (session, signal) => await bytesAtServer(caller, session, signal),
		finish: async (session, signal) => {
			const { status } = await sendInSession(caller, requests.finishUpload, session, signal);
			return status === 202 ? 'processing' : 'done';
		},
		abort: async (session, signal) => void (await sendInSession(caller, requests.abortUpload, session, signal)),
		isStored: async ({ fullpath }, content, signal) =>
			(await contentAt({ ...caller, signal }, { ...target, fullpath }, content)) !== undefined,
	};
}

const sendInSession = async (
	caller: Caller,
	op: ServiceRequest,
	{ server, id }: UploadSession,
	signal: AbortSignal,
	{ values, ...more }: Partial<Pick<ServerRequest, 'values' | 'headers' | 'body'>> = {},
): Promise<Answer> => await sendToServer(caller, { op, server, signal, values: { session: id, ...values }, ...more });

/** The content at the path, as create_file says that it is there; undefined where the path has another one, or none. */
async function contentAt(
	caller: Caller,
	{ fullpath: path, ...target }: UploadTarget,
	{ sha1, size }: UploadContent,
): Promise<UploadTicket | undefined> {
	const { hash, fullpath, filehash, filesize } =
		(await infoIfExists(caller, { fullpath: path, ...mountParams(target) })) ?? {};
	const isThere = textOf(filehash).toLowerCase() === sha1 && amountOf(filesize) === size;
	return isThere ? { hash: textOf(hash), fullpath: filledText(fullpath) ?? path, state: 1 } : undefined;
}

/**
 * create_file. With overwrite it may be repeated, unless it is known to be done: a content that is put to its place
 * twice is two versions of the file. Without overwrite, it could take a second name.
 */
async function announceFile(caller: Caller, target: UploadTarget, content: UploadContent): Promise<UploadFile> {
	const create = caller.account().kind === 'token' ? requests.userCreateFile : requests.createFile;
	const { fullpath: path, overwrite, operator } = target;
	const fields = {
		...mountParams(target),
		fullpath: path,
		overwrite: overwrite ? '1' : '0',
		filehash: content.sha1,
		filesize: String(content.size),
		...operator,
	};
	const findDone = async (): Promise<UploadTicket | undefined> => await contentAt(caller, target, content);
	const answer = await call(caller, create, fields, overwrite ? findDone : undefined);
	const { hash, fullpath, state, server } = fieldsIn(answer);
	if (typeof hash !== 'string' || typeof fullpath !== 'string')
		throw new LibraryError('protocol', "The service's answer to create_file contains no hash or no path", {
			operation: create.id,
		});
	const instant = numberOf(state) === 1;
	const servers = instant ? [] : uploadServers(server, caller.account().baseUrl);
	if (!instant && servers.length === 0)
		throw new LibraryError('protocol', "The service didn't return an upload server", {
			operation: create.id,
			hint: 'Ask the administrator of the service whether an upload server is configured and running',
		});
	return { hash, fullpath, instant, servers };
}

async function openSession(
	caller: Caller,
	...[file, content, signal]: Parameters<UploadPort['init']>
): Promise<UploadSession | 'complete'> {
	const op = caller.account().kind === 'token' ? requests.initUserUpload : requests.initLibraryUpload;
	// When starting over, perhaps another server.
	const server = anyOf(file.servers, caller.clock) ?? '';
	const answer = await sendToServer(caller, {
		op,
		server,
		signal,
		values: {
			filename: rfc3986(baseName(file.fullpath)),
			pathhash: file.hash,
			filehash: content.sha1,
			filesize: String(content.size),
		},
		...identityOf(caller.account()),
	});
	const { status } = answer;
	if (status === 202) return 'complete';
	const id = filledText(fieldsIn(jsonOf(answer)).session);
	if (id === undefined)
		throw new LibraryError('protocol', "The upload server didn't open a session", { operation: op.id, status });
	caller.vault.note(id);
	return { server, id };
}

/** The account that uploads: exactly one of ID and token (E01); later requests are identified by their session. */
function identityOf(account: Account) {
	if (account.kind === 'token') return { headers: { [`x-${account.vendorPrefix}-token`]: account.token } };
	return account.kind === 'org' ? { query: `?${new URLSearchParams({ org_client_id: account.clientId })}` } : {};
}

/** The document says POST; other clients ask by GET (client facts 7.3), and some servers take only that. */
const REQUESTS: readonly ServiceRequest[] = [
	requests.queryUpload,
	{ ...requests.queryUpload, route: 'GET /upload_req' },
];

/** Refusals that say something about the session or about this moment, not about the request. */
const ABOUT_THE_UPLOAD: readonly number[] = [401, 408, 410, 429];

/** Whether the server does not answer this request at all. A web page has no status. */
const isUnknownRequest = ({ kind, status }: LibraryError): boolean =>
	status === undefined ? kind === 'protocol' : status === 501 || (status < 500 && !ABOUT_THE_UPLOAD.includes(status));

/**
 * How many bytes the server has; undefined where it tells neither by POST nor by GET. Throws LibraryError for every
 * other refusal, and for a web page, which may come from a proxy and pass.
 */
async function bytesAtServer(caller: Caller, session: UploadSession, signal: AbortSignal): Promise<number | undefined> {
	let page: LibraryError | undefined;
	for (const op of REQUESTS) {
		try {
			const { text } = await sendInSession(caller, op, session, signal);
			// Plain decimal text, or a JSON number (E05).
			const digits = /^\s*"?(\d{1,15})"?\s*$/.exec(text)?.[1];
			if (digits !== undefined) return Number(digits);
		} catch (cause) {
			if (!isLibraryError(cause) || !isUnknownRequest(cause)) throw rethrown(cause);
			if (cause.status === undefined) page = cause;
		}
	}
	if (page) throw page;
	return undefined;
}
