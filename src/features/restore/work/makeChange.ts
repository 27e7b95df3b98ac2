import { fileCalls, type FindDone, infoIfExists } from '../../../client/files/fileCalls';
import { ensureFolder } from '../../../client/files/missingFolder';
import { inParallel } from '../../../client/async/tasks';
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

/** Failures that say that the service no longer has a content. */
const LOST = new WeakSet<LibraryError>();

const isBack =
	(caller: Caller, wanted: readonly RestoreChange[]): FindDone =>
	async () => {
		for (const { row } of wanted) if (!(await infoIfExists(caller, { hash: row.hash }))) return undefined;
		return {};
	};

class RestoreMaker {
	constructor(
		private readonly caller: Caller,
		private readonly restoring: Restoring,
	) {}

	async make(changes: readonly RestoreChange[]): Promise<undefined> {
		const [first] = changes;
		if (first?.action === 'recover') await this.recover(changes);
		else if (first?.action === 'recycle') await this.recycle(first, changes);
		else if (first?.action === 'move') await this.move(first);
		else if (first) await this.restoreContent(first);
		return undefined;
	}

	private async info(params: { readonly hash: string } | { readonly fullpath: string }) {
		return await infoIfExists(this.caller, params);
	}

	/** Where an entry is, which must be where the plan has it, with the content of the plan. */
	private async requireUnchanged(row: Row): Promise<string> {
		const { track } = this.restoring;
		const expected = track.now(row.fullpath);
		const info = await this.info({ hash: row.hash });
		if (!info) throw outdated(`${quoted(expected)} is not there any more`);
		const fullpath = toFullpath(textOf(info.fullpath));
		if (fullpath !== expected) throw outdated(`${quoted(expected)} is at ${quoted(fullpath)} by now`);
		const filehash = track.contents.get(row.hash) ?? row.filehash;
		if (!row.dir && textOf(info.filehash).toLowerCase() !== filehash)
			throw outdated(`${quoted(expected)} has another content by now`);
		return fullpath;
	}

	/** Creates a folder; a lost answer is looked up. */
	private async createFolder(fullpath: string): Promise<unknown> {
		const { operator } = this.restoring;
		const findDone: FindDone = async () => await this.info({ fullpath });
		return await fileCalls(this.caller).createFolder({ fullpath }, { ...operator }, findDone);
	}

	private async sendMove(hash: string, from: string, to: string): Promise<unknown> {
		const params = { fullpath: from, dest_fullpath: to, ...this.restoring.operator };
		return await call(this.caller, libraryFileMove, params, async () => {
			const info = await this.info({ hash });
			return toFullpath(textOf(info?.fullpath)) === to ? info : undefined;
		});
	}

	/** Moves the entry with this ID, which is at this path, to the recycle bin. */
	private async remove(fullpath: string, hash: string): Promise<void> {
		const findDone: FindDone = async () => ((await this.info({ hash })) ? undefined : {});
		await fileCalls(this.caller).remove({ fullpath }, { ...this.restoring.operator }, findDone);
	}

	private async move(change: RestoreChange): Promise<void> {
		const { track, made } = this.restoring;
		const { row, target } = change;
		if (!target) return;
		const from = await this.requireUnchanged(row);
		const { path: folder } = track.folder(target.folder);
		if ('missing' in target.folder)
			await ensureFolder(made, folder, {
				isThere: async (fullpath) => (await this.info({ fullpath })) !== undefined,
				create: async (fullpath) => void (await this.createFolder(fullpath)),
			});
		const to = joinPath(folder, target.name);
		if (from === to) return;
		const answer = await this.sendMove(row.hash, from, to);
		const moved = toFullpath(filledText(fieldsIn(answer).fullpath) ?? to);
		track.note(change, baseName(moved));
		if (isNumbered(target.name, baseName(moved)) && change.pathThen !== undefined)
			throw outdated(`${quoted(to)} was taken in the meantime, so the service made ${quoted(moved)}`);
	}

	private async restoreContent({ row, version }: RestoreChange): Promise<void> {
		if (version?.filesize === undefined) return;
		const { filehash, filesize } = version;
		const { operator, track } = this.restoring;
		const fullpath = await this.requireUnchanged(row);
		const order = { file: { hash: row.hash }, filehash, filesize, fullpath, operator };
		const stored = await storeVersion(this.caller, order).catch((cause: unknown) => {
			// The file was there a moment ago: it is its version that is not found.
			if (isLibraryError(cause) && cause.kind === 'notFound') LOST.add(cause);
			throw rethrown(cause);
		});
		const isOwn = stored.hash === row.hash || stored.hash === '';
		if (!isOwn && textOf((await this.info({ hash: row.hash }))?.filehash).toLowerCase() !== filehash)
			throw outdated(`${quoted(fullpath)} became another file while its version was restored`);
		track.contents.set(row.hash, filehash);
	}

	/** Recovers entries. Which of several at one path comes back is up to the service: all do, and others go again. */
	private async recover(changes: readonly RestoreChange[]): Promise<void> {
		const { caller } = this;
		const send = async (some: readonly RestoreChange[], ...paths: string[]): Promise<unknown> => {
			const params = { fullpaths: paths.join('|'), ...this.restoring.operator };
			return await call(caller, restore, params, isBack(caller, some));
		};
		const sharing = changes[0]?.sharing;
		if (!sharing) {
			await send(changes, ...changes.map(({ row }) => row.fullpath)).catch(async (cause: unknown) => {
				// One that is not in the recycle bin any more does not keep the others there.
				if (changes.length === 1 || !isLibraryError(cause) || cause.kind !== 'notFound') throw rethrown(cause);
				for (const change of changes) await unlessFailed(send([change], change.row.fullpath), () => undefined);
				throw cause;
			});
			return;
		}
		for (const fullpath of new Set(changes.map(({ row }) => row.fullpath))) {
			const those = changes.filter(({ row }) => row.fullpath === fullpath);
			for (let turn = 0; turn <= sharing.length && !(await isBack(caller, those)()); turn++)
				await send(those, fullpath);
		}
		const planned = new Set(changes.map(({ row }) => row.hash));
		for (const hash of sharing) {
			const other = planned.has(hash) ? undefined : await this.info({ hash });
			if (other) await this.remove(toFullpath(textOf(other.fullpath)), hash);
		}
	}

	/** Moves what came since to the recycle bin: a folder only when nothing else is in it. */
	private async recycle({ row, putBackAs }: RestoreChange, changes: readonly RestoreChange[]): Promise<void> {
		const fullpath = await this.requireUnchanged(row);
		if (putBackAs !== undefined) return await this.putBack(changes, row.hash, fullpath, fullpath + putBackAs);
		await this.requireAsPlanned(changes, fullpath);
		await this.remove(fullpath, row.hash);
	}

	/** Throws where something in what was at a path is not as planned; it is at `now` for the moment. */
	private async requireAsPlanned(changes: readonly RestoreChange[], fullpath: string, now = fullpath): Promise<void> {
		if (changes[0]?.row.dir !== true) return;
		const planned = new Map(changes.map(({ row }) => [row.hash, row]));
		const reading = { folder: now, concurrency: 4, onNotice: () => undefined };
		for await (const { entry } of readTree(this.caller, reading)) {
			const row = planned.get(textOf(entry.hash));
			const isAsPlanned = row
				? row.dir || textOf(entry.filehash).toLowerCase() === row.filehash
				: (secondsOf(entry.last_dateline) ?? Infinity) <= this.restoring.until;
			const was = fullpath + toFullpath(textOf(entry.fullpath)).slice(now.length);
			if (!isAsPlanned) throw outdated(`${quoted(was)} came there, or changed, since the plan was made`);
		}
	}

	/**
	 * Moves something to the recycle bin with a folder of its own, whose name says what it is. It is looked at in
	 * there, where nobody puts anything into it any more, and goes back to its place where it is not as planned.
	 */
	private async putBack(changes: readonly RestoreChange[], hash: string, from: string, into: string): Promise<void> {
		const made = fieldsIn(await this.createFolder(into));
		const [folder, id] = [toFullpath(textOf(made.fullpath)), textOf(made.hash)];
		const to = joinPath(folder, baseName(from));
		await this.sendMove(hash, from, to);
		try {
			await this.requireAsPlanned(changes, from, to);
		} catch (cause) {
			const back = this.sendMove(hash, to, from).then(() => true);
			// Otherwise it stays in that folder, which the next run finds.
			if (await unlessFailed(back, () => false)) await unlessFailed(this.remove(folder, id), () => undefined);
			throw rethrown(cause);
		}
		await this.remove(folder, id);
	}
}

const LOOKS_AT_ONCE = 4;

/** How a restoration is made. */
export const restoreMaker = (restoring: Restoring): ChangeMaker<RestoreChange, DescribedRestoration> => ({
	isSkippable: (cause) =>
		LOST.has(cause) ? { status: 'blocked', reason: 'the service no longer has the content of then' } : undefined,
	findMade: async (failed, caller) => {
		const recovering = failed.filter(({ action }) => action === 'recover');
		const isMade = async ({ row }: RestoreChange) => (await infoIfExists(caller, { hash: row.hash })) !== undefined;
		const made = await inParallel(recovering, LOOKS_AT_ONCE, isMade);
		return recovering.filter((_, at) => made[at]);
	},
	make: async (changes, caller) => await new RestoreMaker(caller, restoring).make(changes),
});
