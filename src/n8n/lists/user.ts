import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { allEntries } from '../../client/service/paging';
import { userSearch as searchFiles } from '../../protocol/catalogue/userFile';
import { userListFolder } from '../../protocol/catalogue/userFolder';
import { listMounts } from '../../protocol/catalogue/userLibrary';
import { inputError } from '../../protocol/wire/libraryError';
import { browse, type Shelf, type View } from './browse';
import { callerOf } from '../credentials/caller';
import { matches, searchMethod, textOf, type Search } from './listSearch';

type Find = (
	context: ILoadOptionsFunctions,
	caller: Caller,
	filter: string,
	token?: string,
) => Promise<INodeListSearchResult>;

/** A search method of the node, by the person's token. */
const search = (find: Find): Search =>
	searchMethod(
		async (context, filter, token) => await find(context, await callerOf(context, 'token'), filter.trim(), token),
	);

const mounts: Find = async (_context, caller, filter) => {
	const found = (await allEntries(caller, listMounts)).filter(({ org_name, mount_id }) =>
		matches(filter, org_name, mount_id),
	);
	return {
		results: found.map(({ org_name, mount_id }) => ({
			name: `${textOf(org_name)} (${textOf(mount_id)})`,
			value: textOf(mount_id),
		})),
	};
};

/** Enterprises by their libraries: the interface has no list of them for a person. */
const enterprises: Find = async (_context, caller, filter) => {
	const byId = new Map<string, string[]>();
	for (const { ent_id, org_name } of await allEntries(caller, listMounts))
		byId.set(textOf(ent_id), [...(byId.get(textOf(ent_id)) ?? []), textOf(org_name)]);
	const named = [...byId]
		.filter(([id]) => id !== '' && id !== '0')
		.map(([id, names]) => ({
			name: `${id} (with ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`,
			value: id,
		}));
	return { results: named.filter(({ name }) => matches(filter, name)) };
};

/** The id in the first of these locators that is filled in. Throws inputError when none is. */
function mountIn(context: ILoadOptionsFunctions, names: readonly string[]): string {
	for (const name of names) {
		const given: unknown = context.getCurrentNodeParameter(name);
		const value = typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
		if (textOf(value) !== '') return textOf(value);
	}
	throw inputError('Library', 'is required', 'Choose the library first; its files are listed then.');
}

const shelfOf = (caller: Caller, mount: string, foldersOnly: boolean): Shelf => ({
	list: async (fullpath, page) =>
		await call(caller, userListFolder, {
			mount_id: mount,
			...page,
			fullpath,
			...(foldersOnly ? { dir: '1' } : {}),
		}),
	search: async (keyword, page) =>
		await call(caller, searchFiles, { mount_id: mount, ...page, keyword, scope: '["filename"]' }),
});

const entries = (valueOf: View['valueOf'], foldersOnly = false, libraries = ['library']): Search =>
	search(
		async (context, caller, filter, token) =>
			await browse(
				shelfOf(caller, mountIn(context, libraries), foldersOnly),
				{ valueOf, foldersOnly },
				filter,
				token,
			),
	);

/** The search methods that the locators of the File Library User node name. */
export const userSearch = {
	mounts: search(mounts),
	enterprises: search(enterprises),
	entriesByHash: entries(({ hash }) => hash),
	entriesByPath: entries(({ fullpath }) => fullpath),
	foldersByPath: entries(({ fullpath }) => fullpath, true),
	targetFoldersByPath: entries(({ fullpath }) => fullpath, true, ['targetLibrary', 'library']),
} satisfies Record<string, Search>;
