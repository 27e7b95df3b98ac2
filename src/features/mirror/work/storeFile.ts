import type { Content } from '../plan/types';
import { defined } from '../../../protocol/wire/json';
import { LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { withChunkMemory } from '../../../client/upload/source';
import type { UploadFile, UploadPort, UploadTarget } from '../../../client/upload/state';
import { remoteSource } from '../../../client/upload/streamSource';
import { servicePort } from '../../../client/upload/servicePort';
import { uploadToLibrary } from '../../../client/upload/upload';
import { type MirrorSide, requireName } from './mirrorSide';

/** Where a file is, or is to be. */
interface FilePlace {
	readonly side: MirrorSide;
	readonly fullpath: string;
}

type SizedContent = Content & { readonly filesize: number };

/** One content on its way. */
interface Stream {
	/** `bytes` of `size` have arrived so far. */
	readonly at: (bytes: number, size: number) => void;
	/** It has ended, successfully or not. */
	readonly end: () => void;
}

/** Called when a content begins to be streamed; `path` is relative. */
export type OnStream = (path: string) => Stream;

/** Bytes; safe under both readings of "10 MB" (E03). */
const CHUNK_SIZE = 10_000_000;

/**
 * Stores a file of the source in the target, as a new version where there is one. One request where the service knows
 * the content; otherwise the content is downloaded and uploaded at the same time, in chunks that share the memory of
 * all uploads. Returns how many bytes were sent. Throws what the upload and the download throw, LibraryError conflict
 * where the name is one of a folder by now, and LibraryError protocol where the service does not show its size.
 */
export async function storeFile(from: FilePlace, to: FilePlace, found: Content, onStream?: OnStream): Promise<number> {
	const file = sized(from, found);
	const { caller, mountId, operator } = to.side;
	const target: UploadTarget = { ...defined({ mountId, operator }), fullpath: to.fullpath, overwrite: true };
	const port = servicePort(caller, target);
	// Announced before memory is taken: most contents are known, and none of them has to wait for it.
	const announced = file.filehash === '' ? undefined : await announce(port, to, file);
	if (announced?.instant) return 0;
	const stream = onStream?.(file.path);
	const origin = { ...defined({ mount_id: from.side.mountId }), fullpath: from.fullpath };
	const source = remoteSource(from.side.caller, origin, { size: file.filesize, sha1: file.filehash });
	try {
		return await withChunkMemory(source, CHUNK_SIZE, async () => {
			const order = { ...target, chunkSize: CHUNK_SIZE, ...defined({ onProgress: stream?.at }) };
			const begun = announced ? startingWith(port, announced) : port;
			const { bytesSent, fullpath } = await uploadToLibrary(caller, source, order, begun);
			requireName(to.fullpath, fullpath);
			return bytesSent;
		});
	} finally {
		stream?.end();
	}
}

/** A content of which the service says how large it is. Throws LibraryError protocol for another one. */
function sized({ fullpath }: FilePlace, { filesize, ...file }: Content): SizedContent {
	if (filesize !== undefined) return { ...file, filesize };
	throw new LibraryError('protocol', `The service sent no valid size of ${quoted(fullpath)}, so it was not copied`, {
		hint: 'Report this to the operator of the service',
	});
}

async function announce(port: UploadPort, to: FilePlace, { filehash, filesize }: SizedContent): Promise<UploadFile> {
	const signal = to.side.caller.signal ?? new AbortController().signal;
	const announced = await port.create({ sha1: filehash.toLowerCase(), size: filesize }, signal);
	requireName(to.fullpath, announced.fullpath);
	return announced;
}

/** The port of an upload that was announced already; when the upload begins anew, it is announced again. */
function startingWith(port: UploadPort, announced: UploadFile): UploadPort {
	let first: UploadFile | undefined = announced;
	return {
		...port,
		create: async (content, signal) => {
			const file = first ?? (await port.create(content, signal));
			first = undefined;
			return file;
		},
	};
}
