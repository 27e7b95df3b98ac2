import { inParallel } from '../../../client/async/tasks';
import { inTurns } from '../../../client/async/inTurns';
import { infoIfExists, unlessNoEntry } from '../../../client/files/fileCalls';
import { pages } from '../../../client/paging/pages';
import { call, type Caller } from '../../../client/service/call';
import { libraryFileInfo } from '../../../protocol/catalogue/libraryFiles';
import { getStatistics } from '../../../protocol/catalogue/libraryHistory';
import { listRecycled } from '../../../protocol/catalogue/libraryRecycleBin';
import { addTo, inSteps } from '../../../protocol/plan/inSteps';
import type { Outcome } from '../../../protocol/plan/plan';
import { isFolder } from '../../../protocol/tree/entryFilter';
import {
	amountOf,
	defined,
	fieldsIn,
	filledText,
	type JsonObject,
	numberOf,
	secondsOf,
	textOf,
} from '../../../protocol/wire/json';
import { nearestUp, parentPath, pathUp, toFullpath } from '../../../protocol/wire/paths';
import { cursorAt, feedPort, hiddenText, laterPage, listChanges, readBurst } from '../../changes/work';
import { oldestFirst } from '../../versions/plan';
import { fileHistory } from '../../versions/work';
import { planRestore } from '../plan/planRestore';
import type { RestorePlan } from '../plan/restorePlan';
import { lastBesidesRuns, withMove } from '../plan/then';
import type { Track } from '../plan/track';
import type { Facts, Line, RestoreChange, RestoreOrder, Row } from '../plan/types';

/* What a library tells of a time: the feed, histories, the recycle bin. Everything throws LibraryError. */

/** What reads, and how many requests at the same time. */
export interface FactReading {
	readonly caller: Caller;
	readonly width: number;
}

/** The names and accounts of a person that an entry shows. */
const namesIn = (entry: JsonObject, fields: readonly string[]): string[] =>
	fields.flatMap((name) => filledText(entry[name]) ?? []);

function rowOf(entry: JsonObject): Row | undefined {
	const [hash, path] = [filledText(entry.hash), filledText(entry.fullpath)];
	if (hash === undefined || path === undefined) return undefined;
	const [dir, deleted] = [isFolder(entry), numberOf(entry.cmd) === 0];
	return {
		hash,
		dir,
		fullpath: toFullpath(path),
		filehash: dir ? '' : textOf(entry.filehash).toLowerCase(),
		...defined({ created: secondsOf(entry.create_dateline), modified: secondsOf(entry.last_dateline) }),
		who: namesIn(entry, ['last_member_name', 'last_member_account', 'last_account', 'account']),
		deleted,
		wasDeleted: deleted,
	};
}

/** A line of a history; undefined for one without a time. */
function lineOf(entry: JsonObject): Line | undefined {
	const seconds = secondsOf(entry.dateline);
	if (seconds === undefined) return undefined;
	return {
		fullpath: toFullpath(textOf(entry.fullpath)),
		filehash: textOf(entry.filehash).toLowerCase(),
		seconds,
		...defined({ filesize: amountOf(entry.filesize), act: numberOf(entry.act) }),
		who: namesIn(entry, ['member_name', 'account']),
	};
}

/** The history at a path, oldest line first; undefined where nothing is there. */
async function readLines(caller: Caller, fullpath: string): Promise<readonly Line[] | undefined> {
	const history = await fileHistory(caller, fullpath).catch(unlessNoEntry);
	return history && oldestFirst(history).flatMap((entry) => lineOf(entry) ?? []);
}

/** How many files are in the folder; undefined where nothing is there. */
async function filesIn(caller: Caller, folder: string): Promise<number | undefined> {
	if (folder === '') return amountOf(fieldsIn(await call(caller, getStatistics, {})).count_file) ?? 0;
	const info = await call(caller, libraryFileInfo, { fullpath: folder, attribute: '1' }).catch(unlessNoEntry);
	return info && (isFolder(info) ? (amountOf(fieldsIn(info).file_count) ?? 0) : 1);
}

/** What was changed since a time, and what else the plan asks for. */
export async function readFacts(reading: FactReading, until: number, order: RestoreOrder): Promise<Facts> {
	const facts: Facts = {
		until,
		files: await filesIn(reading.caller, order.folder),
		notes: [],
		rows: new Map(),
		lines: new Map(),
		bin: new Map(),
		binByPath: new Map(),
		folders: new Map(),
	};
	await readFeed(reading, facts);
	await readBin(reading, facts);
	await readHistories(reading, facts, order);
	return facts;
}

/** Reads the feed page by page. */
async function readFeed({ caller }: FactReading, { rows, until, notes }: Facts): Promise<void> {
	const port = feedPort(caller);
	const add = (entries: readonly object[]): void => {
		for (const entry of entries) {
			const row = rowOf({ ...entry });
			if (row) rows.set(row.hash, row);
		}
	};
	for (let cursor = until * 1000 + 999; ;) {
		const page = await laterPage(port, cursor);
		add(page.entries);
		if (!page.isFull) return;
		cursor = page.next;
		const burst = page.isBurst ? await readBurst(port, page.until) : undefined;
		add(burst?.entries ?? []);
		if (burst?.complete === false) notes.push(`${hiddenText(burst)} The others are not in this plan.`);
	}
}

/** The recycle bin, as far as it has to do with what was deleted since. */
async function readBin({ caller }: FactReading, facts: Facts): Promise<void> {
	facts.bin.clear();
	facts.binByPath.clear();
	const isLost = ({ deleted, created = 0, settled }: Row): boolean => deleted && !settled && created <= facts.until;
	if (![...facts.rows.values()].some(isLost)) return;
	for await (const listed of pages(caller, listRecycled, {}, { onNotice: () => undefined })) {
		const entry = fieldsIn(listed);
		const [hash, path] = [filledText(entry.hash), toFullpath(textOf(entry.fullpath))];
		if (hash === undefined || path === '') continue;
		facts.bin.set(hash, path);
		addTo(facts.binByPath, path.toLowerCase(), hash);
	}
}

/** The histories of what was there at the time and is meant, and of all folders: others were in them. */
async function readHistories({ caller, width }: FactReading, facts: Facts, order: RestoreOrder) {
	const wanted = [...facts.rows.values()].filter(
		(row) =>
			!row.deleted &&
			!facts.lines.has(row.hash) &&
			(order.mayBeOwn(row) || ((row.created ?? 0) <= facts.until && (row.dir || order.isMeant(row)))),
	);
	await inParallel(wanted, width, async (row) => {
		const lines = await readLines(caller, row.fullpath);
		if (lines) facts.lines.set(row.hash, lines);
		const who = lines && order.mayBeOwn(row) ? lastBesidesRuns(lines, facts.until, order.mayBeOwn) : undefined;
		if (who) facts.rows.set(row.hash, { ...row, who });
	});
}

/** Plans by what is known, and asks for what is missing until nothing is. */
export async function planByFacts(reading: FactReading, facts: Facts, order: RestoreOrder): Promise<RestorePlan> {
	for (let round = 0; ; round++) {
		const plan = await inTurns(planRestore(facts, order));
		const { needed, oldest } = plan.places;
		if ((needed.size === 0 && oldest === Infinity) || round > MAX_ROUNDS) {
			plan.filesInside = await filesInside(reading.caller, plan);
			return plan;
		}
		if (needed.size > 0) await lookAt(reading, facts, [...needed]);
		else await readOlder(reading, facts, oldest);
	}
}

/** How many files go with folders that were deleted at the time and came back, beside those that changed since. */
async function filesInside(caller: Caller, { recycled, recycledFirst }: RestorePlan): Promise<number> {
	const groups = [...recycled, ...recycledFirst].filter(
		([top]) => top?.row.dir && top.putBackAs && !top.row.wasDeleted,
	);
	let count = 0;
	for (const [top, ...inside] of groups) {
		const known = inside.filter(({ row }) => !row.dir).length;
		count += Math.max(0, ((await filesIn(caller, top?.row.fullpath ?? '')) ?? 0) - known);
	}
	return count;
}

/** Asks which folders are at paths, and reads their histories. */
async function lookAt({ caller, width }: FactReading, { folders }: Facts, paths: readonly string[]): Promise<void> {
	await inParallel(paths, width, async (path) => {
		const info = await infoIfExists(caller, { fullpath: path });
		folders.set(path, info && isFolder(info) ? await readLines(caller, path) : undefined);
	});
}

/** Reads the folders that were changed between a second and the time: what was moved since was in one of them. */
async function readOlder({ caller, width }: FactReading, facts: Facts, since: number): Promise<void> {
	const found = new Map<string, Row>();
	const cursor = cursorAt('oldest', since * 1000 - 1);
	for await (const change of listChanges(feedPort(caller, 'folders'), cursor, { onHiddenChanges: 'continue' })) {
		const row = 'entry' in change ? rowOf({ ...change.entry }) : undefined;
		if (row && facts.rows.has(row.hash)) break;
		if (row && !row.deleted && (row.created ?? 0) <= since && !facts.folders.has(row.fullpath))
			found.set(row.hash, row);
	}
	await inParallel([...found.values()], width, async ({ fullpath }) => {
		facts.folders.set(fullpath, await readLines(caller, fullpath));
	});
	facts.olderSince = since;
}

/** Each answer may lead to further questions: to the folder around a folder. */
const MAX_ROUNDS = 200;

/** Follows in the facts what was done, and looks again at what has come back with it, and at the recycle bin. */
export async function followFacts(
	reading: FactReading,
	facts: Facts,
	done: {
		readonly order: RestoreOrder;
		readonly track: Track;
		readonly outcomes: ReadonlyArray<Outcome<RestoreChange>>;
	},
): Promise<void> {
	const { order, track, outcomes } = done;
	const moving = inSteps(facts.rows.values(), (row) => {
		const fullpath = row.deleted ? row.fullpath : track.now(row.fullpath);
		if (fullpath !== row.fullpath) facts.rows.set(row.hash, { ...row, fullpath });
	});
	await inTurns(moving);
	for (const outcome of outcomes) follow(facts, outcome);
	const recovered = outcomes.flatMap(({ change, status }) =>
		change.action === 'recover' && status === 'done' ? [change] : [],
	);
	facts.files ??= 0;
	facts.folders.clear();
	delete facts.olderSince;
	await readBin(reading, facts);
	const back = new Set(recovered.map(({ row }) => row.hash));
	const folders = new Set(recovered.filter(({ row }) => row.dir).map(({ row }) => row.fullpath));
	const hidden = [...facts.rows.values()].filter(
		({ deleted, hash, fullpath }) =>
			back.has(hash) ||
			(deleted && !facts.bin.has(hash) && nearestUp(fullpath, (path) => folders.has(path)) !== undefined),
	);
	await inParallel(hidden, reading.width, async (row) => {
		const info = await infoIfExists(reading.caller, { hash: row.hash });
		const fullpath = toFullpath(textOf(info?.fullpath));
		if (info && fullpath !== '') facts.rows.set(row.hash, { ...row, deleted: false, fullpath });
	});
	for (const { makesFolder, row } of recovered) if (makesFolder) await noteMadeFolders(reading, facts, row.hash);
	await readHistories(reading, facts, order);
}

function follow({ rows, lines }: Facts, { change, status }: Outcome<RestoreChange>): void {
	const { action, version, isParking } = change;
	const row = rows.get(change.row.hash);
	if (!row) return;
	const { hash, fullpath } = row;
	if (status !== 'done') rows.set(hash, isParking ? row : { ...row, settled: true });
	else if (action === 'move') lines.set(hash, withMove(lines.get(hash) ?? [], fullpath));
	else if (action === 'restore_version' && version) rows.set(hash, { ...row, filehash: version.filehash });
	else if (action === 'recycle') rows.set(hash, { ...row, deleted: true, settled: true });
}

/** Notes the folders that the service has made for something that came back: they go when nothing is in them. */
async function noteMadeFolders({ caller }: FactReading, facts: Facts, hash: string): Promise<void> {
	const known = new Set([...facts.rows.values()].filter(({ deleted }) => !deleted).map(({ fullpath }) => fullpath));
	for (const path of pathUp(parentPath(facts.rows.get(hash)?.fullpath ?? ''))) {
		if (path === '' || known.has(path)) return;
		const made = rowOf(fieldsIn(await call(caller, libraryFileInfo, { fullpath: path })));
		if (!made || (made.created ?? 0) <= facts.until) return;
		facts.rows.set(made.hash, { ...made, wasDeleted: true });
	}
}
