import { typed } from '../../protocol/catalogue/simplify';
import * as library from '../../protocol/catalogue/libraryFiles';
import { libraryFileDelete } from '../../protocol/catalogue/libraryPlaces';
import * as user from '../../protocol/catalogue/userFiles';
import { userDelete } from '../../protocol/catalogue/userPlaces';
import { addTo } from '../../protocol/plan/inSteps';
import { fieldsIn, type JsonObject, defined, filledText, textOf } from '../../protocol/wire/json';
import { isNoSuchEntry } from '../../protocol/wire/errorCodes';
import { rethrown } from '../../protocol/wire/libraryError';
import type { ListRequest, Sent } from '../../protocol/operation/define';
import { baseName, isNumbered, toFullpath, unnumbered } from '../../protocol/wire/paths';
import { unreadableAnswer } from '../../protocol/wire/errorBody';
import { call, type Caller } from '../service/call';
import { allEntries } from '../paging/pages';
import type { FileEntryLibraryList } from '../../protocol/contract';

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
export const firstEntries = async (caller: Caller, folder: Sent, limit = MAX_ENTRIES): Promise<JsonObject[]> =>
	(await allEntries(caller, folderRequest(caller), folder, { limit })).map(fieldsIn);

/** Where an entry of an answer is; undefined when the answer does not say so. */
export function locationOf({ fullpath, hash }: JsonObject): EntryLocation | undefined {
	const [path, id] = [filledText(fullpath), filledText(hash)];
	// A folder's path may end with a slash (client facts 5.7).
	return path === undefined ? undefined : { fullpath: toFullpath(path), ...defined({ hash: id }) };
}

const nameOf = ({ fullpath }: JsonObject): string => baseName(toFullpath(textOf(fullpath)));

/** Finds the entries with the name that a path ends with, or one that the service made of it because it was taken. */
export function byName(entries: Iterable<JsonObject>): (path: string) => JsonObject[] {
	const found = new Map<string, JsonObject[]>();
	for (const entry of entries) for (const name of unnumbered(nameOf(entry))) addTo(found, name, entry);
	return (path) => {
		const name = baseName(path);
		const near = unnumbered(name).flatMap((each) => found.get(each) ?? []);
		return [...new Set(near)].filter((entry) => nameOf(entry) === name || isNumbered(name, nameOf(entry)));
	};
}
