import { typed } from '../../protocol/catalogue/simplify';
import * as library from '../../protocol/catalogue/libraryFiles';
import { libraryFileDelete } from '../../protocol/catalogue/libraryPlaces';
import * as user from '../../protocol/catalogue/userFiles';
import { userDelete } from '../../protocol/catalogue/userPlaces';
import { addTo } from '../../protocol/plan/inSteps';
import { fieldsIn, type JsonObject, defined, filledText, textOf, numberOf } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown, valueError, isLibraryError, type LibraryError, quoted } from '../../protocol/wire/libraryError';
import type { ListRequest, Sent, ServiceRequest } from '../../protocol/operation/define';
import { baseName, isNumbered, toFullpath, unnumbered, parentPath } from '../../protocol/wire/paths';
import { unreadableAnswer } from '../../protocol/wire/errorBody';
import { call, type Caller, unlessFailed } from '../service/call';
import { pages } from '../paging/pages';
import type { FileEntryLibraryList } from '../../protocol/contract';
import { once, whileUnderWay } from '../async/tasks';
import type { Account } from '../service/account';

/** What of a change is done already, see `call`: the entry that it leads to, `{}` for one that is gone. */
export type FindDone = () => Promise<JsonObject | undefined>;

/** Calls about one file or folder, for the account of a caller. All throw what `call` throws. */
export function fileCalls(caller: Caller) {
	const isUser = caller.account().kind === 'token';
	return {
		/** Basic information, with numbers and texts as in the document; any field of it may be missing. */
		info: async (params: Sent): Promise<JsonObject> => {
			const answer = isUser
				? await call(caller, user.userGet, params)
				: await call(caller, library.libraryFileInfo, { ...params, attribute: '10' });
			return typed(fieldsIn(answer));
		},
		/** Links to its content, any of which may be used. */
		downloadLinks: async (params: Sent): Promise<readonly string[]> => {
			if (isUser) return (await call(caller, user.userGetDownloadLink, params)).uris ?? [];
			return (await call(caller, library.getDownloadLink, params)).urls ?? [];
		},
		/** Creates a folder. By token without overwriting: whatever has come there in the meantime stays (C04). */
		createFolder: async (params: Sent, operator: Sent, findDone?: FindDone): Promise<unknown> =>
			isUser
				? await call(caller, user.userCreateFolder, { ...params, overwrite: '0' }, findDone)
				: await call(caller, library.createFolder, { ...params, ...operator }, findDone),
		/** Moves it to the recycle bin. */
		remove: async (params: Sent, operator: Sent, findDone?: FindDone): Promise<unknown> =>
			isUser
				? await call(caller, userDelete, params, findDone)
				: await call(caller, libraryFileDelete, { ...params, ...operator, destroy: '0' }, findDone),
	};
}

/**
 * Information about an entry, undefined only where the service says that this entry does not exist: whatever else is
 * not found, such as a library or the page of a proxy, and an empty answer leave it open. Throws LibraryError protocol
 * for an empty answer, and what `call` throws.
 */
export async function infoIfExists(caller: Caller, params: Sent): Promise<JsonObject | undefined> {
	const info = await fileCalls(caller).info(params).catch(unlessNoEntry);
	if (info && Object.keys(info).length === 0)
		throw unreadableAnswer('The service answered nothing about the file or folder', { isChange: false });
	return info;
}

/** For `catch`: undefined where the service says that the entry does not exist. Throws any other failure. */
export function unlessNoEntry(failure: unknown): undefined {
	if (!isNoSuchEntry(failure)) throw rethrown(failure);
}

/** Where an entry is. */
export interface EntryLocation {
	readonly fullpath: string;
	readonly hash?: string;
}

/** The request that lists a folder, for the account of a caller. */
export const folderRequest = (caller: Caller): ListRequest<FileEntryLibraryList> =>
	caller.account().kind === 'token' ? user.userListFolder : library.listFolder;

/** How many entries of a folder are looked through at most. */
export const MAX_ENTRIES = 10_000;

/** The first entries of a folder; with a user token `mount_id` names the library. Throws what `pages` throws. */
export async function* entriesOf(caller: Caller, folder: Sent, limit = MAX_ENTRIES): AsyncGenerator<JsonObject> {
	for await (const entry of pages(caller, folderRequest(caller), folder, { limit })) yield fieldsIn(entry);
}

/** Where an entry of an answer is; undefined when the answer does not say so. */
export function locationOf({ fullpath, hash }: JsonObject): EntryLocation | undefined {
	const [path, id] = [filledText(fullpath), filledText(hash)];
	// A folder's path may end with a slash (client facts 5.7).
	return path === undefined ? undefined : { fullpath: toFullpath(path), ...defined({ hash: id }) };
}

const nameOf = ({ fullpath }: JsonObject): string => baseName(toFullpath(textOf(fullpath)));

/** Whether an entry has the name that a path ends with, or one that the service made of it because it was taken. */
function hasName(entry: JsonObject, path: string): boolean {
	const [name, called] = [baseName(path), nameOf(entry)];
	return called === name || isNumbered(name, called);
}

/** Finds the entries of which that is true, for many paths. */
export function byName(entries: Iterable<JsonObject>): (path: string) => JsonObject[] {
	const found = new Map<string, JsonObject[]>();
	for (const entry of entries) for (const name of unnumbered(nameOf(entry))) addTo(found, name, entry);
	return (path) => {
		const near = unnumbered(baseName(path)).flatMap((name) => found.get(name) ?? []);
		return [...new Set(near)].filter((entry) => hasName(entry, path));
	};
}

/* Requests that put something into a folder, which is created when it is missing. */

/** What a request needs: the folders that it puts something into, and the entries that it takes. All as parameters. */
export interface Needs {
	/** What names each folder: `fullpath`, with `mount_id` for a user token. */
	readonly folders: readonly Sent[];
	readonly sources: readonly Sent[];
	/** Further parameters for creating a folder: the operator. */
	readonly operator?: Sent;
}

/** Folders that were created with one account. */
interface Creations {
	/** Those under way: two items must not create the same folder, which might then be there twice. */
	readonly underWay: Map<string, Promise<void>>;
	/** The number of each in the order of their creation. */
	readonly made: Map<string, number>;
	/** How many have been created. */
	count: number;
}
const creations = new WeakMap<Account, Creations>();
function creationsBy({ account }: Caller): Creations {
	const by = account();
	const known = creations.get(by) ?? { underWay: new Map(), made: new Map(), count: 0 };
	creations.set(by, known);
	return known;
}
const keyOf = (folder: Sent): string => JSON.stringify([folder.mount_id, folder.fullpath]);

/**
 * Sends a request that puts something into folders. The document does not say whether the service creates one that is
 * missing (G39): a request that it refuses is sent once more when a folder was missing and has been created. For
 * sources that do not exist, nothing is created. A request that succeeds at once costs nothing more. Throws what `call`
 * throws, and LibraryError input where the destination is a file.
 */
export async function callInto<O>(caller: Caller, request: ServiceRequest<O>, params: Sent, needs: Needs): Promise<O> {
	const before = creationsBy(caller).count;
	try {
		return await call(caller, request, params);
	} catch (refusal) {
		if (!isLibraryError(refusal) || !mayMissFolder(refusal)) throw rethrown(refusal);
		if (!(await unlessFailed(createMissing(caller, needs, before), (failure) => whatFailed(failure, refusal))))
			throw rethrown(refusal);
		return await call(caller, request, params);
	}
}

/** Whether a refusal may be due to a folder that does not exist. */
const mayMissFolder = ({ kind, status }: LibraryError): boolean =>
	status !== undefined && (kind === 'notFound' || kind === 'input' || kind === 'conflict');

/** The refusal itself is the failure to show, unless it is known what is wrong with the destination. */
function whatFailed(failure: LibraryError, refusal: LibraryError): never {
	throw failure.field === undefined ? refusal : failure;
}

/** Creates the folders that do not exist. Whether there is one now that was not there `before`. */
async function createMissing(
	caller: Caller,
	{ folders, sources, operator = {} }: Needs,
	before: number,
): Promise<boolean> {
	const { made } = creationsBy(caller);
	const wanted = folders.filter(({ fullpath }) => fullpath !== '');
	const missing: Sent[] = [];
	for (const folder of wanted) if (!(await isFolder(caller, folder))) missing.push(folder);
	if (missing.length === 0) return wanted.some((folder) => (made.get(keyOf(folder)) ?? 0) > before);
	for (const source of sources) if (!(await infoIfExists(caller, source))) return false;
	for (const folder of missing) await create(caller, folder, operator, before);
	return true;
}

/**
 * Creates a folder and those around it, as far as they are missing: each once for `made`, however many want it at the
 * same time. Throws what `isThere` and `create` throw.
 */
export async function ensureFolder(
	made: Map<string, Promise<void>>,
	fullpath: string,
	/** `create` creates a folder whose parent is there. */
	maker: {
		readonly isThere: (fullpath: string) => Promise<boolean>;
		readonly create: (fullpath: string) => Promise<void>;
	},
): Promise<void> {
	if (fullpath === '') return;
	await once(made, fullpath, async () => {
		if (await maker.isThere(fullpath)) return;
		await ensureFolder(made, parentPath(fullpath), maker);
		await maker.create(fullpath);
	});
}

/** Whether there is a folder. Throws LibraryError input where there is a file. */
async function isFolder(caller: Caller, folder: Sent): Promise<boolean> {
	const entry = await infoIfExists(caller, folder);
	if (entry && numberOf(entry.dir) === 0)
		throw valueError(
			'Destination Folder',
			`${quoted(folder.fullpath ?? '')} is a file, not a folder`,
			'Choose the folder, and enter the name in New Name.',
		);
	return entry !== undefined;
}

/** The parameters of a request that say who makes a change. */
export const operatorIn = ({ op_id, op_name }: Sent): Sent => defined({ op_id, op_name });

/** Creates a folder that does not exist, and those around it before: once, however many items need it. */
async function create(caller: Caller, folder: Sent, operator: Sent, before: number): Promise<void> {
	const all = creationsBy(caller);
	const { underWay, made } = all;
	const key = keyOf(folder);
	if (!underWay.has(key) && (made.get(key) ?? 0) > before) return;
	await whileUnderWay(underWay, key, async () => {
		await createAfterParent(caller, folder, operator, before);
		made.set(key, ++all.count);
	});
}

async function createAfterParent(caller: Caller, folder: Sent, operator: Sent, before: number): Promise<void> {
	const parent = { ...folder, fullpath: parentPath(folder.fullpath ?? '') };
	if (parent.fullpath !== '' && !(await isFolder(caller, parent))) await create(caller, parent, operator, before);
	await fileCalls(caller).createFolder(folder, operator);
}
