import { openDownload, type Download, type DownloadOptions } from '../../client/download/download';
import type { Caller } from '../../client/service/call';
import { fileCalls, mountIn } from '../../client/files/fileCalls';
import type { download as libraryDownload } from '../../protocol/catalogue/libraryTransfer';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import type { In } from '../../protocol/operation/define';
import { defined, filledText, type JsonObject } from '../../protocol/wire/json';
import { inputError, LibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../context/binary';
import type { Transfer } from '../context/progress';
import { mountOf, outputItem, type Job, type JobHandler } from './job';

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
	const count: TransferCount = { bytesReceived: 0, retries: 0 };
	const transfer = job.progress.begin('Downloading', String(info.filename ?? nameIn(job.params)));
	try {
		const opened = await openContent(job, caller, info, { count, transfer });
		const name = nameOf(job, info, opened);
		const binary = await binaryFrom(job.context, opened, name);
		const fields = fieldsOf(job, info, name);
		// All of it has arrived: this is the size of the version that was asked for.
		const filesize = count.bytesReceived;
		const { bytesReceived: received, retries } = count;
		const took = { bytes_received: received, retries, duration_ms: caller.clock.now() - started };
		const item = outputItem({ ...fields, filesize, ...took });
		return [{ ...item, binary: { [binaryPropertyName]: binary } }];
	} finally {
		transfer.end();
	}
};

/**
 * What the service says about the file; nothing where the content is not to be verified. Throws inputError for a
 * folder, and LibraryError protocol where the content could not be verified.
 */
async function infoOf(job: Job, caller: Caller): Promise<JsonObject> {
	if (!isVerified(job)) return {};
	const { fullpath, hash = '' } = job.params;
	const named = fullpath === undefined ? { hash } : { fullpath };
	const info = await fileCalls(caller).info({ ...mountIn(job.params), ...named });
	if (info.dir === 1)
		throw inputError('File', `"${String(info.fullpath)}" is a folder`, 'Choose a file, or list the folder first.');
	if (knownContent(undefined, checksumOf(job, info)).sha1 === undefined)
		throw new LibraryError(
			'protocol',
			`The service sent no SHA1 of ${nameIn(job.params)} to verify the content with`,
			{
				operation: job.op.id,
				hint: 'Turn off Verify Content to download the file without verification.',
			},
		);
	return info;
}

const isVerified = ({ checked }: Job): boolean => (checked as DownloadInput).verify !== false;

/** SHA1 of the wanted version: the one asked for, or the current one. */
const checksumOf = ({ params }: Job, info: JsonObject): string | undefined =>
	params.filehash ?? filledText(info.filehash);

/** Whether the current version is wanted, which is the one that the information is about. */
const isCurrent = ({ params }: Job, info: JsonObject): boolean =>
	params.filehash === undefined || params.filehash.toLowerCase() === filledText(info.filehash)?.toLowerCase();

async function openContent(
	job: Job,
	caller: Caller,
	info: JsonObject,
	{ count, transfer }: { readonly count: TransferCount; readonly transfer: Transfer },
): Promise<Download> {
	const links = async (): Promise<readonly string[]> => await fileCalls(caller).downloadLinks(job.params);
	const options: DownloadOptions = {
		expected: knownContent(
			isCurrent(job, info) ? info.filesize : undefined,
			isVerified(job) ? checksumOf(job, info) : undefined,
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

/** What is known of the current version only. */
const OF_CURRENT = ['modified', 'modified_by', 'modified_by_id'];

/** The fields of the item. Not the whole information about the file, which may contain signed links. */
function fieldsOf(job: Job, info: JsonObject, filename: string): JsonObject {
	const filehash = checksumOf(job, info);
	const { params } = job;
	const entry = Object.entries(simpleEntry(info));
	const known = Object.fromEntries(entry.filter(([name]) => isCurrent(job, info) || !OF_CURRENT.includes(name)));
	const named = { filename, fullpath: info.fullpath ?? params.fullpath ?? null };
	return {
		...named,
		type: 'file',
		...known,
		...named,
		...mountOf(params),
		...defined({ hash: filledText(info.hash) ?? params.hash, filehash: filehash || undefined }),
		verified: isVerified(job),
	};
}
