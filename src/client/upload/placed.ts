import { filledText } from '../../protocol/wire/json';
import { infoIfExists } from '../files/fileCalls';
import { unlessFailed } from '../files/unlessFailed';
import { libraryKey } from '../service/account';
import type { Caller } from '../service/call';
import { mountParams, type UploadTarget } from './port';
import type { UploadResult } from './state';

/*
 * The service says the path of a file before it has the content. If another file is there by then, it adds a number and
 * does not say so.
 */

/** An upload under way, and whether another one of this process went to the same path meanwhile. */
interface UnderWay {
	met: boolean;
}
const underWay = new Map<string, Set<UnderWay>>();

/** Notes whether other uploads to the same path are under way together with a task. */
async function noting<R>(key: string, task: (own: UnderWay) => Promise<R>): Promise<R> {
	const all = underWay.get(key) ?? new Set();
	const own = { met: all.size > 0 };
	for (const other of all) other.met = true;
	underWay.set(key, all.add(own));
	try {
		return await task(own);
	} finally {
		all.delete(own);
		if (all.size === 0) underWay.delete(key);
	}
}

/**
 * Uploads, and returns where the file is: where others may have come to its path, which is known of this process only,
 * it is looked up by its ID. Throws what `upload` throws, and kind `aborted`.
 */
export async function placed(
	caller: Caller,
	target: UploadTarget,
	upload: () => Promise<UploadResult>,
): Promise<UploadResult> {
	const key = `${libraryKey(caller.account(), target.mountId)} ${target.fullpath.toLowerCase()}`;
	return await noting(key, async (own) => {
		const stored = await upload();
		if (stored.instant || target.overwrite || !(own.met || target.isRacing)) return stored;
		const byId = { ...mountParams(target), hash: stored.hash };
		const found = await unlessFailed(infoIfExists(caller, byId), () => undefined);
		return { ...stored, fullpath: filledText(found?.fullpath) ?? stored.fullpath };
	});
}
