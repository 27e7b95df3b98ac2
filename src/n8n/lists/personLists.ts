import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { allEntries } from '../../client/paging/pages';
import { userSearch as searchFiles, userListFolder } from '../../protocol/catalogue/userFiles';
import { listMounts } from '../../protocol/catalogue/userLibrary';
import { textOf } from '../../protocol/wire/json';
import { missingError } from '../../protocol/wire/libraryError';
import { callerOf } from '../credentials/caller';
import { browseEntries, entrySearches, type EntrySource, type EntryView, FOLDERS } from './browseEntries';
import { enteredIn, matches, namedItem, searchBy, searchMethod, type Find, type Search } from './listSearch';

/* What a person chooses from with an access token. */

const libraries: Find = async (caller, filter) => {
	const all = await allEntries(caller, listMounts);
	const found = all.filter(({ org_name: name, mount_id: id }) => matches(filter, name, id));
	return { results: found.map(({ org_name: name, mount_id: id }) => namedItem(name, id)) };
};

/** Enterprises named by their libraries: the interface has no list of the enterprises of a user. */
const enterprises: Find = async (caller, filter) => {
	const libraryNames = new Map<string, string[]>();
	for (const { ent_id, org_name } of await allEntries(caller, listMounts)) {
		const id = textOf(ent_id);
		libraryNames.set(id, [...(libraryNames.get(id) ?? []), textOf(org_name)]);
	}
	const found = [...libraryNames].filter(([id, names]) => id !== '' && id !== '0' && matches(filter, id, ...names));
	return {
		results: found.map(([id, names]) => ({
			name: `${id} (with ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`,
			value: id,
		})),
	};
};

/** Entries of the library in the first of the locators `from` that is filled in. */
const entriesBy = (view: EntryView, from = ['library']): Search =>
	searchMethod(async (context, filter, token) => {
		const caller = await callerOf(context, 'token');
		const source = sourceFor(mountIn(context, from), view.foldersOnly);
		return await browseEntries(caller, source, view, filter.trim(), token);
	});

/** The mount ID in the first of these locators that is filled in. Throws inputError when none is. */
function mountIn(context: ILoadOptionsFunctions, locators: readonly string[]): string {
	const mount = locators
		.map((name) => enteredIn(context.getCurrentNodeParameter(name)))
		.find((value) => value !== '');
	if (mount !== undefined) return mount;
	throw missingError('Library', 'Choose a Library first', 'Then its files are listed.');
}

const sourceFor = (mount: string, foldersOnly: boolean): EntrySource => ({
	list: (fullpath) => ({
		request: userListFolder,
		params: { mount_id: mount, fullpath, ...(foldersOnly ? { dir: '1' } : {}) },
	}),
	search: (keyword) => ({
		request: searchFiles,
		params: { mount_id: mount, keyword, scope: '["filename"]', ...(foldersOnly ? { ext: '["dir"]' } : {}) },
	}),
});

/** The search methods of File Library User, by the names that its locators use. */
export const userSearch = {
	mounts: searchBy('token', libraries),
	enterprises: searchBy('token', enterprises),
	...entrySearches((view) => entriesBy(view)),
	foldersOfSource: entriesBy(FOLDERS, ['sourceLibrary']),
	foldersOfTarget: entriesBy(FOLDERS, ['targetLibrary', 'sourceLibrary']),
	targetFoldersByPath: entriesBy(FOLDERS, ['destinationLibrary', 'library']),
} satisfies Record<string, Search>;
