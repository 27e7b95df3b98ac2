import { isFolder } from '../../protocol/tree/entryFilter';
import { filledText, type JsonObject, numberOf } from '../../protocol/wire/json';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { openDownload, readUpTo } from '../download/download';
import { backoff, pause } from '../async/clock';
import { makeOrderedTasks } from '../async/orderedTasks';
import { fileCalls, infoIfExists } from '../files/fileCalls';
import { unlessFailed } from '../files/unlessFailed';
import type { Caller } from '../service/call';
import { mountParams, type UploadTarget } from '../upload/port';
import { coveredVersion } from './coveredVersion';

/** The largest file that is appended to, in bytes: it is in memory while its text is made. */
const MAX_APPENDED = 50_000_000;
/** Looks before the text is stored, and attempts to put back what it has covered. */
const [TRIES, REPAIRS] = [3, 10];

/** What is appended to which file. */
export interface Appending {
	readonly target: UploadTarget;
	readonly text: string;
	/** What the file is to contain, made of what it contains; of nothing where there is none. */
	contentOf(before: Buffer | undefined, text: string): Buffer;
	/** The text that was appended to one content to make another; undefined where it was made in another way. */
	addedBetween(before: Buffer, after: Buffer): string | undefined;
	/**
	 * Stores a content at the target, as a new version with `overwrite`, otherwise as a new file; the fields of the
	 * item, among them `filehash`.
	 */
	store(content: Buffer, overwrite: boolean): Promise<JsonObject>;
}

/** In one process, what is appended to one path is appended one after another: by token nothing else keeps it all. */
const appends = makeOrderedTasks();

/**
 * Appends to a file, as a new version, or creates it. Whether the file is still the one that was read is looked up just
 * before it is stored, and in the history afterwards: what came in between is put back, after what is there by then, so
 * that nothing is lost of what anybody else wrote. Where the history cannot be read, the item has a warning. By token
 * there is none, and only the look before counts. Throws LibraryError conflict where the file never rests, for a folder
 * and for a file that is too large, and what the calls throw.
 */
export const appendToFile = async (caller: Caller, appending: Appending): Promise<JsonObject> =>
	await appends.run(
		{ scope: caller.account().baseUrl, paths: [appending.target.fullpath.toLowerCase()] },
		async () => await appendInTurn(caller, appending),
	);

/** A file while something is appended to it. */
interface Append extends Appending {
	readonly caller: Caller;
	text: string;
	/** SHA1 of what the file contains; undefined where there is none. */
	current: string | undefined;
	/** What it contains, or why that cannot be read. */
	there: Content;
	/** What to append to: what is there, or what it has covered, as long as nobody has built on what is there. */
	base: Content;
	/** What somebody had appended to make what is covered; undefined where it was made in another way. */
	added?: string | undefined;
	/** Attempts that are left. */
	left: number;
	isStored: boolean;
}
type Content = Buffer | LibraryError | undefined;

async function appendInTurn(caller: Caller, appending: Appending): Promise<JsonObject> {
	const { target } = appending;
	const current = await currentVersion(caller, target);
	const there = await contentIn(caller, target, current);
	const append: Append = { ...appending, caller, current, there, base: there, left: TRIES, isStored: false };
	while (append.left-- > 0) {
		const now = append.current === undefined ? undefined : await currentVersion(caller, target);
		const isSame = now === append.current;
		const stored = isSame ? await storeOnce(append) : undefined;
		if (stored) return stored;
		// Others that wait for the same do not all come back at the same time.
		await pause(caller.clock, backoff(1, (caller.random ?? Math.random)()), caller.signal);
		if (!isSame && !(await readAgain(append, now))) break;
	}
	throw new LibraryError('conflict', `${quoted(target.fullpath)} was changed by others again and again`, {
		hint: 'Check the last lines of the file and its versions before you run the node again.',
		retryable: false,
	});
}

/** Whether it still makes sense to store something in a file that is another one now, which is read then. */
async function readAgain(append: Append, now: string | undefined): Promise<boolean> {
	const { caller, target, base, there, added, isStored } = append;
	// Who deletes the file does not want what was in it to be put back.
	if (append.left === 0 || (isStored && now === undefined)) return false;
	if (base !== there) {
		if (added === undefined) return false;
		append.text = added;
	}
	append.current = now;
	append.base = append.there = await contentIn(caller, target, now);
	return true;
}

/** Stores the text. Returns the item; nothing where something is to be put back, which is noted in `append`. */
async function storeOnce(append: Append): Promise<JsonObject | undefined> {
	const { caller, target, current, there, base, text } = append;
	if (isLibraryError(there)) throw there;
	if (isLibraryError(base)) throw base;
	const content = append.contentOf(base, text);
	const stored = await append.store(content, base !== undefined);
	if (current === undefined || there === undefined) return stored;
	const filehash = String(stored.filehash);
	const { fullpath } = target;
	const covered = await coveredVersion(caller, { fullpath, stored: filehash, before: current });
	if (covered === undefined) return stored;
	if (isLibraryError(covered)) return { ...stored, warning: `${UNKNOWN}: ${covered.message}` };
	const theirs = await contentOf(caller, target, covered);
	const added = append.addedBetween(there, theirs);
	if (!append.isStored) append.left = REPAIRS;
	if (base === there) {
		append.base = theirs;
		append.added = added;
	} else if (added === undefined) {
		append.left = 0;
	} else {
		// What was put back has covered something itself.
		append.base = content;
		append.text = added;
	}
	append.current = filehash;
	append.there = content;
	append.isStored = true;
	return undefined;
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
	const byVersion = caller.account().kind === 'token' ? {} : { filehash: sha1 };
	const links = async () => await fileCalls(caller).downloadLinks({ ...namedBy(target), ...byVersion });
	const { stream } = await openDownload(caller, await links(), { expected: { sha1 }, renew: links });
	const { bytes, isCut } = await readUpTo(stream, MAX_APPENDED);
	if (isCut) throw unfit(target, 'conflict', TOO_LARGE);
	return bytes;
}

/** The same, or why it cannot be read; nothing where there is no file. */
const contentIn = async (
	caller: Caller,
	target: UploadTarget,
	sha1: string | undefined,
): Promise<Buffer | LibraryError | undefined> =>
	sha1 === undefined ? undefined : await unlessFailed(contentOf(caller, target, sha1), (failure) => failure);
