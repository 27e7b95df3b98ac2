import { filledText, type JsonObject, numberOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { openDownload, readUpTo } from '../download/download';
import { fileCalls, infoIfExists } from '../files/fileCalls';
import { unlessFailed } from '../files/unlessFailed';
import type { Caller } from '../service/call';
import { mountParams, type UploadTarget } from '../upload/port';
import { fileVersions } from './fileHistory';

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

/** What the next try builds on. */
interface Base {
	/** Information about the file as it is. */
	readonly info: JsonObject;
	/** SHA1 of the content to append to: the current one, or one that a try has covered. */
	readonly filehash: string;
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
	let base = await currentBase(caller, target);
	for (let tries = 0; tries < TRIES; tries++) {
		if (!base) return await appending.store(appending.contentOf(undefined), false);
		const before = await unlessFailed(contentOf(caller, target, base), (failure) => failure);
		const now = await currentBase(caller, target);
		if (now?.info.filehash !== base.info.filehash) {
			// Somebody has built on the version that covers another: one would have to be put into the other.
			if (base.filehash !== base.info.filehash) break;
			base = now;
			continue;
		}
		if (!Buffer.isBuffer(before)) throw before;
		const stored = await appending.store(appending.contentOf(before), true);
		const filehash = String(stored.filehash);
		const covered = await coveredVersion(caller, target, filehash, base);
		if (covered === undefined) return stored;
		if (isLibraryError(covered)) return { ...stored, warning: `${UNKNOWN}: ${covered.message}` };
		base = { info: { ...base.info, filehash }, filehash: covered };
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

async function currentBase(caller: Caller, target: UploadTarget): Promise<Base | undefined> {
	const info = await infoIfExists(caller, namedBy(target));
	if (!info) return undefined;
	const refuse = (kind: 'conflict' | 'protocol', what: string): never => {
		throw new LibraryError(kind, `${quoted(target.fullpath)} ${what}`, { hint: 'Choose another file.' });
	};
	if (info.dir === 1) refuse('conflict', 'is a folder, so nothing can be appended');
	if ((numberOf(info.filesize) ?? 0) > MAX_APPENDED)
		refuse('conflict', `is larger than the ${MAX_APPENDED / 1_000_000} MB that text can be appended to`);
	return { info, filehash: filledText(info.filehash) ?? refuse('protocol', 'has no checksum') };
}

/** The content to append to. A file that was changed meanwhile may not have it any more; the next look shows that. */
async function contentOf(caller: Caller, target: UploadTarget, { info, filehash }: Base): Promise<Buffer> {
	const byVersion = caller.account.kind === 'token' ? {} : { filehash };
	const links = async () => await fileCalls(caller).downloadLinks({ ...namedBy(target), ...byVersion });
	const isCurrent = filehash === info.filehash;
	const size = isCurrent ? numberOf(info.filesize) : undefined;
	const expected = { sha1: filehash.toLowerCase(), ...(size === undefined ? {} : { size }) };
	const { stream } = await openDownload(caller, await links(), { expected, renew: links });
	const { bytes } = await readUpTo(stream, MAX_APPENDED + 1);
	return bytes;
}

/**
 * SHA1 of a version that came between the one that was read and the one that was stored; undefined for none, and where
 * nobody can know it. A failure to find it out is returned.
 */
async function coveredVersion(
	caller: Caller,
	target: UploadTarget,
	stored: string,
	base: Base,
): Promise<string | LibraryError | undefined> {
	if (caller.account.kind === 'token') return undefined;
	const versions = await unlessFailed(fileVersions(caller, target.fullpath), (failure) => failure);
	if (isLibraryError(versions)) return versions;
	const ours = versions.findIndex(({ filehash }) => filehash === stored);
	const below = versions[ours + 1]?.filehash;
	return ours < 0 || below === undefined || below === String(base.info.filehash).toLowerCase() ? undefined : below;
}
