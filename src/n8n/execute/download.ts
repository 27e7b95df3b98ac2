import { openDownload, type Download, type DownloadOptions } from '../../client/download/download';
import type { Caller } from '../../client/service/call';
import type { download as libraryDownload } from '../../protocol/catalogue/libraryTransfer';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import type { In } from '../../protocol/operation/define';
import { filledText, type JsonObject } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../context/binary';
import type { Transfer } from '../context/progress';
import { fileCalls, mountIn } from './fileCalls';
import { outputItem, type Job, type JobHandler } from './job';

/** What is entered for a download; the form of File Library User has a part of it. */
type DownloadInput = In<typeof libraryDownload>;

/** What a transfer took; filled in while the content is read. */
interface TransferCount {
	bytesReceived: number;
	retries: number;
}

/** Downloads a file into a binary field: one output item, with what is known of the file and what the transfer took. */
export const download: JobHandler = async (job, caller) => {
	const { binaryPropertyName } = job.checked as DownloadInput;
	const started = caller.clock.now();
	const info = await infoOf(job, caller);
	if (Number(info.dir) === 1)
		throw inputError('File', `"${String(info.fullpath)}" is a folder`, 'Choose a file, or list the folder first.');
	const count: TransferCount = { bytesReceived: 0, retries: 0 };
	const transfer = job.progress.begin('Downloading', String(info.filename ?? nameIn(job.params)));
	try {
		const opened = await openContent(job, caller, info, { count, transfer });
		const name = nameOf(job, info, opened);
		const binary = await binaryFrom(job.context, opened, name);
		const fields = fieldsOf(job, info, name);
		const item = outputItem({ ...fields, ...count, durationMs: caller.clock.now() - started });
		return [{ ...item, binary: { [binaryPropertyName]: binary } }];
	} finally {
		transfer.end();
	}
};

/** What the service says about the file; nothing where the content is not to be verified. */
async function infoOf({ checked, params }: Job, caller: Caller): Promise<JsonObject> {
	if (!isVerified(checked)) return {};
	const { fullpath, hash = '' } = params;
	return await fileCalls(caller).info({ ...mountIn(params), ...(fullpath === undefined ? { hash } : { fullpath }) });
}

const isVerified = (checked: JsonObject): boolean => (checked as DownloadInput).verify !== false;

/** SHA1 of the wanted version: the one asked for, or the current one. */
const checksumOf = ({ params }: Job, info: JsonObject): string | undefined =>
	params.filehash ?? filledText(info.filehash);

async function openContent(
	job: Job,
	caller: Caller,
	info: JsonObject,
	{ count, transfer }: { readonly count: TransferCount; readonly transfer: Transfer },
): Promise<Download> {
	const links = async (): Promise<readonly string[]> => await fileCalls(caller).downloadLinks(job.params);
	const options: DownloadOptions = {
		expected: knownContent(
			// The size is that of the current version.
			job.params.filehash === undefined ? info.filesize : undefined,
			isVerified(job.checked) ? checksumOf(job, info) : undefined,
		),
		renew: links,
		onProgress: (bytes, size) => {
			count.bytesReceived = bytes;
			transfer.at(bytes, size);
		},
		onRetry: () => void count.retries++,
	};
	return await openDownload(caller, await links(), options);
}

/** The name in the path entered; `file` when the file was chosen by its ID. */
const nameIn = ({ fullpath }: Job['params']): string => (fullpath === undefined ? 'file' : baseName(fullpath));

const nameOf = ({ params }: Job, info: JsonObject, opened: Download): string =>
	params.filename ?? filledText(info.filename) ?? opened.fileName ?? nameIn(params);

/** The fields of the item. Not the whole information about the file, which may contain signed links. */
function fieldsOf(job: Job, info: JsonObject, filename: string): JsonObject {
	const filehash = checksumOf(job, info);
	return {
		...simpleEntry(info),
		fullpath: info.fullpath ?? job.params.fullpath ?? null,
		filename,
		...(filehash ? { filehash } : {}),
	};
}
