import { get } from '../../protocol/catalogue/libraryFile';
import { userGet } from '../../protocol/catalogue/userFile';
import {
	abortUpload,
	createFile,
	finishUpload,
	initLibraryUpload,
	initUserUpload,
	putPart,
	queryUpload,
	userCreateFile,
} from '../../protocol/catalogue/uploadRequests';
import { rfc3986 } from '../../protocol/wire/percentEncoding';
import { methodOf, pathOf, type ServiceRequest } from '../../protocol/operation/define';
import { serviceUrl } from '../http/serviceUrl';
import type { HttpRequest } from '../http/types';
import type { Job, UploadFile, UploadPort, UploadResult, UploadSession } from './types';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError, inputError, isLibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { call, type Caller } from '../service/call';
import type { Source } from './source';
import { upload } from './upload';
import { uploadAnswer } from './answer';

/** Who the service says did it; at most one of both (document, OP). */
export interface Operator {
	readonly op_id?: string;
	readonly op_name?: string;
}

/** Where the content goes. */
export interface UploadTarget {
	/** Library of a person's upload (mount_id); the library authorization is one library itself. */
	readonly mountId?: string;
	/** Full path with the file's name. */
	readonly fullpath: string;
	/** Off: the service adds a number to a name that is taken. */
	readonly overwrite: boolean;
	readonly operator?: Operator;
}

/** A chunked upload. */
export interface LibraryUpload extends UploadTarget {
	/** Bytes, 1 to 10 485 760; 10 000 000 is safe under both readings of "10 MB" (ambiguities E03). */
	readonly chunkSize: number;
	/** Default 10 minutes. */
	readonly finishTimeoutMs?: number;
	/** Called when the service is known to hold `sent` bytes. */
	readonly onProgress?: (sent: number, size: number) => void;
}

/** What a part may hold at most, in bytes (ambiguities E03, client facts 7.6). */
const MAX_CHUNK = 10 * 1024 * 1024;
/** A chunk may be a long time on its way: silence of the service while it writes one down, in ms. */
const PART_SILENCE_MS = 120_000;
/** What differs between a library authorization and a person's token. */
const LIBRARY = { create: createFile, init: initLibraryUpload, info: get, infoParams: { attribute: '10' } } as const;
const USER = { create: userCreateFile, init: initUserUpload, info: userGet, infoParams: {} } as const;
const requestsOf = ({ account }: Caller): typeof LIBRARY | typeof USER => (account.kind === 'token' ? USER : LIBRARY);

/** Uploads a source into a library in chunks and answers what stands there now. Throws what `upload` throws. The source stays open. */
export async function uploadToLibrary(caller: Caller, source: Source, target: LibraryUpload): Promise<UploadResult> {
	const { chunkSize, finishTimeoutMs = 600_000, onProgress } = target;
	if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > MAX_CHUNK)
		throw inputError('Chunk Size', `must be 1 to ${MAX_CHUNK} bytes`);
	return await upload(libraryPort(caller, target), source, {
		chunkSize,
		finishTimeoutMs,
		clock: caller.clock,
		...(caller.signal ? { signal: caller.signal } : {}),
		...(caller.random ? { random: caller.random } : {}),
		onState: (state) => {
			if (state.at === 'done') onProgress?.(source.size, source.size);
			else if (state.at === 'sending') onProgress?.(state.sent, source.size);
		},
	});
}

/** The upload calls for a library, by its authorization or by a person's token: create_file at the service, the rest at the upload server it names. */
export function libraryPort(caller: Caller, target: UploadTarget): UploadPort {
	const { info, infoParams, create } = requestsOf(caller);
	const send = async (
		op: ServiceRequest,
		session: UploadSession,
		signal: AbortSignal,
		more: Partial<HttpRequest> = {},
	) =>
		await uploadAnswer(caller, {
			...toServer(session.server, op),
			...more,
			headers: { ...header(caller, { session: session.id }), ...more.headers },
			signal,
		});
	return {
		create: async (job, signal) =>
			fileIn(
				caller,
				// With overwrite a repeated create_file changes nothing; without, it could take a second name.
				await call(
					{ ...caller, signal },
					{ ...create, repeatable: target.overwrite },
					createParams(target, job),
				),
			),
		// A copy: its account stays the one that is sent, also while another call renews it.
		init: async (file, job, signal) => await init({ ...caller }, file, job, signal),
		part: async (session, offset, bytes, crc, signal) => {
			const { status } = await send(putPart, session, signal, {
				body: bytes,
				headersTimeout: PART_SILENCE_MS,
				headers: {
					...header(caller, { range: `${offset}-${offset + bytes.length - 1}`, crc: String(crc) }),
					'content-type': 'application/octet-stream',
					'content-length': String(bytes.length),
				},
			});
			return status === 202 ? 'complete' : 'stored';
		},
		query: async (session, signal) => countIn((await send(queryUpload, session, signal)).text),
		finish: async (session, signal) => {
			const { status } = await send(finishUpload, session, signal, { headersTimeout: PART_SILENCE_MS });
			return status === 202 ? 'processing' : 'done';
		},
		abort: async (session, signal) => void (await send(abortUpload, session, signal)),
		stands: async (file, job, signal) => {
			const params = { fullpath: file.fullpath, ...mountOf(target), ...infoParams };
			const { filehash, filesize } = fieldsIn(await call({ ...caller, signal }, info, params));
			return filehash === job.sha1 && Number(filesize) === job.size;
		},
	};
}

/** A request to an upload server, as the catalogue declares it. */
const toServer = (server: string, op: ServiceRequest) => ({
	method: methodOf(op),
	url: `${server}${pathOf(op)}`,
	operation: op.id,
});

/** The library as a wire parameter, where it is one. */
export const mountOf = ({ mountId }: Pick<UploadTarget, 'mountId'>): Record<string, string> =>
	mountId === undefined ? {} : { mount_id: mountId };

const createParams = ({ fullpath, overwrite, operator, ...target }: UploadTarget, { sha1, size }: Job) => ({
	...mountOf(target),
	fullpath,
	overwrite: overwrite ? '1' : '0',
	filehash: sha1,
	filesize: String(size),
	...operator,
});

function fileIn(caller: Caller, answer: unknown): UploadFile {
	const { hash, fullpath, state, server } = fieldsIn(answer);
	if (typeof hash !== 'string' || typeof fullpath !== 'string')
		throw new LibraryError('protocol', 'The service answered create_file without hash and path', {
			operation: requestsOf(caller).create.id,
		});
	// state comes as a number or as text (client facts 5.10)
	const stored = String(state) === '1';
	const servers = stored ? [] : uploadServers(server, caller.account.baseUrl);
	if (!stored && servers.length === 0)
		throw new LibraryError('protocol', 'The service named no upload server', {
			operation: requestsOf(caller).create.id,
			hint: 'The service has none configured, or none is running',
		});
	return { hash, fullpath, stored, servers };
}

/**
 * Addresses of upload servers without trailing slash. The service gives one, several with commas, or a list; host, host:port or URL;
 * a missing scheme is that of the Base URL (ambiguities C05, client facts 5.10). What is no http(s) address is left out.
 */
export function uploadServers(value: unknown, baseUrl: string): string[] {
	const given = (Array.isArray(value) ? value : [value])
		.filter((item): item is string => typeof item === 'string')
		.flatMap((item) => item.split(','));
	const scheme = serviceUrl(baseUrl, '/').protocol;
	return given
		.map((item) => item.trim())
		.filter((item) => item !== '')
		.map((item) =>
			item.startsWith('//')
				? `${scheme}${item}`
				: /^[a-z][a-z0-9+.-]*:\/\//i.test(item)
					? item
					: `${scheme}//${item}`,
		)
		.filter((item) => /^https?:/i.test(item) && URL.canParse(item))
		.map((item) => item.replace(/\/+$/, ''));
}

/** Opens a session; once more when the account was refused and could be renewed, as `call` does: a refused init did nothing. */
async function init(
	caller: Caller,
	file: UploadFile,
	job: Job,
	signal: AbortSignal,
): Promise<UploadSession | 'complete'> {
	try {
		return await open(caller, file, job, signal);
	} catch (cause) {
		const refused = isLibraryError(cause) && (cause.status === 401 || cause.status === 403);
		const account = refused ? await caller.renew?.(cause, caller.account) : undefined;
		if (!account) throw cause;
		return await open({ ...caller, account }, file, job, signal);
	}
}

async function open(
	caller: Caller,
	file: UploadFile,
	job: Job,
	signal: AbortSignal,
): Promise<UploadSession | 'complete'> {
	const name = baseName(file.fullpath);
	const { account } = caller;
	// One of both says who uploads (ambiguities E01); later requests are known by their session.
	const query = account.kind === 'org' ? `?${new URLSearchParams({ org_client_id: account.clientId })}` : '';
	const token: Record<string, string> =
		account.kind === 'token' ? { [`x-${account.vendorPrefix}-token`]: account.token } : {};
	const headers = {
		...header(caller, {
			filename: rfc3986(name),
			pathhash: file.hash,
			filehash: job.sha1,
			filesize: String(job.size),
		}),
		...token,
	};
	// Several servers: each upload takes one by chance, a new start perhaps another.
	const server = file.servers[Math.floor((caller.random ?? Math.random)() * file.servers.length)] ?? '';
	const request = toServer(server, requestsOf(caller).init);
	const { status, text } = await uploadAnswer(caller, {
		...request,
		url: `${request.url}${query}`,
		headers,
		signal,
	});
	if (status === 202) return 'complete';
	const id = sessionIn(text);
	if (id === undefined)
		throw new LibraryError('protocol', 'The upload server opened no session', {
			operation: request.operation,
			status,
		});
	return { server, id };
}

function sessionIn(text: string): string | undefined {
	try {
		const { session } = fieldsIn(JSON.parse(text));
		return typeof session === 'string' && session !== '' ? session : undefined;
	} catch {
		return undefined;
	}
}

/** Plain decimal text, or a JSON number (ambiguities E05). Throws LibraryError protocol for anything else. */
function countIn(text: string): number {
	const digits = /^\s*"?(\d{1,15})"?\s*$/.exec(text)?.[1];
	if (digits === undefined)
		throw new LibraryError('protocol', 'The upload server did not say how many bytes it holds', {
			operation: queryUpload.id,
			status: 200,
		});
	return Number(digits);
}

function header({ account }: Caller, values: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [`x-${account.vendorPrefix}-upload-${name}`, value]),
	);
}
