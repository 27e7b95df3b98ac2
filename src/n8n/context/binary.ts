import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Download, DownloadOptions } from '../../client/download/download';
import type { ByteStream } from '../../edition/ports';
import { fileSource, base64Source, type Source } from '../../client/upload/source';
import { streamSource } from '../../client/upload/streamSource';
import { valueAlong } from '../../protocol/operation/check/inputRow';
import { binaryObjectsIn, isBinaryObject } from '../../protocol/operation/check/number';
import type { BinaryInput } from '../../protocol/operation/fields';
import { amountOf, defined, isJsonObject, isNothing, isSha1, type JsonObject } from '../../protocol/wire/json';
import { valueError, missingError, quoted } from '../../protocol/wire/libraryError';
import { safeFileName, safeMediaType } from '../../protocol/wire/paths';
import { hasFilesInJson } from './hostFeatures';
import { vaultOf } from './runSecrets';
import { isToolCall } from './toolCall';

/** Bytes of a piece that n8n reads of a file: to read and hash it in its own 64 KiB takes a third more CPU time. */
const PIECE = 1024 * 1024;

/** Binary data as an upload source; in constant memory where n8n keeps the content outside of memory. */
export async function sourceOf(context: IExecuteFunctions, data: IBinaryData): Promise<Source> {
	if (!data.id) return base64Source(data.data);
	const id = data.id;
	const isFile = id.startsWith('filesystem');
	const file = isFile ? await fileSource(context.helpers.getBinaryPath(id)) : undefined;
	if (file) return file;
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	const open = async () => await context.helpers.getBinaryStream(id, PIECE);
	// n8n reads a file for whoever asks, and gives what it has read to nobody else.
	return streamSource({ size: fileSize, isOwn: isFile, open });
}

/** What a download is checked against: its size in bytes and its SHA1. What is neither is left out. */
export function knownContent(size: unknown, filehash: unknown): NonNullable<DownloadOptions['expected']> {
	return defined({ size: amountOf(size), sha1: isSha1(filehash) ? filehash : undefined });
}

/** The type that the service uses where it knows none. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Streams an open download into binary data, under a name that is safe for a file. Throws what the download throws. */
export async function binaryFrom(
	context: { readonly helpers: BinaryHelpers },
	{ contentType, ...content }: Content,
	name: string,
): Promise<IBinaryData> {
	const scrub = vaultOf(context).forItems;
	// Without a type n8n finds one by the name. Other nodes write files of this name, and send headers with the type.
	const known = contentType === undefined || contentType === UNKNOWN_TYPE ? undefined : scrub(contentType);
	const type = known === undefined ? undefined : safeMediaType(known);
	const prepare = async (from: Buffer | ByteStream): Promise<IBinaryData> => {
		const data = await context.helpers.prepareBinaryData(from, safeFileName(scrub(name)), type);
		isInMemory = !data.id;
		return data;
	};
	const { stream, size = 0, receive } = content;
	if (!receive || isInMemory === false || size < LARGE || size > MOST_IN_MEMORY) return await prepare(stream);
	const empty = await prepare(Buffer.alloc(0));
	if (!isInMemory) return await prepare(stream);
	return await context.helpers.setBinaryDataBuffer(empty, await whole(receive, size));
}

type BinaryHelpers = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData' | 'setBinaryDataBuffer'>;

/** What becomes binary data; what has no known size is a stream only. */
type Content = Pick<Download, 'stream' | 'contentType'> & Partial<Download>;

/*
 * Where n8n keeps binary data in memory, it collects a stream piece by piece, joins the pieces, and makes a text of
 * them: three times the file, and one turn of the event loop for both. A large file is read into one piece instead.
 */

/** Whether n8n keeps binary data in memory, as all processes of an n8n do or do not; not known before the first. */
let isInMemory: boolean | undefined;
/** From this size on it matters, in bytes: once in a process, an empty file is stored to find out. */
const LARGE = 8_000_000;
/** The Base64 text of more is longer than a text can be. */
const MOST_IN_MEMORY = 400_000_000;

/** A content of this size, whose size is checked as it is received. */
async function whole(receive: Download['receive'], size: number): Promise<Buffer> {
	const bytes = Buffer.allocUnsafeSlow(size);
	let at = 0;
	await receive((piece) => {
		at += piece.copy(bytes, at);
		return undefined;
	});
	return bytes;
}

/* Binary data of the item, however they were named. */

const LABEL = 'Input Binary Field';

/**
 * Where items have their binary data in Execution Logic v2 of n8n 2 (`hasFilesInJson`): a field of
 * their JSON (`BINARY_IN_JSON_PROPERTY` of n8n-workflow). With binary data in memory they stay where they were.
 */
const FILES = '_files';

type Context = Pick<IExecuteFunctions, 'getInputData' | 'getNode' | 'getWorkflowSettings'>;

/** The binary data of an item by the names of their fields, and its JSON. */
interface Offered {
	readonly fields: ReadonlyMap<string, unknown>;
	readonly json: JsonObject;
	/** In a tool call: a model hands over text only. */
	readonly isTool: boolean;
}

/** `_files` counts only where n8n puts it: data from outside must not name files that n8n stores. */
function offeredBy(context: Context, item: number): Offered {
	const { json = {}, binary = {} } = context.getInputData()[item] ?? {};
	const files = hasFilesInJson(context) && isJsonObject(json[FILES]) ? json[FILES] : {};
	return {
		json,
		isTool: isToolCall(context),
		fields: new Map<string, unknown>([...Object.entries(files), ...Object.entries(binary)]),
	};
}

const hasContent = ({ id, data }: JsonObject): boolean =>
	isNothing(id) ? typeof data === 'string' : typeof id === 'string';

function withContent(data: unknown, what: string): IBinaryData {
	if (isJsonObject(data) && hasContent(data)) return data as JsonObject & IBinaryData;
	throw valueError(
		LABEL,
		`${what} has no content`,
		'Check the node that made it: a binary field contains its data as Base64 text, or the ID of stored data.',
	);
}

function namesIn({ fields, isTool }: Offered): string {
	const names = [...fields.keys()];
	if (names.length > 0) return `It has: ${names.join(', ')}. Enter one of these names, or * for all of them.`;
	if (isTool) return 'A tool call has no binary data. To store text, use a tool with File: Create From Text.';
	return (
		'It has no binary data at all. Add a node before this one that returns a file, ' +
		'or check whether a node in between drops the file.'
	);
}

/** What one name, path or `*` stands for. Throws inputError. */
function named(offered: Offered, name: string): IBinaryData[] {
	if (offered.fields.has(name)) return [withContent(offered.fields.get(name), `the binary field ${quoted(name)}`)];
	if (name === '*' && offered.fields.size > 0)
		return [...offered.fields.keys()].flatMap((one) => named(offered, one));
	const inFiles = name.startsWith(`${FILES}.`) ? offered.fields.get(name.slice(FILES.length + 1)) : undefined;
	// A path such as `_files.data` or `attachments[0]`.
	const path = /[.[]|^_files$/.test(name) ? (name.match(/[^.[\]"']+/g) ?? []) : undefined;
	const value = inFiles ?? (path && valueAlong(offered.json, path));
	const found = isBinaryObject(value) ? [value] : binaryObjectsIn(value);
	if (found.length > 0) return found.map((data) => withContent(data, `the binary field ${quoted(name)}`));
	const what = name === '*' ? 'the item has no binary field' : `the item has no binary field ${quoted(name)}`;
	throw valueError(LABEL, what, namesIn(offered));
}

/**
 * Binary data from an expression. `$binary` of n8n leaves out content that is in memory, so that what it gives is
 * looked up among the item's own fields. Throws inputError when none or several of them fit.
 */
function given(offered: Offered, data: JsonObject): IBinaryData {
	if (hasContent(data)) return withContent(data, 'the binary data');
	const fitting = [...offered.fields.values()].filter(
		(field) => isJsonObject(field) && Object.entries(data).every(([key, value]) => field[key] === value),
	);
	if (fitting.length === 1) return withContent(fitting[0], 'the binary data');
	const what = fitting.length === 0 ? 'has no content' : 'could be one of several fields';
	throw valueError(
		LABEL,
		`the binary data that the expression returns ${what}`,
		`Enter the name of the binary field instead of the expression. ${namesIn(offered)}`,
	);
}

/** The names in a text with commas between them; the whole text where a field has that name. */
function namesOf({ fields }: Offered, entered: string): string[] {
	if (fields.has(entered)) return [entered];
	return entered
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
}

/** The binary data of one item, in the order of the names. Throws inputError for what is missing or has no content. */
export function binariesOf(context: Context, item: number, input: BinaryInput): IBinaryData[] {
	const offered = offeredBy(context, item);
	const found = input.flatMap((one) =>
		typeof one === 'string' ? namesOf(offered, one).flatMap((name) => named(offered, name)) : [given(offered, one)],
	);
	if (found.length > 0) return found;
	throw missingError(LABEL, undefined, 'Enter the name of the binary field, usually data.');
}
