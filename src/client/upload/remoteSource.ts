import type { ByteStream } from '../../edition/ports/content';
import { openDownload } from '../download/download';
import { fileCalls } from '../files/fileCalls';
import type { Caller } from '../service/call';
import type { Source } from './source';
import { knownSource, streamSource } from './streamSource';

/**
 * The content of a file of a library, which `params` name, to be uploaded to another place: downloaded while it is
 * read, in constant memory. Size (bytes) and SHA1 are checked before the last bytes are handed out, so that a damaged
 * or changed content never becomes a whole file. Where the SHA1 is not known ('') the content is downloaded twice, the
 * first time to find it out.
 */
export function remoteSource(
	caller: Caller,
	params: Readonly<Record<string, string>>,
	{ size, sha1 }: { readonly size: number; readonly sha1: string },
): Source {
	const links = async (): Promise<readonly string[]> => await fileCalls(caller).downloadLinks(params);
	const open = async (): Promise<ByteStream> =>
		(await openDownload(caller, await links(), { expected: { size, sha1 }, renew: links })).stream;
	return sha1 === '' ? streamSource({ size, open }) : knownSource({ size, sha1: sha1.toLowerCase(), open });
}
