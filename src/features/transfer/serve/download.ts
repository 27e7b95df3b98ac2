import type { INodeExecutionData } from 'n8n-workflow';
import { stopwatch } from '../../../client/async/clock';
import { type Beginning, openFile, readUpTo, type Download } from '../../../client/download/download';
import type { Caller } from '../../../client/service/call';
import { fileCalls } from '../../../client/files/fileCalls';
import { mountIn } from '../../../client/service/account';
import type { download as libraryDownload, DownloadedFile } from '../entries';
import { simpleEntry } from '../../../protocol/catalogue/simplify';
import { whyNoJson } from '../../../protocol/operation/check/text';
import { type DecodedText, decodeText, type TextProblem } from '../../../protocol/text/encodings';
import type { In } from '../../../protocol/operation/define';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { allFields, defined, filledText, type JsonObject, textOf } from '../../../protocol/wire/json';
import { valueError, LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { withoutPrototypes } from '../../../protocol/wire/parseJson';
import { baseName } from '../../../protocol/wire/paths';
import { binaryFrom, knownContent } from '../../../n8n/context/binary';
import { isToolCall } from '../../../n8n/context/toolCall';
import { mountOf, outputItem, type Job, type HandlerFor } from '../../../n8n/execute/job';
/** What is entered for a download; the form of File Library User has a part of it. */
type DownloadInput = In<typeof libraryDownload>;
type DownloadJob = Job<DownloadInput>;

interface OpenFile {
	readonly job: DownloadJob;
	readonly opened: Download;
	/** What is known of the file, for the item. */
	readonly fields: FileFields;
}

/**
 * Downloads a file: one output item, with what is known of the file, what the transfer took, and the content as it is
 * wanted; for a model as text.
 */
export const handler: HandlerFor<typeof libraryDownload> = {
	async run(job, caller) {
		const elapsedMs = stopwatch(caller.clock);
		const info = await infoOf(job, caller);
		let [received, retries] = [0, 0];
		const named = nameIn(job.params);
		const transfer = job.progress.begin('Downloading', textOf(info.filename ?? named));
		const sha1 = isVerified(job) ? checksumOf(job, info) : undefined;
		const expected = knownContent(isCurrent(job, info) ? info.filesize : undefined, sha1);
		try {
			const opened = await openFile(caller, job.params, {
				expected,
				onProgress: (bytes, size) => {
					received = bytes;
					transfer.at(bytes, size);
				},
				onRetry: () => void retries++,
			});
			const name = job.params.filename ?? filledText(info.filename) ?? opened.fileName ?? named;
			const fields = fieldsOf(job, info, name);
			const file: OpenFile = { job, opened, fields };
			if (isToolCall(job.context)) return [await itemForModel(file, caller)];
			const { binaryPropertyName = 'data', output } = job.checked;
			const isText = output === 'text' || output === 'json';
			const text = isText ? await textOfFile(file, opened.size ?? expected.size) : {};
			const binary = isText
				? {}
				: { binary: { [binaryPropertyName]: await binaryFrom(job.context, opened, name) } };
			// Its size is that of the version that was asked for.
			const transferred = { filesize: received, bytes_received: received, retries, duration_ms: elapsedMs() };
			return [{ ...outputItem<DownloadedFile>({ ...fields, ...transferred, ...text }), ...binary }];
		} finally {
			transfer.end();
		}
	},
};

const KB = 1_000;
/** What is read where nothing is entered, in kB: a file for people; as much text as a model can take. */
const LIMIT = { node: 1_000, model: 100 } as const;

/** The text or the JSON of a file of `size` bytes. Throws inputError for what is neither, and for what is too large. */
async function textOfFile(
	{ job, opened, fields: { filename: name } }: OpenFile,
	size: number | undefined,
): Promise<Pick<DownloadedFile, 'text' | 'data' | 'encoding'>> {
	const { output, textLimit = LIMIT.node } = job.checked;
	const most = textLimit * KB;
	try {
		requireSmall(name, size, most);
		const content = await readUpTo(opened.stream, most);
		requireSmall(name, content.isCut ? Infinity : undefined, most);
		const found = decoded(job, content);
		if ('problem' in found) {
			const [what, hint] = PROBLEMS[found.problem];
			throw valueError('Output', `${quoted(name)} ${what}`, hint);
		}
		const { text, encoding } = found;
		return output === 'json' ? { data: parsed(name, text), encoding } : { text, encoding };
	} finally {
		opened.stream.destroy();
	}
}

/** Refuses a file above the Size Limit; `size` in bytes, Infinity for any above `most`. Throws inputError. */
function requireSmall(name: string, size: number | undefined, most: number): void {
	if (size === undefined || size <= most) return;
	const has = Number.isFinite(size) ? `has ${Math.ceil(size / KB)} kB, more than` : 'is larger than';
	throw valueError(
		'Output',
		`${quoted(name)} ${has} the Size Limit of ${most / KB} kB`,
		'Raise the Size Limit in Options, or set Output to File.',
	);
}

const decoded = ({ checked: { encoding = 'auto' } }: DownloadJob, { bytes, isCut }: Beginning): DecodedText =>
	decodeText(bytes, encoding === 'auto' ? undefined : encoding, isCut);

const PROBLEMS: Readonly<Record<TextProblem, readonly [what: string, hint: string]>> = {
	binary: ['is no text file: it contains binary data', 'Set Output to File.'],
	invalid: ['is not in the encoding that is chosen', 'Choose another Encoding in Options, or set Output to File.'],
	mark: [
		'begins with a byte order mark, but the rest is not in that encoding',
		'The file is damaged or cut off: set Output to File to look at it.',
	],
	pdf: ['is a PDF, not a text file', 'Set Output to File, then read its text with Extract From File.'],
	unmarked: [
		'looks like UTF-16, but has no byte order mark that says so',
		'Choose UTF-16 LE or UTF-16 BE as the Encoding in Options.',
	],
	unknown: [
		'is not in UTF-8, and nothing in it names its encoding',
		'Choose its Encoding in Options, or set Output to File.',
	],
};

function parsed(name: string, text: string): JsonObject {
	try {
		// Most often an object, and shown as one before the first run.
		return withoutPrototypes(text, JSON.parse(text) as JsonObject);
	} catch (cause) {
		throw valueError(
			'Output',
			`${quoted(name)} is not valid JSON${whyNoJson(cause)}`,
			'Set Output to Text to see what it is.',
		);
	}
}

type ContentForModel = { text: string; truncated: boolean; note?: string };

/** What a model can use: the text, or a link. Nothing about the transfer, which would only distract it. */
async function itemForModel({ job, opened, fields }: OpenFile, caller: Caller): Promise<INodeExecutionData> {
	const { textLimit = LIMIT.model } = job.checked;
	const content = await readUpTo(opened.stream, textLimit * KB);
	const { verified: isRead, ...known } = fields;
	const found = decoded(job, content);
	if ('text' in found)
		return outputItem<FileFields & ContentForModel>({
			...known,
			verified: isRead && !content.isCut,
			text: found.text,
			truncated: content.isCut,
			...(content.isCut
				? { note: `These are only the first ${Math.round(content.bytes.length / KB)} kB of the file.` }
				: {}),
		});
	const [url] = await fileCalls(caller).downloadLinks(job.params);
	return outputItem<Omit<FileFields, 'verified'> & { url?: string; note: string }>({
		...known,
		...defined({ url }),
		note: 'This is no text file, so its content is not shown. The link downloads it and is valid for 10 minutes.',
	});
}

/**
 * What the service says about the file; nothing where the content is not to be verified. Throws inputError for a
 * folder, and LibraryError protocol where the content could not be verified.
 */
async function infoOf(job: DownloadJob, caller: Caller): Promise<JsonObject> {
	if (!isVerified(job)) return {};
	const { fullpath, hash = '' } = job.params;
	const named = fullpath === undefined ? { hash } : { fullpath };
	const info = await fileCalls(caller).info({ ...mountIn(job.params), ...named });
	if (isFolder(info))
		throw valueError('File', `"${textOf(info.fullpath)}" is a folder`, 'Choose a file, or list the folder first.');
	if (knownContent(undefined, checksumOf(job, info)).sha1 === undefined)
		throw new LibraryError(
			'protocol',
			`The service sent no SHA1 of ${nameIn(job.params)} to verify the content with`,
			{ operation: job.op.id, hint: 'Turn off Verify Content to download the file without verification.' },
		);
	return info;
}

const isVerified = ({ checked }: DownloadJob): boolean => checked.verify !== false;

/** SHA1 of the wanted version: the one asked for, or the current one. */
const checksumOf = ({ params }: Pick<Job, 'params'>, info: JsonObject): string | undefined =>
	params.filehash ?? filledText(info.filehash);

/** Whether the current version is wanted, which is the one that the information is about. */
const isCurrent = ({ params }: Pick<Job, 'params'>, info: JsonObject): boolean =>
	params.filehash === undefined || params.filehash.toLowerCase() === filledText(info.filehash)?.toLowerCase();

const nameIn = ({ fullpath }: Job['params']): string => (fullpath === undefined ? 'file' : baseName(fullpath));

const OF_CURRENT = ['modified', 'modified_by'];

type FileFields = Pick<DownloadedFile, 'filename' | 'fullpath' | 'type' | 'hash' | 'filehash' | 'verified'>;

/** The fields of the item. Not the whole information about the file, which may contain signed links. */
function fieldsOf(job: DownloadJob, info: JsonObject, filename: string): FileFields {
	const { params } = job;
	const isKnown = ([name]: [string, unknown]): boolean => isCurrent(job, info) || !OF_CURRENT.includes(name);
	const known: JsonObject = Object.fromEntries(Object.entries(simpleEntry(info)).filter(isKnown));
	const fullpath = filledText(info.fullpath) ?? params.fullpath ?? null;
	const named = { filename, fullpath, type: 'file' as const };
	const fields = allFields<FileFields>({
		...named,
		hash: filledText(info.hash) ?? params.hash,
		filehash: checksumOf(job, info) || undefined,
		verified: isVerified(job),
	});
	return { ...named, ...known, ...mountOf(params), ...fields };
}
