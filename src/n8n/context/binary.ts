import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Download } from '../../client/download/download';
import type { DownloadOptions } from '../../client/download/receive';
import { base64Source } from '../../client/upload/memorySource';
import { fileSource, type Source } from '../../client/upload/source';
import { streamSource } from '../../client/upload/streamSource';
import { defined, numberOf } from '../../protocol/wire/json';
import { safeFileName, safeMediaType } from '../../protocol/wire/safeFileName';
import { isSha1 } from '../../protocol/wire/sha1';
import { vaultOf } from './runSecrets';

/**
 * The content of binary data as an upload source; in constant memory where n8n keeps the content outside of memory.
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

/**
 * Streams an open download into n8n's binary data, under a name that is safe as the name of a file. Throws what the
 * download throws.
 */
export async function binaryFrom(
	context: { readonly helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'> },
	{ stream, contentType }: Download,
	name: string,
): Promise<IBinaryData> {
	const scrub = vaultOf(context).forItems;
	// Without a type n8n finds one by the name. Other nodes write files of this name, and send headers with the type.
	const known = contentType === undefined || contentType === UNKNOWN_TYPE ? undefined : scrub(contentType);
	const type = known === undefined ? undefined : safeMediaType(known);
	return await context.helpers.prepareBinaryData(stream, safeFileName(scrub(name)), type);
}
