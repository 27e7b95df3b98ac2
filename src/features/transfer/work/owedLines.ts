import { appendedText, lacking, linesOf, raised, textToContinue, united } from '../../../protocol/text/appendedText';
import { encodeText, type WritableEncoding } from '../../../protocol/text/encodings';
import type { UploadedFile } from '../entries';
import type { LibraryError } from '../../../protocol/wire/libraryError';
import type { Caller } from '../../../client/service/call';
import type { UploadTarget } from '../../../client/upload/state';
import { storedContents } from '../../versions/plan';
import { type JsonObject, secondsOf } from '../../../protocol/wire/json';
import { baseName } from '../../../protocol/wire/paths';
import { fileHistory } from '../../versions/work';
import { contentOf } from './continuedFile';

/*
 * Several programs append to one file, and the service has no request that stores a version only where nobody else has
 * stored one meanwhile. So a writer looks into the history afterwards: what came between the version that its own was
 * made from and its own is covered, and what is covered is owed. A writer ends when a version of its own that has all
 * it owes has covered nothing, or when somebody else's has it all.
 *
 * Why no line is lost: take the last version that has a line, and the next one, which lacks it. That one was not made
 * from the one before, so its writer has covered that and owes the line: this writer has not ended. Why none is there
 * twice: what is owed is how often a line must be there, not something to add, so several writers may put back the same
 * line. A writer adds its own text to what it has covered only once, at its first look into the history. Later, lines
 * that are equal cannot be told apart: where several writers put them back at the same moment, there may be fewer of
 * them than were appended, never more.
 */

/** What is appended to which file. */
export interface Appending {
	readonly target: UploadTarget;
	readonly text: string;
	/** That of a new file. */
	readonly encoding: WritableEncoding;
	/** Stores a content at the target, with `overwrite` as a new version, else as a new file: the item. */
	store(content: Buffer, overwrite: boolean): Promise<UploadedFile>;
}

/** A content; why it cannot be read; nothing where there is no file. */
type FileText = Buffer | LibraryError | undefined;

/** A file while something is appended to it. */
export interface Append extends Appending {
	readonly caller: Caller;
	/** SHA1 of the version that was looked at last; undefined where there is no file. */
	seen: string | undefined;
	/** What it contains. */
	there: FileText;
	/** What to append to: what is there, or what was covered last, as long as nobody has built on what is there. */
	base: FileText;
	/** The lines that the file must have; undefined as long as nothing was covered. */
	owed?: readonly string[];
	/** SHA1 of what was sent, until it is known what it has covered. */
	sent?: string | undefined;
	item?: UploadedFile;
}

const linesIn = ({ target, encoding }: Append, content: FileText): string[] =>
	Buffer.isBuffer(content) ? linesOf(textToContinue(baseName(target.fullpath), content, encoding)) : [];

/** SHA1 of each version that was covered by what was sent, the oldest first. Throws what `coveredVersions` throws. */
export async function coveredBy({ caller, target, sent, seen }: Append): Promise<readonly string[]> {
	if (sent === undefined || seen === undefined) return [];
	return await coveredVersions(caller, { fullpath: target.fullpath, stored: sent, before: seen });
}

/** Notes what the file must have since these versions were covered; the last of them is continued. */
export async function owe(append: Append, covered: readonly string[]): Promise<void> {
	const madeFrom = linesIn(append, append.base);
	let theirs: string[] = [];
	let last = append.base;
	for (const sha1 of covered) {
		last = await contentOf(append.caller, append.target, sha1);
		theirs = united(theirs, raised(madeFrom, linesIn(append, last)));
	}
	append.owed = append.owed ? united(append.owed, theirs) : withOwn(append, theirs, last);
	append.base = last;
	append.sent = undefined;
}

/** The lines of others, and those of the text on top of the equal ones that are there. */
function withOwn(append: Append, theirs: readonly string[], base: FileText): string[] {
	const own = linesOf(append.text);
	const among = new Set(own);
	const equal = linesIn(append, base).filter((line) => among.has(line));
	return [...united(theirs, equal), ...own];
}

/** What a content lacks of what the file must have. */
export const missingIn = (append: Append, content: FileText): string[] =>
	lacking(append.owed ?? withOwn(append, [], append.base), linesIn(append, content));

/** What the file is to contain: the base and what it lacks, or the text alone. Throws inputError. */
export const contentToStore = (append: Append, base: Buffer | undefined): Buffer =>
	base
		? appendedText(baseName(append.target.fullpath), base, textsToAdd(append), append.encoding)
		: encodeText('Text', append.text, append.encoding);

/** What is to be appended to the base: the text as it was entered, after what else is missing there. */
function textsToAdd(append: Append): readonly string[] {
	const { text, owed, base } = append;
	if (!owed) return [text];
	const missing = missingIn(append, base);
	const [own, before] = [linesOf(text), missing.length - linesOf(text).length];
	const isWhole = own.every((line, at) => line === missing[before + at]);
	return isWhole ? [...missing.slice(0, before), text] : missing;
}

/** A version that was stored, by the SHA1 of its content, and the one that it was to follow. */
interface LaterVersion {
	readonly fullpath: string;
	readonly stored: string;
	readonly before: string;
}

/**
 * SHA1 of each version that came between the one that was read and the one that was stored, the oldest first; one of
 * them may have the very same content as what was stored. Where the history does not have the one that was read, the
 * file is another one now, and its last version counts. By token there is no history. Throws what `pages` throws.
 */
export async function coveredVersions(caller: Caller, following: LaterVersion): Promise<readonly string[]> {
	if (caller.account().kind === 'token') return [];
	const { stored, before } = following;
	const contents = storedContents(await newestOf(caller, following));
	const [own, read] = [contents.indexOf(stored), contents.indexOf(before)];
	// What was there before the version that was read is no content that was stored since.
	if (own < 0 || (read >= 0 && read < own)) return [];
	return contents.slice(own + 1, read < 0 ? own + 2 : read).reverse();
}

const PAGE = 100;

/** A history as far as it is needed: its first page, where that has the newest entries and both versions. */
async function newestOf(caller: Caller, { fullpath, stored, before }: LaterVersion): Promise<JsonObject[]> {
	const first = await fileHistory(caller, fullpath, PAGE);
	if (first.length < PAGE) return first;
	const isNewestFirst = (secondsOf(first[0]?.dateline) ?? 0) > (secondsOf(first.at(-1)?.dateline) ?? Infinity);
	const contents = storedContents(first);
	const isEnough = isNewestFirst && contents.includes(stored) && contents.includes(before);
	return isEnough ? first : await fileHistory(caller, fullpath);
}
