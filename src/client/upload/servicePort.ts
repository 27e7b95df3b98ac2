import { get } from '../../protocol/catalogue/libraryFiles';
import {
	abortUpload,
	createFile,
	finishUpload,
	initLibraryUpload,
	initUserUpload,
	putPart,
	userCreateFile,
} from '../../protocol/catalogue/requests';
import { userGet } from '../../protocol/catalogue/userFiles';
import type { ServiceRequest } from '../../protocol/operation/define';
import { parseBody } from '../../protocol/wire/errorBody';
import { fieldsIn, filledText, numberOf, textOf } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { baseName, rfc3986 } from '../../protocol/wire/paths';
import type { Account } from '../service/account';
import { type Caller, call } from '../service/call';
import { bytesAtServer } from './offsetQuery';
import type { UploadContent, UploadFile, UploadPort, UploadSession } from './port';
import { type ServerRequest, sendToServer, anyOf, uploadServers } from './serverRequest';
import { type UploadTarget, mountParams } from './target';

/** What differs between a library authorization and a person's token. */
const LIBRARY = { create: createFile, info: get, infoParams: { attribute: '10' } } as const;
const USER = { create: userCreateFile, info: userGet, infoParams: {} } as const;
const requestsOf = ({ account }: Caller): typeof LIBRARY | typeof USER => (account.kind === 'token' ? USER : LIBRARY);

/**
 * An upload into a library, by its authorization or by a person's token: create_file goes to the service, everything
 * else to the upload server that it names.
 */
export function servicePort(caller: Caller, target: UploadTarget): UploadPort {
	return {
		create: async (content, signal) => await announceFile({ ...caller, signal }, target, content),
		// A copy: it keeps the account that is sent, even while another call renews it.
		init: async (file, content, signal) => await openSession({ ...caller }, file, content, signal),
		part: async (session, offset, bytes, crc, signal) => {
			const request = partRequest(session, offset, bytes, crc);
			return (await sendToServer(caller, { ...request, signal })).status === 202 ? 'complete' : 'stored';
		},
		query: async (session, signal) => await bytesAtServer(caller, session, signal),
		finish: async (session, signal) => {
			const { status } = await sendToServer(caller, { ...inSession(finishUpload, session), signal });
			return status === 202 ? 'processing' : 'done';
		},
		abort: async (session, signal) =>
			void (await sendToServer(caller, { ...inSession(abortUpload, session), signal })),
		isStored: async ({ fullpath }, { sha1, size }, signal) => {
			const { info, infoParams } = requestsOf(caller);
			const params = { fullpath, ...mountParams(target), ...infoParams };
			const { filehash, filesize } = fieldsIn(await call<unknown>({ ...caller, signal }, info, params));
			return textOf(filehash).toLowerCase() === sha1 && numberOf(filesize) === size;
		},
	};
}

type Unsent = Omit<ServerRequest, 'signal'>;

const inSession = (op: ServiceRequest, { server, id }: UploadSession): Unsent => ({
	op,
	server,
	values: { session: id },
});

const partRequest = ({ server, id }: UploadSession, offset: number, bytes: Buffer, crc: number): Unsent => ({
	op: putPart,
	server,
	values: { session: id, range: `${offset}-${offset + bytes.length - 1}`, crc: String(crc) },
	more: {
		body: bytes,
		headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
	},
});

/** create_file. With overwrite, repeating it changes nothing; without, it could take a second name. */
async function announceFile(caller: Caller, target: UploadTarget, { sha1, size }: UploadContent): Promise<UploadFile> {
	const { create } = requestsOf(caller);
	const { fullpath: path, overwrite, operator } = target;
	const answer = await call(
		caller,
		{ ...create, repeatable: overwrite },
		{
			...mountParams(target),
			fullpath: path,
			overwrite: overwrite ? '1' : '0',
			filehash: sha1,
			filesize: String(size),
			...operator,
		},
	);
	const { hash, fullpath, state, server } = fieldsIn(answer);
	if (typeof hash !== 'string' || typeof fullpath !== 'string')
		throw new LibraryError('protocol', "The service's answer to create_file contains no hash or no path", {
			operation: create.id,
		});
	const instant = numberOf(state) === 1;
	const servers = instant ? [] : uploadServers(server, caller.account.baseUrl);
	if (!instant && servers.length === 0)
		throw new LibraryError('protocol', "The service didn't return an upload server", {
			operation: create.id,
			hint: 'Ask the administrator of the service whether an upload server is configured and running',
		});
	return { hash, fullpath, instant, servers };
}

/**
 * Opens a session for a file; `complete` when the service needs no content. Tried once more when the account was
 * refused and could be renewed, as `call` does: a refused init did nothing.
 */
export async function openSession(
	caller: Caller,
	file: UploadFile,
	content: UploadContent,
	signal: AbortSignal,
): Promise<UploadSession | 'complete'> {
	try {
		return await initUpload(caller, file, content, signal);
	} catch (cause) {
		const refused = isLibraryError(cause) && (cause.status === 401 || cause.status === 403);
		const account = refused ? await caller.renew?.(cause, caller.account) : undefined;
		if (!account) throw cause;
		return await initUpload({ ...caller, account }, file, content, signal);
	}
}

async function initUpload(
	caller: Caller,
	file: UploadFile,
	content: UploadContent,
	signal: AbortSignal,
): Promise<UploadSession | 'complete'> {
	const op = caller.account.kind === 'token' ? initUserUpload : initLibraryUpload;
	// When starting over, perhaps another server.
	const server = anyOf(file.servers, caller.random) ?? '';
	const { status, text } = await sendToServer(caller, {
		op,
		server,
		signal,
		values: {
			filename: rfc3986(baseName(file.fullpath)),
			pathhash: file.hash,
			filehash: content.sha1,
			filesize: String(content.size),
		},
		...identityOf(caller.account),
	});
	if (status === 202) return 'complete';
	const id = sessionIn(text);
	if (id === undefined)
		throw new LibraryError('protocol', "The upload server didn't open a session", { operation: op.id, status });
	caller.vault?.note(id);
	return { server, id };
}

/** The account that uploads: exactly one of ID and token (E01); later requests are identified by their session. */
function identityOf(account: Account) {
	if (account.kind === 'token') return { more: { headers: { [`x-${account.vendorPrefix}-token`]: account.token } } };
	return account.kind === 'org' ? { query: `?${new URLSearchParams({ org_client_id: account.clientId })}` } : {};
}

function sessionIn(text: string): string | undefined {
	const body = parseBody(text);
	return body.json ? filledText(fieldsIn(body.value).session) : undefined;
}
