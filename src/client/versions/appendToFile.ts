import { isFolder } from '../../protocol/tree/entryFilter';
import { isStoredTwice, versionsOf } from '../../protocol/versions/fileVersions';
import { filledText, type JsonObject, numberOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { openDownload, readUpTo } from '../download/download';
import { fileCalls, infoIfExists } from '../files/fileCalls';
import { unlessFailed } from '../files/unlessFailed';
import type { Caller } from '../service/call';
import { mountParams, type UploadTarget } from '../upload/port';
import { fileHistory } from './fileHistory';

/** The largest file that is appended to, in bytes: it is in memory while its text is made. */
const MAX_APPENDED = 50_000_000;
const TRIES = 3;

/** What is appended to which file. */
export interface Appending {
	readonly target: UploadTarget;
	/** What the file is to contain, made of what it contains; of nothing where there is none. */
	contentOf(before: Buffer | undefined): Buffer;
	/**
	 * Stores a content at the target, as a new version with `overwrite`, otherwise as a new file; the fields of the
	 * item, among them `filehash`.
	 */
	store(content: Buffer, overwrite: boolean): Promise<JsonObject>;
}

/**
 * Appends to a file, as a new version, or creates it. Whether the file is still the one that was read is looked up just
 * before it is stored, and in the history afterwards: a version that came in between is appended to again, so that
 * nothing is lost of what somebody else wrote. Where the history cannot be read, the item has a warning. By token there
 * is none, and only the look before counts. Throws LibraryError conflict after three tries or where somebody builds on
 * one of them, for a folder and for a file that is too large, and what the calls throw.
 */
export async function appendToFile(caller: Caller, appending: Appending): Promise<JsonObject> {
	const { target } = appending;
	let current = await currentVersion(caller, target);
	// What to append to: the current version, or one that a try has covered.
	let base = current;
	for (let tries = 0; tries < TRIES; tries++) {
		if (current === undefined || base === undefined)
			return await appending.store(appending.contentOf(undefined), false);
		const before = await unlessFailed(contentOf(caller, target, base), (failure) => failure);
		const now = await currentVersion(caller, target);
		if (now !== current) {
			// Somebody has built on the version that covers another: one would have to be put into the other.
			if (base !== current) break;
			base = current = now;
			continue;
		}
		if (!Buffer.isBuffer(before)) throw before;
		const stored = await appending.store(appending.contentOf(before), true);
		const covered = await coveredVersion(caller, target, String(stored.filehash), current);
		if (covered === undefined) return stored;
		if (isLibraryError(covered)) return { ...stored, warning: `${UNKNOWN}: ${covered.message}` };
		current = String(stored.filehash);
		base = covered;
	}
	throw new LibraryError('conflict', `${quoted(target.fullpath)} was changed by others again and again`, {
		hint: 'Check the last lines of the file and its versions before you run the node again.',
		retryable: false,
	});
}

const UNKNOWN = 'Whether somebody else wrote to the file meanwhile is not known';

const namedBy = (target: UploadTarget): Record<string, string> => ({
	...mountParams(target),
	fullpath: target.fullpath,
});

/** The error for a file that nothing can be appended to. */
const unfit = ({ fullpath }: UploadTarget, kind: 'conflict' | 'protocol', what: string): LibraryError =>
	new LibraryError(kind, `${quoted(fullpath)} ${what}`, { hint: 'Choose another file.' });
const TOO_LARGE = `is larger than the ${MAX_APPENDED / 1_000_000} MB that text can be appended to`;

/** SHA1 of what the file contains, in lower case; undefined where there is none. */
async function currentVersion(caller: Caller, target: UploadTarget): Promise<string | undefined> {
	const info = await infoIfExists(caller, namedBy(target));
	if (!info) return undefined;
	if (isFolder(info)) throw unfit(target, 'conflict', 'is a folder, so nothing can be appended');
	if ((numberOf(info.filesize) ?? 0) > MAX_APPENDED) throw unfit(target, 'conflict', TOO_LARGE);
	const filehash = filledText(info.filehash);
	if (filehash === undefined) throw unfit(target, 'protocol', 'has no checksum');
	return filehash.toLowerCase();
}

/** The content to append to. A file that was changed meanwhile may not have it any more; the next look shows that. */
async function contentOf(caller: Caller, target: UploadTarget, sha1: string): Promise<Buffer> {
	const byVersion = caller.account.kind === 'token' ? {} : { filehash: sha1 };
	const links = async () => await fileCalls(caller).downloadLinks({ ...namedBy(target), ...byVersion });
	const { stream } = await openDownload(caller, await links(), { expected: { sha1 }, renew: links });
	const { bytes, isCut } = await readUpTo(stream, MAX_APPENDED);
	if (isCut) throw unfit(target, 'conflict', TOO_LARGE);
	return bytes;
}

/**
 * SHA1 of a version that came between the one that was read and the one that was stored, which may have the very same
 * content; undefined for none, and where nobody can know it. A failure to find it out is returned.
 */
async function coveredVersion(
	caller: Caller,
	target: UploadTarget,
	stored: string,
	before: string,
): Promise<string | LibraryError | undefined> {
	if (caller.account.kind === 'token') return undefined;
	const history = await unlessFailed(fileHistory(caller, target.fullpath), (failure) => failure);
	if (isLibraryError(history)) return history;
	const versions = versionsOf(history);
	const ours = versions.findIndex(({ filehash }) => filehash === stored);
	const below = versions[ours + 1]?.filehash;
	if (ours < 0 || below === undefined) return undefined;
	if (below !== before) return below;
	return isStoredTwice(history, stored) ? stored : undefined;
}
