import type { INodeExecutionData } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { infoIfExists, mountIn } from '../../client/files/fileCalls';
import { bufferSource } from '../../client/upload/memorySource';
import { chunkMemory } from '../../client/upload/chunkMemory';
import { uploadToLibrary } from '../../client/upload/upload';
import type { UploadResult } from '../../client/upload/state';
import type { UploadTarget } from '../../client/upload/target';
import type { Source } from '../../client/upload/source';
import { webUploadToLibrary } from '../../client/upload/webUpload';
import type { createFromText } from '../../protocol/catalogue/libraryTransfer';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import type { In } from '../../protocol/operation/define';
import { encodeText } from '../../protocol/text/encodeText';
import { defined, filledText, type JsonObject } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { sourceOf } from '../context/binary';
import { binaryUploads, type UploadInput } from './binaryUploads';
import { mountOf, outputItem, type Job, type JobHandler } from './job';

const MB = 1_000_000;

/** Uploads the binary fields of an item one after the other: one output item for each. */
export const upload: JobHandler = async (job, caller) => {
	const results: INodeExecutionData[] = [];
	for (const { data, fullpath } of binaryUploads(job))
		results.push(outputItem(await store(job, caller, fullpath, async () => await sourceOf(job.context, data))));
	return results;
};

/** Stores the text that was entered as a file. */
export const createText: JobHandler = async (job, caller) => {
	const { text, encoding = 'utf-8' } = job.checked as In<typeof createFromText>;
	const content = encodeText('Text', text, encoding);
	const { fullpath = '' } = job.params;
	return [outputItem(await store(job, caller, fullpath, () => bufferSource(content)))];
};

/** Stores content under a path, unless a file is there that is to be kept. `open` gives the content. */
async function store(
	job: Job,
	caller: Caller,
	fullpath: string,
	open: () => Source | Promise<Source>,
): Promise<JsonObject> {
	const input = job.checked as UploadInput;
	const existing =
		input.conflict === 'fail' || input.conflict === 'skip'
			? await infoIfExists(caller, { ...mountIn(job.params), fullpath })
			: undefined;
	if (existing) return keptFile(job, fullpath, existing);
	const source = await open();
	try {
		return await sendContent(job, caller, source, targetOf(job, fullpath));
	} finally {
		await source.close();
	}
}

/** The item of the file that is there already. Throws LibraryError when it is to be an error, or is no file. */
function keptFile({ op, checked, params }: Job, fullpath: string, existing: JsonObject): JsonObject {
	if (existing.dir === 1)
		throw new LibraryError('conflict', `"${fullpath}" is a folder, so no file can be stored under this name`, {
			operation: op.id,
			hint: 'Choose another file name or folder.',
		});
	if ((checked as UploadInput).conflict === 'fail')
		throw new LibraryError('conflict', `"${fullpath}" already exists`, {
			operation: op.id,
			hint: 'Choose another name, or another setting of If the File Exists.',
		});
	if (existing.dir !== 0 && filledText(existing.filehash) === undefined)
		throw new LibraryError('protocol', `The service does not say whether "${fullpath}" is a file`, {
			operation: op.id,
			hint: 'Check with File: Get what the service answers, or choose another setting of If the File Exists.',
		});
	return { ...simpleEntry(existing), ...mountOf(params), skipped: true };
}

function targetOf({ checked, params }: Job, fullpath: string): UploadTarget {
	const { conflict, operatorId, operatorName } = checked as UploadInput;
	const operator = { op_id: operatorId === undefined ? undefined : String(operatorId), op_name: operatorName };
	return {
		...defined({ mountId: params.mount_id }),
		fullpath,
		overwrite: conflict === 'overwrite',
		operator: defined(operator),
	};
}

/** Sends the content, once there is memory for its chunks, and answers the new file with what the transfer took. */
async function sendContent(job: Job, caller: Caller, source: Source, target: UploadTarget): Promise<JsonObject> {
	const { method, chunkSize: megabytes = 10 } = job.checked as UploadInput;
	const chunkSize = megabytes * MB;
	const memory = source.size < 0 ? 2 * chunkSize : Math.min(source.size, 2 * chunkSize);
	return await chunkMemory.reserve(memory, async () => {
		const started = caller.clock.now();
		const transfer = job.progress.begin('Uploading', baseName(target.fullpath));
		try {
			const result =
				method === 'form'
					? await sendForm(caller, source, target)
					: await uploadToLibrary(caller, source, { ...target, chunkSize, onProgress: transfer.at });
			return transferredItem(job, result, caller.clock.now() - started);
		} finally {
			transfer.end();
		}
	});
}

/** The new file, names first, and what the transfer took. */
function transferredItem({ params }: Job, result: UploadResult, durationMs: number): JsonObject {
	const { fullpath, filesize, hash, filehash, bytesSent, ...numbers } = result;
	return {
		filename: baseName(fullpath),
		fullpath,
		type: 'file',
		filesize,
		...mountOf(params),
		...defined({ hash, filehash }),
		...numbers,
		bytes_sent: bytesSent,
		duration_ms: durationMs,
	};
}

/** One request with the whole content, which is never sent twice. */
async function sendForm(caller: Caller, source: Source, target: UploadTarget) {
	const stored = await webUploadToLibrary(caller, source, target);
	return { ...stored, instant: false, chunks: 1, retries: 0, bytesSent: source.size };
}
