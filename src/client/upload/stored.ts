import { filledText, isSha1 } from '../../protocol/wire/json';
import { infoIfExists, fileCalls } from '../files/fileCalls';
import { libraryKey, mountParams } from '../service/account';
import { type Caller, unlessFailed } from '../service/call';
import type { UploadTarget, UploadResult } from './state';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';

/*
 * The service says the path of a file before it has the content. If another file is there by then, it adds a number and
 * does not say so.
 */

/** How many uploads to a path are under way, and whether any of those has met another one of this process. */
const underWay = new Map<string, { count: number; haveMet: boolean }>();

/**
 * Uploads, and returns where the file is: where others may have come to its path, which is known of this process only,
 * it is looked up by its ID. Throws what `upload` throws, and kind `aborted`.
 */
export async function whereStored(
	caller: Caller,
	target: UploadTarget,
	upload: () => Promise<UploadResult>,
): Promise<UploadResult> {
	const key = `${libraryKey(caller.account(), target.mountId)} ${target.fullpath.toLowerCase()}`;
	const there = underWay.get(key) ?? { count: 0, haveMet: false };
	underWay.set(key, there);
	there.haveMet ||= there.count > 0;
	there.count++;
	try {
		const stored = await upload();
		if (stored.instant || target.overwrite || !(there.haveMet || target.isRacing)) return stored;
		const byId = { ...mountParams(target), hash: stored.hash };
		const found = await unlessFailed(infoIfExists(caller, byId), () => undefined);
		return { ...stored, fullpath: filledText(found?.fullpath) ?? stored.fullpath };
	} finally {
		if (--there.count === 0) underWay.delete(key);
	}
}

/** Whether the service has the content that was sent. */
export interface Verification {
	readonly verified: boolean;
	/** Why that is not known. */
	readonly warning?: string;
}

/**
 * Reads back what was stored at a path and compares its SHA1 with that of what was sent: one request. Where it cannot
 * be read the content may still be right, so that is a warning. Throws LibraryError upload when the content differs,
 * and kind `aborted`.
 */
export async function verification(
	caller: Caller,
	target: UploadTarget,
	{ fullpath, filehash }: { readonly fullpath: string; readonly filehash: string },
): Promise<Verification> {
	const reading = fileCalls(caller).info({ ...mountParams(target), fullpath });
	const info = await unlessFailed(reading, (failure) => failure);
	if (isLibraryError(info))
		return { verified: false, warning: `The stored content could not be verified: ${info.message}` };
	const { filehash: stored } = info;
	if (!isSha1(stored))
		return { verified: false, warning: 'The service sent no SHA1 to verify the stored content with' };
	if (stored.toLowerCase() === filehash) return { verified: true };
	throw new LibraryError(
		'upload',
		`The content stored at "${fullpath}" is not the one that was sent: its SHA1 differs`,
		{ hint: 'Check the file in the library: it may have been changed at the same time. Then upload it again.' },
	);
}
