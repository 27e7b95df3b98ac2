import type { WireParams } from '../../protocol/wire/sign';
import type { JsonObject } from '../../protocol/wire/json';
import type { Job } from './job';
import type { INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { makeMemoryBudget } from '../../client/async/memoryBudget';
import { openDownload } from '../../client/download/download';
import type { Source } from '../../client/upload/source';
import { uploadToLibrary } from '../../client/upload/libraryUpload';
import type { UploadTarget } from '../../client/upload/target';
import { webUploadToLibrary } from '../../client/upload/webUpload';
import { checkFields } from '../../protocol/operation/check';
import type { Special } from '../../protocol/operation/define';
import { encode } from '../../protocol/operation/encode';
import { inputError, isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { baseName, checkFileName, joinPath } from '../../protocol/wire/paths';
import * as library from '../../protocol/catalogue/libraryFile';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import * as user from '../../protocol/catalogue/userFile';
import { binaryFrom, binaryNames, binaryOf, knownContent, sourceOf } from '../context/binary';
import { signOnHandlers } from './signOn';
import { synchronize } from './synchronize';
import { getViewerPageLink } from './viewerLink';

type Handler = (job: Job, caller: Caller) => Promise<INodeExecutionData[]>;

/** What differs between a library authorization and a person's token. */
const LIBRARY = {
	info: library.get,
	infoParams: { attribute: '10' },
	links: async (caller: Caller, params: WireParams) => (await call(caller, library.getDownloadLink, params)).urls,
} as const;
const USER = {
	info: user.userGet,
	infoParams: {},
	links: async (caller: Caller, params: WireParams) => (await call(caller, user.userGetDownloadLink, params)).uris,
} as const;
const callsOf = ({ account }: Caller): typeof LIBRARY | typeof USER => (account.kind === 'token' ? USER : LIBRARY);

async function basicInfo(caller: Caller, params: Record<string, string>): Promise<JsonObject> {
	const { info, infoParams } = callsOf(caller);
	return (await call(caller, info, { ...params, ...infoParams })) as JsonObject;
}

/** Wire parameters that a request of another operation shares: the library of a person. */
const mountIn = ({ mount_id: mount }: Record<string, string>): Record<string, string> =>
	mount === undefined ? {} : { mount_id: mount };

/** The file at a path, or undefined when there is none. */
async function existing(caller: Caller, params: Record<string, string>): Promise<JsonObject | undefined> {
	try {
		return await basicInfo(caller, params);
	} catch (error) {
		if (isLibraryError(error) && error.kind === 'notFound') return undefined;
		throw error;
	}
}

/** What chunks of all uploads of this process may take in memory, in bytes: three at a time hold two chunks of 10 MB each, smaller files are more. */
const chunkMemory = makeMemoryBudget(64_000_000);

interface UploadInput {
	folder?: { value: string };
	fileName?: string;
	conflict?: string;
	method?: string;
	chunkSize?: number;
	operatorId?: number;
	operatorName?: string;
}

async function uploadOne(job: Job, caller: Caller, field: string, mount: Record<string, string>): Promise<JsonObject> {
	const { context, item, op } = job;
	const checked = checkFields(op.input, job.input) as UploadInput;
	const data = binaryOf(context, item, field);
	const fullpath = joinPath(
		checked.folder?.value ?? '',
		checkFileName('File Name', checked.fileName ?? data.fileName ?? ''),
	);
	if (checked.conflict === 'fail' || checked.conflict === 'skip') {
		const found = await existing(caller, { ...mount, fullpath });
		if (found && checked.conflict === 'skip') return { ...simpleEntry(found), skipped: true };
		if (found)
			throw new LibraryError('conflict', `"${fullpath}" exists already`, {
				operation: op.id,
				hint: 'Choose another name, or another setting of If the File Exists.',
			});
	}
	const source = await sourceOf(context, data);
	try {
		return await sent(job, caller, source, checked, {
			...(mount.mount_id === undefined ? {} : { mountId: mount.mount_id }),
			fullpath,
			overwrite: checked.conflict === 'overwrite',
			operator: {
				...(checked.operatorId === undefined ? {} : { op_id: String(checked.operatorId) }),
				...(checked.operatorName === undefined ? {} : { op_name: checked.operatorName }),
			},
		});
	} finally {
		await source.close();
	}
}

/** Sends the content and says what it took. */
async function sent(
	{ progress }: Job,
	caller: Caller,
	source: Source,
	{ method, chunkSize: megabytes = 10 }: UploadInput,
	target: UploadTarget,
): Promise<JsonObject> {
	const chunkSize = megabytes * 1_000_000;
	const held = source.size < 0 ? 2 * chunkSize : Math.min(source.size, 2 * chunkSize);
	return await chunkMemory.reserve(held, async () => {
		const started = caller.clock.now();
		const transfer = progress.begin('Uploading', baseName(target.fullpath));
		try {
			const result =
				method === 'form'
					? // One request, never sent twice.
						{
							...(await webUploadToLibrary(caller, source, target)),
							instant: false,
							chunks: 1,
							retries: 0,
							bytesSent: source.size,
						}
					: await uploadToLibrary(caller, source, { ...target, chunkSize, onProgress: transfer.at });
			return { ...result, filename: baseName(result.fullpath), durationMs: caller.clock.now() - started };
		} finally {
			transfer.end();
		}
	});
}

const upload: Handler = async (job, caller) => {
	const mount = mountIn(encode(job.op, job.input));
	const fields = binaryNames(job.input);
	if (fields.length === 0)
		throw inputError('Input Binary Field', 'is required', 'Enter the name of the binary field, usually data.');
	if (fields.length > 1 && job.input.fileName !== undefined) {
		throw inputError(
			'File Name',
			'cannot be given for several binary fields',
			'Leave it empty: each file keeps the name of its binary data.',
		);
	}
	for (const field of fields) binaryOf(job.context, job.item, field);
	const results: INodeExecutionData[] = [];
	for (const field of fields)
		results.push({ json: (await uploadOne(job, caller, field, mount)) as INodeExecutionData['json'] });
	return results;
};

/** What a download took; filled in while the content is read. */
interface Taken {
	bytesReceived: number;
	retries: number;
}

const download: Handler = async (job, caller) => {
	const { context, input, progress } = job;
	const params = encode(job.op, input);
	const started = caller.clock.now();
	const { fullpath, hash, filehash: version } = params;
	const info =
		input.verify === false
			? {}
			: await basicInfo(caller, {
					...mountIn(params),
					...(fullpath === undefined ? { hash: hash ?? '' } : { fullpath }),
				});
	if (Number(info.dir) === 1)
		throw inputError('File', `"${String(info.fullpath)}" is a folder`, 'Choose a file, or list the folder first.');
	const links = async (): Promise<readonly string[]> => (await callsOf(caller).links(caller, params)) ?? [];
	const sha1 = version ?? (info.filehash as string | undefined);
	const taken: Taken = { bytesReceived: 0, retries: 0 };
	const transfer = progress.begin(
		'Downloading',
		String(info.filename ?? (fullpath === undefined ? 'file' : baseName(fullpath))),
	);
	try {
		const file = await openDownload(caller, await links(), {
			// The size is that of the current version.
			expected: knownContent(
				version === undefined ? info.filesize : undefined,
				input.verify === false ? undefined : sha1,
			),
			renew: links,
			onProgress: (bytes, size) => {
				taken.bytesReceived = bytes;
				transfer.at(bytes, size);
			},
			onRetry: () => void taken.retries++,
		});
		const name =
			params.filename ??
			(info.filename as string | undefined) ??
			file.fileName ??
			(fullpath === undefined ? 'file' : baseName(fullpath));
		const binary = await binaryFrom(context, file, name);
		// Not the whole information: it may hold signed links, which nobody asked for.
		const json = {
			...simpleEntry(info),
			fullpath: info.fullpath ?? fullpath ?? null,
			filename: name,
			...(sha1 ? { filehash: sha1 } : {}),
			...taken,
			durationMs: caller.clock.now() - started,
		};
		return [{ json: json as INodeExecutionData['json'], binary: { [String(input.binaryPropertyName)]: binary } }];
	} finally {
		transfer.end();
	}
};

/** One handler for each special operation; a name without a handler does not compile. */
export const specials: Readonly<Record<Special, Handler>> = {
	upload,
	download,
	synchronize,
	...signOnHandlers,
	viewerLink: getViewerPageLink,
};
