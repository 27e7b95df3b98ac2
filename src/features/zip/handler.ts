import { contentStream } from '../../edition/edition';
import { type HandlerFor, handles } from '../../n8n/execute/pairing';
import { stopwatch } from '../../client/async/clock';
import { inTurns } from '../../client/async/inTurns';
import { stopWith } from '../../client/async/onAbort';
import { isGeneral, MAX_IN_ROW } from '../../client/plan/applyPlan';
import type { Caller } from '../../client/service/call';
import { type ArchiveCounts, type ArchiveEntry, writeArchive } from './work/archive';
import { contentFinder } from './work/arrivingFiles';
import { downloadZip, userDownloadZip, type ZippedFolder } from './entries';
import { ALL_FILES } from '../../protocol/catalogue/sharedTree';
import { byText, sortedInSteps } from '../../protocol/plan/inSteps';
import { BYTES_PER } from '../../protocol/operation/check/number';
import type { In } from '../../protocol/operation/define';
import { isFolder } from '../../protocol/tree/entryFilter';
import { amountOf, defined, filledText, isSha1, type JsonObject, secondsOf, textOf } from '../../protocol/wire/json';
import { abortedError, counted, valueError, isLibraryError, quoted, reworded } from '../../protocol/wire/libraryError';
import { baseName, checkFileName, joinPath, entryPath } from '../../protocol/wire/paths';
import { binaryFrom } from '../../n8n/context/binary';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { type Item, type Job, mountOf, outputItem } from '../../n8n/execute/job';
import { showHint } from '../../n8n/execute/hints';
import { wantedEntries } from '../folderList';

type ZipJob = Job<In<typeof downloadZip>>;

/** Files that could not be read: the first of them, with why, and how many in all. */
interface Failed {
	count: number;
	readonly first: ZippedFolder['failures'];
}

/** Files that an item lists. */
const MAX_LISTED = 1000;

/** Downloads a folder as a ZIP: one item, with the archive as binary data, streamed. Throws what the requests throw. */
const handler: HandlerFor<typeof downloadZip> = {
	check: (job) => void nameOf(job),
	async run(job, caller) {
		const elapsedMs = stopwatch(caller.clock);
		const entries = await entriesOf(job, caller);
		// A file of an unknown size is not downloaded.
		const size = entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
		requireWithin(job, size);
		return [await store(job, caller, { entries, size, elapsedMs })];
	},
	automatic: ['start', 'size'],
};

/** By path; what has the same path, as in a service in disorder, by all else that shows in the archive. */
const inOrder = (a: ArchiveEntry, b: ArchiveEntry): number =>
	byText(a.path, b.path) ||
	Number(b.dir) - Number(a.dir) ||
	(a.size ?? 0) - (b.size ?? 0) ||
	byText(a.sha1, b.sha1) ||
	(a.seconds ?? 0) - (b.seconds ?? 0);

/** What is wanted of the folder, in an order that does not depend on that of the service. */
async function entriesOf(job: ZipJob, caller: Caller): Promise<ArchiveEntry[]> {
	const entries: ArchiveEntry[] = [];
	const listing = { ...job, checked: { ...job.checked, recursive: true } };
	for await (const { entry, path } of wantedEntries(listing, caller)) entries.push(archiveEntry(entry, path));
	return await inTurns(sortedInSteps(entries, inOrder));
}

function archiveEntry(entry: JsonObject, path: string): ArchiveEntry {
	const dir = isFolder(entry);
	const filehash = textOf(entry.filehash).toLowerCase();
	return {
		path,
		dir,
		size: dir ? 0 : amountOf(entry.filesize),
		...defined({
			hash: filledText(entry.hash),
			sha1: !dir && isSha1(filehash) ? filehash : undefined,
			seconds: secondsOf(entry.last_dateline),
		}),
	};
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

/** Streams the archive into n8n's binary data. */
async function store(
	job: ZipJob,
	caller: Caller,
	{ entries, size, elapsedMs }: Omit<Content, 'failed'> & { readonly elapsedMs: () => number },
): Promise<Item<ZippedFolder>> {
	const { binaryPropertyName = 'data' } = job.checked;
	const name = nameOf(job);
	const failed: Failed = { count: 0, first: [] };
	const archive = streamed(job, caller, { entries, failed, size });
	const data = await binaryFrom(job.context, { stream: archive.stream, contentType: 'application/zip' }, name);
	const { files = 0, folders = 0, bytes = 0 } = archive.counts() ?? {};
	const left = `could not be read and ${failed.count === 1 ? 'is' : 'are'} not in the archive`;
	if (failed.count > 0) showHint(job.context, `${counted(failed.count, 'file')} ${left}`);
	const item = outputItem<ZippedFolder>({
		filename: data.fileName ?? name,
		fullpath: entryPath(job.params.fullpath ?? ''),
		...mountOf(job.params),
		filesize: archive.size(),
		file_count: files,
		folder_count: folders,
		bytes_received: bytes,
		failed: failed.count,
		failures: failed.first,
		duration_ms: elapsedMs(),
	});
	return { ...item, binary: { [binaryPropertyName]: data } };
}

interface Content {
	readonly entries: readonly ArchiveEntry[];
	readonly failed: Failed;
	/** Bytes of all files. */
	readonly size: number;
}

/** The archive as a stream, and what is known of it once it was read. */
function streamed(job: ZipJob, caller: Caller, { entries, failed, size }: Content) {
	const { context: _context, form, params, progress } = job;
	const stop = stopWith(caller.signal);
	const { signal } = stop;
	const transfer = progress.begin('Downloading', nameOf(job));
	let [counts, written]: [ArchiveCounts | undefined, number] = [undefined, 0];
	const failures = failuresOf(job, failed, signal);
	const stream = contentStream({
		receive: async (take) => {
			const find = contentFinder({ ...caller, signal }, params.fullpath ?? '', params.mount_id);
			const onProgress = (bytes: number): void => {
				failures.end();
				transfer.at(bytes, size);
			};
			const archive = { entries, find, concurrency: concurrencyIn(form), onFailure: failures.add, onProgress };
			counts = await writeArchive(archive, (piece) => {
				written += piece.length;
				return take(piece);
			});
		},
		end: () => {
			transfer.end();
			stop.abort('over');
		},
	});
	return { stream, counts: () => counts, size: () => written };
}

/** What becomes of a file that could not be read: it ends the archive, or is listed. */
function failuresOf({ checked, params }: ZipJob, failed: Failed, signal: AbortSignal) {
	let inRow = 0;
	return {
		/** A file could be read: what failed before was no failure of every file. */
		end: (): void => void (inRow = 0),
		add: ({ path }: ArchiveEntry, cause: unknown): void => {
			if (signal.aborted) throw abortedError(signal.reason);
			if (!isLibraryError(cause)) throw cause;
			const fullpath = joinPath(params.fullpath ?? '', path);
			inRow = isGeneral(cause) ? inRow + 1 : 0;
			if (checked.ifFileFails !== 'skip' || inRow >= MAX_IN_ROW)
				throw reworded(cause, `${cause.message}; failed to add ${quoted(fullpath)} to the archive`);
			failed.count++;
			if (failed.first.length < MAX_LISTED) failed.first.push({ fullpath, error: cause.message });
		},
	};
}

/** The name of the archive: as entered, with its ending, or that of the folder. Throws inputError for a path. */
function nameOf({ checked: { fileName }, params: { fullpath = '' } }: ZipJob): string {
	const name = checkFileName('File Name', fileName ?? (baseName(fullpath) || 'Library'));
	return /\.zip$/i.test(name) ? name : `${name}.zip`;
}

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(downloadZip, handler), handles(userDownloadZip, handler)];
