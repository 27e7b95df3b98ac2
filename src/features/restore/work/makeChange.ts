import { fileCalls, type FindDone, infoIfExists } from '../../../client/files/fileCalls';
import { inParallel } from '../../../client/async/tasks';
import { ensureFolder } from '../../../client/files/missingFolder';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import type { Operator } from '../../../client/service/account';
import { call, type Caller, unlessFailed } from '../../../client/service/call';
import { readTree } from '../../../client/tree/readTree';
import { libraryFileMove } from '../../../protocol/catalogue/libraryPlaces';
import { restore } from '../../../protocol/catalogue/libraryRecycleBin';
import { fieldsIn, filledText, secondsOf, textOf } from '../../../protocol/wire/json';
import { isLibraryError, LibraryError, quoted, rethrown } from '../../../protocol/wire/libraryError';
import { baseName, isNumbered, joinPath, toFullpath } from '../../../protocol/wire/paths';
import { storeVersion } from '../../versions/work';
import type { DescribedRestoration } from '../plan/restoreItems';
import type { Track } from '../plan/track';
import type { RestoreChange, Row } from '../plan/types';

/*
 * How each action is done. Everything is looked at a moment before, by its ID: what somebody has changed since the plan
 * was made is left alone. All of these throw LibraryError.
 */

const outdated = (message: string): LibraryError =>
	new LibraryError('conflict', message, {
		retryable: false,
		hint: 'It was changed after the plan had been made, so it is left as it is. Run the node again to see it.',
	});

/** What an action works with. */
export interface Restoring {
	readonly track: Track;
	readonly operator: Operator;
	/** The second of the time: what has not changed since goes with its folder. */
	readonly until: number;
	/** Folders that were missing and are being created. */
	readonly made: Map<string, Promise<void>>;
}

/** Where an entry is, which must be where the plan has it, with the content of the plan. */
async function requireUnchanged(caller: Caller, { track }: Restoring, row: Row): Promise<string> {
	const expected = track.now(row.fullpath);
	const info = await infoIfExists(caller, { hash: row.hash });
	if (!info) throw outdated(`${quoted(expected)} is not there any more`);
	const fullpath = toFullpath(textOf(info.fullpath));
	if (fullpath !== expected) throw outdated(`${quoted(expected)} is at ${quoted(fullpath)} by now`);
	const filehash = track.contents.get(row.hash) ?? row.filehash;
	if (!row.dir && textOf(info.filehash).toLowerCase() !== filehash)
		throw outdated(`${quoted(expected)} has another content by now`);
	return fullpath;
}

/** Creates a folder; a lost answer is looked up. */
const createFolder = async (caller: Caller, fullpath: string, operator: Operator): Promise<unknown> =>
	await fileCalls(caller).createFolder(
		{ fullpath },
		{ ...operator },
		async () => await infoIfExists(caller, { fullpath }),
	);

/** Moves the entry with this ID. */
async function sendMove(
	caller: Caller,
	{ hash, from, to }: Readonly<Record<'hash' | 'from' | 'to', string>>,
	operator: Operator,
): Promise<unknown> {
	const findDone: FindDone = async () => {
		const info = await infoIfExists(caller, { hash });
		return toFullpath(textOf(info?.fullpath)) === to ? info : undefined;
	};
	return await call(caller, libraryFileMove, { fullpath: from, dest_fullpath: to, ...operator }, findDone);
}

async function move(caller: Caller, restoring: Restoring, change: RestoreChange): Promise<undefined> {
	const { track, operator } = restoring;
	const { row, target } = change;
	if (!target) return undefined;
	const from = await requireUnchanged(caller, restoring, row);
	const folder = track.folder(target.folder);
	if ('missing' in target.folder)
		await ensureFolder(restoring.made, folder, {
			isThere: async (fullpath) => (await infoIfExists(caller, { fullpath })) !== undefined,
			create: async (fullpath) => void (await createFolder(caller, fullpath, operator)),
		});
	const to = joinPath(folder, target.name);
	if (from === to) return undefined;
	const answer = await sendMove(caller, { hash: row.hash, from, to }, operator);
	const made = toFullpath(filledText(fieldsIn(answer).fullpath) ?? to);
	track.note(change, baseName(made));
	const isNumber = isNumbered(target.name, baseName(made));
	if (isNumber && change.pathThen !== undefined)
		throw outdated(`${quoted(to)} was taken in the meantime, so the service made ${quoted(made)}`);
	return undefined;
}

/** Failures that say that the service no longer has a content. */
const LOST = new WeakSet<LibraryError>();

function lostContent(cause: unknown): never {
	// The file was there a moment ago: it is its version that is not found.
	if (isLibraryError(cause) && cause.kind === 'notFound') LOST.add(cause);
	throw rethrown(cause);
}

const hasContent = async (caller: Caller, hash: string, filehash: string): Promise<boolean> =>
	textOf((await infoIfExists(caller, { hash }))?.filehash).toLowerCase() === filehash;

async function restoreContent(caller: Caller, restoring: Restoring, { row, version }: RestoreChange) {
	if (version?.filesize === undefined) return undefined;
	const { filehash, filesize } = version;
	const fullpath = await requireUnchanged(caller, restoring, row);
	const { operator } = restoring;
	const order = { file: { hash: row.hash }, filehash, filesize, fullpath, operator };
	const stored = await storeVersion(caller, order).catch(lostContent);
	if (stored.hash === row.hash || stored.hash === '' || (await hasContent(caller, row.hash, filehash))) {
		restoring.track.contents.set(row.hash, filehash);
		return undefined;
	}
	throw outdated(`${quoted(fullpath)} became another file while its version was restored`);
}

/** Moves the entry with this ID, which is at this path, to the recycle bin. */
async function remove(caller: Caller, fullpath: string, hash: string, operator: Operator): Promise<void> {
	const findDone: FindDone = async () => ((await infoIfExists(caller, { hash })) ? undefined : {});
	await fileCalls(caller).remove({ fullpath }, { ...operator }, findDone);
}

/** Recovers entries. Which of several at one path comes back is up to the service: all do, and the others go again. */
async function recover(caller: Caller, { operator }: Restoring, changes: readonly RestoreChange[]): Promise<undefined> {
	const backIn = (wanted: readonly RestoreChange[]): FindDone => {
		return async () => {
			for (const { row } of wanted) if (!(await infoIfExists(caller, { hash: row.hash }))) return undefined;
			return {};
		};
	};
	const sharing = changes[0]?.sharing;
	const send = async (some: readonly RestoreChange[]): Promise<unknown> => {
		const fullpaths = some.map(({ row }) => row.fullpath).join('|');
		return await call(caller, restore, { fullpaths, ...operator }, backIn(some));
	};
	if (!sharing) {
		await send(changes).catch(async (cause: unknown) => {
			// One that is not in the recycle bin any more does not keep the others there.
			if (changes.length === 1 || !isLibraryError(cause) || cause.kind !== 'notFound') throw rethrown(cause);
			for (const change of changes) await unlessFailed(send([change]), () => undefined);
			throw cause;
		});
		return undefined;
	}
	for (const fullpath of new Set(changes.map(({ row }) => row.fullpath))) {
		const areBack = backIn(changes.filter(({ row }) => row.fullpath === fullpath));
		for (let turn = 0; turn <= sharing.length && !(await areBack()); turn++)
			await call(caller, restore, { fullpaths: fullpath, ...operator }, areBack);
	}
	const planned = new Set(changes.map(({ row }) => row.hash));
	for (const hash of sharing) {
		const other = planned.has(hash) ? undefined : await infoIfExists(caller, { hash });
		if (other) await remove(caller, toFullpath(textOf(other.fullpath)), hash, operator);
	}
	return undefined;
}

/** Moves what came since to the recycle bin: a folder only when nothing else is in it. */
async function recycle(caller: Caller, restoring: Restoring, changes: readonly RestoreChange[]): Promise<undefined> {
	const [top] = changes;
	if (!top) return undefined;
	const fullpath = await requireUnchanged(caller, restoring, top.row);
	const going = { row: top.row, changes, fullpath };
	if (top.putBackAs !== undefined) await putBack(caller, restoring, { ...going, end: top.putBackAs });
	else {
		await requireAsPlanned(caller, restoring, going);
		await remove(caller, fullpath, top.row.hash, restoring.operator);
	}
	return undefined;
}

/** What is recycled together: the outermost, where it was, and all that is planned. */
interface Going {
	readonly row: Row;
	readonly changes: readonly RestoreChange[];
	readonly fullpath: string;
}

/** Throws where something in a folder is not as planned; it is at `now` for the moment. */
async function requireAsPlanned(
	caller: Caller,
	{ until }: Restoring,
	{ row: top, changes, fullpath }: Going,
	now = fullpath,
): Promise<void> {
	if (!top.dir) return;
	const planned = new Map(changes.map(({ row }) => [row.hash, row]));
	for await (const { entry } of readTree(caller, { folder: now, concurrency: 4, onNotice: () => undefined })) {
		const row = planned.get(textOf(entry.hash));
		const isAsPlanned = row
			? row.dir || textOf(entry.filehash).toLowerCase() === row.filehash
			: (secondsOf(entry.last_dateline) ?? Infinity) <= until;
		const was = fullpath + toFullpath(textOf(entry.fullpath)).slice(now.length);
		if (!isAsPlanned) throw outdated(`${quoted(was)} came there, or changed, since the plan was made`);
	}
}

/**
 * Moves something to the recycle bin with a folder of its own, whose name says what it is. It is looked at in there,
 * where nobody puts anything into it any more, and goes back to its place where it is not as planned.
 */
async function putBack(
	caller: Caller,
	restoring: Restoring,
	{ end, ...going }: Going & { readonly end: string },
): Promise<void> {
	const { operator } = restoring;
	const { fullpath } = going;
	const { hash } = going.row;
	const made = await createFolder(caller, fullpath + end, operator);
	const [path, id] = [toFullpath(textOf(fieldsIn(made).fullpath)), textOf(fieldsIn(made).hash)];
	const to = joinPath(path, baseName(fullpath));
	await sendMove(caller, { hash, from: fullpath, to }, operator);
	try {
		await requireAsPlanned(caller, restoring, going, to);
	} catch (cause) {
		const back = sendMove(caller, { hash, from: to, to: fullpath }, operator).then(() => true);
		// Otherwise it stays in that folder, which the next run finds.
		if (await unlessFailed(back, () => false))
			await unlessFailed(remove(caller, path, id, operator), () => undefined);
		throw rethrown(cause);
	}
	await remove(caller, path, id, operator);
}

const LOOKS_AT_ONCE = 4;

/** How a restoration is made. */
export const restoreMaker = (restoring: Restoring): ChangeMaker<RestoreChange, DescribedRestoration> => ({
	isSkippable: (cause) =>
		LOST.has(cause) ? { status: 'blocked', reason: 'the service no longer has the content of then' } : undefined,
	findMade: async (failed, caller) => {
		const recovering = failed.filter(({ action }) => action === 'recover');
		const made: RestoreChange[] = [];
		await inParallel(recovering, LOOKS_AT_ONCE, async (change) => {
			if (await infoIfExists(caller, { hash: change.row.hash })) made.push(change);
		});
		return made;
	},
	make: async (changes, caller) => {
		const [first] = changes;
		if (!first) return undefined;
		switch (first.action) {
			case 'recover':
				return await recover(caller, restoring, changes);
			case 'recycle':
				return await recycle(caller, restoring, changes);
			case 'move':
				return await move(caller, restoring, first);
			default:
				return await restoreContent(caller, restoring, first);
		}
	},
});
