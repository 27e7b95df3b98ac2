import { listedEntry, type ListedEntry } from '../../protocol/tree/listedEntry';
import { contentStream } from '../../edition/shared/contentStream';
import { type HandlerFor, handles, type Job, mountOf, outputItem } from '../../n8n/execute/job';
import { stopwatch } from '../../client/async/clock';
import { inTurns } from '../../client/async/inTurns';
import { stopWith } from '../../client/async/onAbort';
import { isGeneral, MAX_IN_ROW } from '../../client/plan/applyPlan';
import type { Caller } from '../../client/service/call';
import { type ArchiveCounts, writeArchive } from './work/archive';
import { fileReceiver } from './work/arrivingFiles';
import { downloadZip, userDownloadZip, type ZippedFolder } from './entries';
import { ALL_FILES } from '../../protocol/catalogue/sharedTree';
import { byText, sortedInSteps } from '../../protocol/plan/inSteps';
import { BYTES_PER } from '../../protocol/operation/check/number';
import type { In } from '../../protocol/operation/define';
import { abortedError, counted, valueError, isLibraryError, quoted, reworded } from '../../protocol/wire/libraryError';
import { baseName, checkFileName, joinPath, entryPath } from '../../protocol/wire/paths';
import { binaryFrom } from '../../n8n/context/binary';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { showHint } from '../../n8n/execute/hints';
import { wantedEntries } from '../folderList';

type ZipJob = Job<In<typeof downloadZip>>;

/** Files that an item lists. */
const MAX_LISTED = 1000;

/** Downloads a folder as a ZIP: one item, with the archive as binary data, streamed. Throws what the requests throw. */
const handler: HandlerFor<typeof downloadZip> = {
	check: (job) => void nameOf(job),
	async run(job, caller) {
		const elapsedMs = stopwatch(caller.clock);
		const entries = await entriesOf(job, caller);
		// A file of an unknown size is not downloaded.
		const size = entries.reduce((sum, entry) => sum + (entry.filesize ?? 0), 0);
		requireWithin(job, size);
		const { data, counts, failed, failures } = await store(job, caller, entries, size);
		const left = `could not be read and ${failed === 1 ? 'is' : 'are'} not in the archive`;
		if (failed > 0) showHint(job.context, `${counted(failed, 'file')} ${left}`);
		const item = outputItem<ZippedFolder>({
			filename: data.fileName ?? nameOf(job),
			fullpath: entryPath(job.params.fullpath ?? ''),
			...mountOf(job.params),
			filesize: counts.size,
			file_count: counts.files,
			folder_count: counts.folders,
			bytes_received: counts.bytes,
			failed,
			failures,
			duration_ms: elapsedMs(),
		});
		return [{ ...item, binary: { [job.checked.binaryPropertyName ?? 'data']: data } }];
	},
	automatic: ['start', 'size'],
};

/** By path; what has the same path, as in a service in disorder, by all else that shows in the archive. */
const inOrder = (a: ListedEntry, b: ListedEntry): number =>
	byText(a.path, b.path) ||
	Number(b.dir) - Number(a.dir) ||
	(a.filesize ?? 0) - (b.filesize ?? 0) ||
	byText(a.filehash, b.filehash) ||
	(a.modified ?? 0) - (b.modified ?? 0);

/** What is wanted of the folder, in an order that does not depend on that of the service. */
async function entriesOf(job: ZipJob, caller: Caller): Promise<ListedEntry[]> {
	const entries: ListedEntry[] = [];
	const listing = { ...job, checked: { ...job.checked, recursive: true } };
	for await (const { entry, path } of wantedEntries(listing, caller)) entries.push(listedEntry(path, entry));
	return await inTurns(sortedInSteps(entries, inOrder));
}

/** Bytes in the unit that the limit is entered in. */
const megabytes = (bytes: number): number => bytes / BYTES_PER.MB;

function requireWithin({ checked: { maximumSize } }: ZipJob, size: number): void {
	if (maximumSize === undefined || size <= maximumSize) return;
	throw valueError(
		ALL_FILES,
		`the files have ${megabytes(size)} MB, which is more than ${megabytes(maximumSize)}`,
		'Nothing was downloaded. Raise the limit, or use filters.',
	);
}

/** Streams the archive of these entries, which have so many bytes in all, into n8n's binary data. */
async function store(job: ZipJob, caller: Caller, entries: readonly ListedEntry[], size: number) {
	const { context, form, params, progress, checked } = job;
	const { fullpath: folder = '', mount_id: mountId } = params;
	const name = nameOf(job);
	const stop = stopWith(caller.signal);
	const { signal } = stop;
	const transfer = progress.begin('Downloading', name);
	const failures: ZippedFolder['failures'] = [];
	let counts: ArchiveCounts = { files: 0, folders: 0, bytes: 0, size: 0 };
	let [failed, inRow] = [0, 0];
	/** What becomes of a file that could not be read: it ends the archive, or is listed. */
	const onFailure = ({ path }: ListedEntry, cause: unknown): void => {
		if (signal.aborted) throw abortedError(signal.reason);
		if (!isLibraryError(cause)) throw cause;
		const fullpath = joinPath(folder, path);
		inRow = isGeneral(cause) ? inRow + 1 : 0;
		if (checked.ifFileFails !== 'skip' || inRow >= MAX_IN_ROW)
			throw reworded(cause, `${cause.message}; failed to add ${quoted(fullpath)} to the archive`);
		if (failed++ < MAX_LISTED) failures.push({ fullpath, error: cause.message });
	};
	const onProgress = (bytes: number): void => {
		// A file could be read: what failed before was no failure of every file.
		inRow = 0;
		transfer.at(bytes, size);
	};
	const stream = contentStream({
		receive: async (take) => {
			const receive = fileReceiver({ ...caller, signal }, folder, mountId);
			const archive = { entries, receive, concurrency: concurrencyIn(form), onFailure, onProgress };
			counts = await writeArchive(archive, take);
		},
		end: () => {
			transfer.end();
			stop.abort('over');
		},
	});
	const data = await binaryFrom(context, { stream, contentType: 'application/zip' }, name);
	return { data, counts, failed, failures };
}

/** The name of the archive: as entered, with its ending, or that of the folder. Throws inputError for a path. */
function nameOf({ checked: { fileName }, params: { fullpath = '' } }: ZipJob): string {
	const name = checkFileName('File Name', fileName ?? (baseName(fullpath) || 'Library'));
	return /\.zip$/i.test(name) ? name : `${name}.zip`;
}

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(downloadZip, handler), handles(userDownloadZip, handler)];
