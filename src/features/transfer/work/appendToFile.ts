import { createHash } from 'node:crypto';
import type { UploadedFile } from '../entries';
import { isLibraryError, LibraryError, quoted, rethrown, reworded } from '../../../protocol/wire/libraryError';
import { backoff, pause } from '../../../client/async/clock';
import { makeOrderedTasks } from '../../../client/async/tasks';
import { libraryKey } from '../../../client/service/account';
import { type Caller, unlessFailed } from '../../../client/service/call';
import { type Append, type Appending, contentToStore, coveredBy, missingIn, owe } from './owedLines';
import { contentOf, currentVersion } from './continuedFile';
import { linesOf } from '../../../protocol/text/appendedText';

/** Attempts to store the text, and then to put back what it has covered: giving up leaves lines of others missing. */
const [TRIES, REPAIRS] = [10, 50];

/** In one process, what is appended to one file is appended one after another: by token nothing else keeps it all. */
const appends = makeOrderedTasks();

/**
 * Appends to a file, as a new version, or creates it. Whether the file is still the one that was read is looked up just
 * before it is stored, and in the history afterwards: what came in between is put back, so that nothing is lost of what
 * anybody else wrote (owedLines.ts). Where the history cannot be read, the item has a warning. By token there is none,
 * and only the look before counts. Throws LibraryError conflict where the file never rests, for a folder and for a file
 * that is too large, and what the calls throw; once something was sent, with whether the text is in the file.
 */
export async function appendToFile(caller: Caller, appending: Appending): Promise<UploadedFile> {
	const { mountId, fullpath } = appending.target;
	const claim = { scope: libraryKey(caller.account(), mountId), paths: [fullpath.toLowerCase()] };
	return await appends.run(claim, async () => {
		const append: Append = { ...appending, caller, seen: undefined, there: undefined, base: undefined };
		await look(append, await currentVersion(caller, appending.target));
		try {
			return await untilKept(append);
		} catch (failure) {
			throw await withOutcome(append, failure);
		}
	});
}

/** Takes what is there now for what to continue. */
async function look(append: Append, now: string | undefined): Promise<void> {
	const { caller, target } = append;
	append.seen = now;
	append.there = append.base =
		now === undefined ? undefined : await unlessFailed(contentOf(caller, target, now), (failure) => failure);
}

async function untilKept(append: Append): Promise<UploadedFile> {
	const { caller, target } = append;
	for (let tried = 0; tried < (append.item ? REPAIRS : TRIES); tried++) {
		// Others that wait for the same do not all come back at the same time.
		if (tried > 0) await pause(caller.clock, backoff(caller.clock, 1), caller.signal);
		if (!(await isUpToDate(append))) continue;
		const isFirst = append.item === undefined;
		const kept = await storeOnce(append);
		if (kept) return kept;
		if (isFirst) tried = 0;
	}
	const changed = `${quoted(target.fullpath)} was changed by others again and again`;
	throw new LibraryError('conflict', append.item ? changed : `${changed}. ${NOT_STORED}`, {
		hint: 'Run the node again for this item.',
		retryable: false,
	});
}

/** Whether what was read is what is there. What is there otherwise is read, and may have changed again by then. */
async function isUpToDate(append: Append): Promise<boolean> {
	const { caller, target, seen } = append;
	// Where there is no file, a new one replaces nothing.
	const now = seen === undefined ? undefined : await currentVersion(caller, target);
	if (now === seen) return true;
	// Who deletes the file does not want what was in it to be put back.
	if (append.item && now === undefined)
		throw new LibraryError('conflict', `${quoted(target.fullpath)} was deleted meanwhile`);
	await look(append, now);
	return now === undefined || (await currentVersion(caller, target)) === now;
}

/** Stores the text. Returns the item; nothing where something is to be put back, which is noted in `append`. */
async function storeOnce(append: Append): Promise<UploadedFile | undefined> {
	const { there, base } = append;
	if (isLibraryError(there)) throw rethrown(there);
	if (isLibraryError(base)) throw rethrown(base);
	if (append.item && missingIn(append, there).length === 0) return append.item;
	const content = contentToStore(append, base);
	append.sent = createHash('sha1').update(content).digest('hex');
	const item = await append.store(content, base !== undefined);
	append.item = item;
	if (base === undefined) return item;
	const covered = await unlessFailed(coveredBy(append), (failure) => failure);
	if (isLibraryError(covered)) return { ...item, warning: `${UNKNOWN}: ${covered.message}` };
	if (covered.length === 0) return item;
	const stored = append.sent;
	await owe(append, covered);
	append.seen = stored;
	append.there = content;
	return undefined;
}

const UNKNOWN = 'Whether somebody else wrote to the file meanwhile is not known';

/* What is in the file after an append has failed, so that whoever repeats it knows whether the text comes twice. */

const NOT_STORED = 'Your text is not in the file';
/** Lines that a message shows. */
const SHOWN = 5;

/**
 * The failure of an append, with what it has left in the file: whether the text is there, and which lines of others it
 * has covered are missing. One where nothing was sent stays as it is. Throws kind `aborted`.
 */
async function withOutcome(append: Append, failure: unknown): Promise<unknown> {
	if (!isLibraryError(failure) || failure.kind === 'aborted') return failure;
	if (append.sent === undefined && !append.item) return failure;
	// The service has refused a request, so that it has stored nothing.
	const isRefusal = failure.status !== undefined && failure.status < 500 && failure.kind !== 'protocol';
	if (!append.item && isRefusal) return withSentence(failure, NOT_STORED, AGAIN);
	const missing = await unlessFailed(missingNow(append), () => undefined);
	if (!missing) return withSentence(failure, 'Whether your text is in the file is not known', CHECK);
	const own = new Set(linesOf(append.text));
	const others = missing.filter((line) => !own.has(line));
	const more = others.length > SHOWN ? ` and ${others.length - SHOWN} more` : '';
	const shown = others.slice(0, SHOWN).map(quoted).join(', ') + more;
	const theirs = others.length > 0 ? `. Lines of others are missing there: ${shown}` : '';
	if (others.length < missing.length) return withSentence(failure, NOT_STORED + theirs, theirs ? RESTORE : AGAIN);
	return withSentence(failure, `Your text is in the file${theirs}`, theirs ? RESTORE : DONE);
}

const AGAIN = 'Run the node again for this item.';
const CHECK = 'Check the last lines of the file before you run the node again.';
const DONE = 'Do not run the node again for this item: the text would be there twice.';
const RESTORE = 'Put them back from the versions of the file, which History: Get Many lists.';

const withSentence = (failure: LibraryError, sentence: string, hint: string): LibraryError =>
	reworded(failure, `${failure.message}. ${sentence}`, { hint, retryable: false });

/** How often the file is looked at, at most, and how many looks in a row must find the same version. */
const [LOOKS, AT_REST] = [30, 4];
/** Pause between two looks, in ms: whoever has covered lines puts them back meanwhile. */
const BETWEEN_LOOKS = 1_000;

/**
 * What is missing in the file. What was stored and is not there now was covered by somebody who puts it back: so the
 * file is looked at until it has everything, or rests. Throws what reading throws.
 */
async function missingNow(append: Append): Promise<string[]> {
	const { caller, target } = append;
	const covered = await coveredBy(append);
	if (covered.length > 0) await owe(append, covered);
	let [missing, last, same]: [string[], string | undefined, number] = [[], undefined, 0];
	for (let look = 0; look < LOOKS && same < AT_REST; look++) {
		if (look > 0) await pause(caller.clock, BETWEEN_LOOKS, caller.signal);
		const now = await currentVersion(caller, target);
		same = look > 0 && now === last ? same + 1 : 1;
		if (same === 1)
			missing = missingIn(append, now === undefined ? undefined : await contentOf(caller, target, now));
		if (missing.length === 0) return missing;
		last = now;
	}
	return missing;
}
