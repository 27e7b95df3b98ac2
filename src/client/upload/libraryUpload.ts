import { defined } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import type { Caller } from '../service/call';
import { servicePort } from './servicePort';
import type { Source } from './source';
import type { UploadTarget } from './target';
import type { UploadResult } from './types';
import { upload } from './upload';

/** A chunked upload. */
export interface LibraryUpload extends UploadTarget {
	/** Bytes, 1 to 10 485 760; 10 000 000 is safe under both readings of "10 MB" (E03). */
	readonly chunkSize: number;
	/** How long the service may take to assemble the file, in ms. Default 10 minutes. */
	readonly finishTimeoutMs?: number;
	/** Called whenever the service is known to have `confirmed` bytes. */
	readonly onProgress?: (confirmed: number, size: number) => void;
}

/** The largest part a server accepts, in bytes (E03, client facts 7.6). */
const MAX_CHUNK = 10 * 1024 * 1024;

/**
 * Uploads a source into a library in chunks and answers the file as it is there now. Throws what `upload` throws, and
 * kind `input` for a chunk size that is out of range. The source stays open.
 */
export async function uploadToLibrary(caller: Caller, source: Source, target: LibraryUpload): Promise<UploadResult> {
	const { chunkSize, finishTimeoutMs = 600_000, onProgress } = target;
	if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > MAX_CHUNK)
		throw inputError('Chunk Size', `must be between 1 and ${MAX_CHUNK} bytes`);
	const { clock, signal, random } = caller;
	return await upload(servicePort(caller, target), source, {
		chunkSize,
		finishTimeoutMs,
		clock,
		...defined({ signal, random }),
		onState: (state) => {
			if (state.at === 'done') onProgress?.(source.size, source.size);
			else if (state.at === 'sending') onProgress?.(state.confirmed, source.size);
		},
	});
}
