import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Download, DownloadOptions } from '../../client/download/download';
import { base64Source } from '../../client/upload/base64Source';
import { fileSource } from '../../client/upload/fileSource';
import type { Source } from '../../client/upload/source';
import { streamSource } from '../../client/upload/streamSource';
import { defined, numberOf } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { isSha1 } from '../../protocol/wire/sha1';
import { quoted } from '../../protocol/wire/quoted';

/** Whether a binary field says where its content is, or contains it. */
const hasContent = ({ id, data }: { readonly id?: unknown; readonly data?: unknown }): boolean =>
	id === undefined || id === null || id === '' ? typeof data === 'string' : typeof id === 'string';

/**
 * A binary field of one item. Throws inputError when it is missing, with the names of the fields that the item has, and
 * when it is none.
 */
export function binaryOf(context: IExecuteFunctions, item: number, field: string): IBinaryData {
	const all = context.getInputData()[item]?.binary ?? {};
	const data = Object.hasOwn(all, field) ? all[field] : undefined;
	if (data && hasContent(data)) return data;
	if (data)
		throw inputError(
			'Input Binary Field',
			`the binary field ${quoted(field)} has no content`,
			'Check the node that made it: a binary field contains its data as Base64 text, or the ID of stored data.',
		);
	const names = Object.keys(all);
	throw inputError(
		'Input Binary Field',
		`the item has no binary field ${quoted(field)}`,
		names.length
			? `It has: ${names.join(', ')}. Enter one of these names.`
			: 'It has no binary data at all. Add a node before this one that returns a file, ' +
					'or check whether a node in between drops the file.',
	);
}

/** The names of binary fields in a text with commas between them. */
export const binaryNames = (entered: string): string[] =>
	entered
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/**
 * The content of a binary field as an upload source; in constant memory where n8n keeps the content outside of
 * memory.
 */
export async function sourceOf(context: IExecuteFunctions, data: IBinaryData): Promise<Source> {
	if (!data.id) return base64Source(data.data);
	const id = data.id;
	if (id.startsWith('filesystem')) return await fileSource(context.helpers.getBinaryPath(id));
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return streamSource({ size: fileSize, open: async () => await context.helpers.getBinaryStream(id) });
}

/**
 * What a download is checked against: its size in bytes, and its SHA1 where the service sent one. A value that is not
 * a size or not a SHA1 is left out.
 */
export function knownContent(size: unknown, filehash: unknown): NonNullable<DownloadOptions['expected']> {
	const bytes = numberOf(size);
	const sha1 = isSha1(filehash) ? filehash : undefined;
	return defined({ size: Number.isInteger(bytes) ? bytes : undefined, sha1 });
}

/** The type that the service uses where it knows none. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Streams an open download into n8n's binary data. Throws what the download throws. */
export async function binaryFrom(
	{ helpers }: { readonly helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'> },
	{ stream, contentType }: Download,
	name: string,
): Promise<IBinaryData> {
	// Without a type n8n finds one by the name.
	return await helpers.prepareBinaryData(stream, name, contentType === UNKNOWN_TYPE ? undefined : contentType);
}
