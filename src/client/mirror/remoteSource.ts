import type { Readable } from 'node:stream';
import { defined } from '../../protocol/wire/json';
import { openDownload } from '../download/download';
import { fileCalls } from '../files/fileCalls';
import { makeForwardReader, type ForwardReader, streamSource } from '../upload/streamSource';
import type { Source } from '../upload/source';
import type { MirrorSide } from './mirrorSide';

/** A file of the source library. */
interface RemoteFile {
	readonly fullpath: string;
	/** Bytes. */
	readonly size: number;
	/** SHA1; '' where the service does not show it. */
	readonly sha1: string;
}

/**
 * The content of a file of a library, to be uploaded to another place: downloaded while it is read, in constant memory.
 * Size and SHA1 are checked before the last bytes are handed out, so that a damaged or changed content never becomes a
 * whole file. Where the SHA1 is not known the content is downloaded twice, the first time to find it out.
 */
export function remoteSource(side: MirrorSide, file: RemoteFile): Source {
	const open = async (): Promise<Readable> => await download(side, file);
	if (file.sha1 === '') return streamSource({ size: file.size, open });
	const sha1 = file.sha1.toLowerCase();
	let reader: ForwardReader | undefined;
	const close = async (): Promise<void> => {
		reader?.end();
		reader = undefined;
	};
	return {
		size: file.size,
		sha1: async () => sha1,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => {
			if (reader && reader.at > offset) await close();
			reader ??= makeForwardReader(await open());
			const bytes = await reader.fill(offset, memory.subarray(0, length));
			if (reader.at === file.size) await reader.drain();
			return bytes;
		},
		close,
	};
}

async function download({ caller, mountId }: MirrorSide, { fullpath, size, sha1 }: RemoteFile): Promise<Readable> {
	const params = { ...defined({ mount_id: mountId }), fullpath };
	const links = async (): Promise<readonly string[]> => await fileCalls(caller).downloadLinks(params);
	const expected = { size, ...(sha1 === '' ? {} : { sha1 }) };
	const { stream } = await openDownload(caller, await links(), { expected, renew: links });
	return stream;
}
