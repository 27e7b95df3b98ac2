import type { IBinaryData } from 'n8n-workflow';
import { stopwatch } from '../../../client/async/clock';
import { type Caller, unlessFailed } from '../../../client/service/call';
import { infoIfExists } from '../../../client/files/fileCalls';
import { operatorIn } from '../../../client/files/missingFolder';
import { mountIn, paramsAt } from '../../../client/service/account';
import { becameOf, existsError } from '../../../client/files/takenName';
import { withChunkMemory, type Source } from '../../../client/upload/source';
import { uploadToLibrary } from '../../../client/upload/upload';
import { whereStored } from '../../../client/upload/stored';
import type { UploadResult, UploadTarget } from '../../../client/upload/state';
import { webUploadToLibrary } from '../../../client/upload/webUpload';
import type { KeptFile, upload, UploadedFile } from '../entries';
import { simpleEntry } from '../../../protocol/catalogue/simplify';
import type { In } from '../../../protocol/operation/define';
import { plainText } from '../../../protocol/operation/check/text';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { defined, filledText, type JsonObject } from '../../../protocol/wire/json';
import {
	inputError,
	valueError,
	isLibraryError,
	LibraryError,
	quoted,
	rethrown,
} from '../../../protocol/wire/libraryError';
import { baseName, checkFileName, joinPath, parentPath } from '../../../protocol/wire/paths';
import { sourceOf, binariesOf } from '../../../n8n/context/binary';
import { type Item, mountOf, outputItem, type Job, type HandlerFor } from '../../../n8n/execute/job';

/* Upload: the binary data of an item, each stored under a path, and what else stores content. */

const MB = 1_000_000;

/** What is entered for an upload; in the form of File Library User there is no operator. */
type UploadInput = In<typeof upload>;
/** What is entered for a text is stored in the same ways. */
export type StoreInput = Pick<UploadInput, 'operatorId' | 'operatorName'> & {
	readonly conflict?: UploadInput['conflict'] | 'append';
} & Partial<Pick<UploadInput, 'method' | 'chunkSize'>>;

/** The uploads of one item, in the order of the field names. Throws inputError for wrong names of fields or files. */
function binaryUploads({ context, item, checked }: Job<UploadInput>) {
	const { binaryPropertyName, folder, fileName } = checked;
	const files = binariesOf(context, item, binaryPropertyName);
	if (files.length > 1 && fileName !== undefined)
		throw inputError(
			'File Name',
			"can't be set for several binary fields",
			'Leave it empty: each file keeps the name of its binary data.',
		);
	const nameOf = (data: IBinaryData): string => fileName ?? plainText('File Name', data.fileName ?? '');
	return files.map((data) => ({
		data,
		fullpath: joinPath(folder?.value ?? '', checkFileName('File Name', nameOf(data))),
	}));
}

/**
 * Stores content under a path, unless a file is there that is to be kept, and returns its item. `open`
 * gives the content. Throws LibraryError conflict for a file that is there, and what the transfer throws.
 */
export async function store(
	job: Job<StoreInput>,
	caller: Caller,
	fullpath: string,
	open: () => Source | Promise<Source>,
): Promise<Item<UploadedFile | KeptFile>> {
	const { conflict } = job.checked;
	const existing =
		conflict === 'fail' || conflict === 'skip'
			? await infoIfExists(caller, { ...mountIn(job.params), fullpath })
			: undefined;
	if (existing) return keptFile(job, fullpath, existing);
	const target = targetOf(job, fullpath, conflict === 'overwrite');
	return outputItem<UploadedFile>(await send(job, caller, await open(), target));
}

/** The item of the file that is there already. Throws LibraryError when it is to be an error, or is no file. */
function keptFile({ op, checked, params }: Job<StoreInput>, fullpath: string, existing: JsonObject): Item<KeptFile> {
	if (isFolder(existing))
		throw new LibraryError('conflict', `"${fullpath}" is a folder, so no file can be stored under this name`, {
			operation: op.id,
			hint: 'Choose another file name or folder.',
		});
	if (checked.conflict === 'fail') throw existsError(fullpath, 'If the File Exists', op.id);
	if (existing.dir !== 0 && filledText(existing.filehash) === undefined)
		throw new LibraryError('protocol', `The service does not say whether "${fullpath}" is a file`, {
			operation: op.id,
			hint: 'Check with File: Get what the service answers, or choose another setting of If the File Exists.',
		});
	return outputItem<KeptFile>({ ...simpleEntry(existing), ...mountOf(params), skipped: true });
}

/** Where a content is stored, and in whose name. */
export function targetOf({ params }: Job<StoreInput>, fullpath: string, overwrite: boolean): UploadTarget {
	return { ...defined({ mountId: params.mount_id }), fullpath, overwrite, operator: operatorIn(params) };
}

/** Uploads a source, which is closed then, and returns the fields of the item. Throws what the transfer throws. */
export async function send(
	job: Job<StoreInput>,
	caller: Caller,
	source: Source,
	target: UploadTarget,
): Promise<UploadedFile> {
	const { method, chunkSize: megabytes = 10 } = job.checked;
	const chunkSize = megabytes * MB;
	return await withChunkMemory(source, chunkSize, async () => {
		const elapsedMs = stopwatch(caller.clock);
		const transfer = job.progress.begin('Uploading', baseName(target.fullpath));
		const order = { ...target, chunkSize, onProgress: transfer.at };
		const uploadInChunks = async (): Promise<UploadResult> => await uploadToLibrary(caller, source, order);
		try {
			const sending =
				method === 'form' ? sendForm(caller, source, target) : whereStored(caller, target, uploadInChunks);
			const { fullpath, filesize, hash, filehash, instant, chunks, retries, bytesSent, ...checked } =
				await sending;
			return {
				filename: baseName(fullpath),
				fullpath,
				type: 'file',
				filesize,
				...mountOf(job.params),
				hash,
				filehash,
				...checked,
				transfer: { instant, chunks, retries, bytes_sent: bytesSent, duration_ms: elapsedMs() },
				...becameOf(target.fullpath, { fullpath }, false),
			};
		} catch (cause) {
			throw rethrown(await explained(caller, target, cause));
		} finally {
			transfer.end();
		}
	});
}

/** Why an upload failed: a file stands where its folder should be; any other cause as it is. */
async function explained(caller: Caller, { mountId, fullpath }: UploadTarget, cause: unknown): Promise<unknown> {
	const folder = parentPath(fullpath);
	if (folder === '' || !isLibraryError(cause) || cause.status === undefined) return cause;
	const there = infoIfExists(caller, paramsAt({ mountId }, folder));
	const found = await unlessFailed(there, () => undefined);
	return found && !isFolder(found) ? valueError('Parent Folder', `${quoted(folder)} is a file`) : cause;
}

/** One request with the whole content, which is never sent twice. */
async function sendForm(caller: Caller, source: Source, target: UploadTarget) {
	const stored = await webUploadToLibrary(caller, source, target);
	return { ...stored, instant: false, chunks: 1, retries: 0, bytesSent: source.size };
}

/** Uploads the binary fields of an item one after the other: one output item for each. */
export const handler: HandlerFor<typeof upload> = {
	automatic: ['filehash', 'filesize', 'timeout', 'rand', 'key', 'path', 'name', 'filefield'],
	claims(job, byFields) {
		return { ...byFields(job.params), paths: binaryUploads(job).map(({ fullpath }) => fullpath) };
	},
	async run(job, caller) {
		const results: Array<Item<UploadedFile | KeptFile>> = [];
		for (const { data, fullpath } of binaryUploads(job))
			results.push(await store(job, caller, fullpath, async () => await sourceOf(job.context, data)));
		return results;
	},
};
