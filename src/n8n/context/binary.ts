import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Download, DownloadOptions } from '../../client/download/download';
import { base64Source } from '../../client/upload/base64Source';
import { fileSource } from '../../client/upload/fileSource';
import type { Source } from '../../client/upload/source';
import { streamSource } from '../../client/upload/streamSource';
import { inputError } from '../../protocol/wire/libraryError';

/** A binary field of one item. Throws inputError, naming the fields that are there, when it is missing. */
export function binaryOf(context: IExecuteFunctions, item: number, field: string): IBinaryData {
	const all = context.getInputData()[item]?.binary ?? {};
	const data = all[field];
	if (data) return data;
	const there = Object.keys(all);
	throw inputError(
		'Input Binary Field',
		`the item has no binary field "${field}"`,
		there.length
			? `It has: ${there.join(', ')}. Enter one of these names.`
			: 'It has no binary data at all. Add a node before this one that puts out a file, or check that files are not dropped on the way.',
	);
}

/** The names of binary fields that a person entered, separated by commas. */
export const binaryNames = (input: Readonly<Record<string, unknown>>): string[] =>
	String(input.binaryPropertyName)
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/** The content of a binary field as a source of parts, in constant memory where n8n keeps it outside of memory. */
export async function sourceOf(context: IExecuteFunctions, data: IBinaryData): Promise<Source> {
	if (!data.id) return base64Source(data.data);
	const id = data.id;
	if (id.startsWith('filesystem')) return await fileSource(context.helpers.getBinaryPath(id));
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return streamSource({ size: fileSize, open: async () => await context.helpers.getBinaryStream(id) });
}

/** What a download is checked against: its size in bytes, and its SHA1 where the service gave one. What is no size or no SHA1 is left out. */
export function knownContent(size: unknown, filehash: unknown): NonNullable<DownloadOptions['expected']> {
	const bytes = Number(size ?? NaN);
	return {
		...(Number.isInteger(bytes) ? { size: bytes } : {}),
		...(typeof filehash === 'string' && /^[0-9a-f]{40}$/.test(filehash) ? { sha1: filehash } : {}),
	};
}

/** Streams an open download into n8n's binary data. Throws what the download throws. */
export async function binaryFrom(
	{ helpers }: { readonly helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'> },
	{ stream, contentType }: Download,
	name: string,
): Promise<IBinaryData> {
	// This type says nothing; n8n finds a better one by the name.
	return await helpers.prepareBinaryData(
		stream,
		name,
		contentType === 'application/octet-stream' ? undefined : contentType,
	);
}
