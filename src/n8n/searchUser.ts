import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { call, type Caller } from '../client/call';
import { pages } from '../client/page';
import { userListFolder, userSearch as searchFiles } from '../protocol/catalogue/userFile';
import { listMounts } from '../protocol/catalogue/userLibrary';
import { inputError } from '../protocol/errors';
import { callerOf } from './credentials';
import { toNodeError } from './errors';

type Entry = Record<string, unknown>;
type Find = (context: ILoadOptionsFunctions, caller: Caller, filter: string, token?: string) => Promise<INodeListSearchResult>;
type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;
const PAGE = 100;

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const matches = (filter: string, ...texts: unknown[]): boolean => texts.some((value) => text(value).toLowerCase().includes(filter.toLowerCase()));

/** A search method of the node; failures are shown as the node shows them. */
const search = (find: Find): Search => async function (this: ILoadOptionsFunctions, filter, token) {
	try {
		return await find(this, await callerOf(this, 'token'), (filter ?? '').trim(), token);
	} catch (error) {
		throw toNodeError(this.getNode(), error, 0);
	}
};

async function mountsOf(caller: Caller): Promise<Entry[]> {
	const entries: Entry[] = [];
	for await (const entry of pages(caller, listMounts, {})) entries.push(entry);
	return entries;
}

const mounts: Find = async (_context, caller, filter) => {
	const found = (await mountsOf(caller)).filter(({ org_name, mount_id }) => matches(filter, org_name, mount_id));
	return { results: found.map(({ org_name, mount_id }) => ({ name: `${text(org_name)} (${text(mount_id)})`, value: text(mount_id) })) };
};

/** Enterprises by their libraries: the interface has no list of them for a person. */
const enterprises: Find = async (_context, caller, filter) => {
	const byId = new Map<string, string[]>();
	for (const { ent_id, org_name } of await mountsOf(caller)) byId.set(text(ent_id), [...(byId.get(text(ent_id)) ?? []), text(org_name)]);
	const named = [...byId].filter(([id]) => id !== '' && id !== '0').map(([id, names]) => ({ name: `${id} (with ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`, value: id }));
	return { results: named.filter(({ name }) => matches(filter, name)) };
};

/** The id in the first of these locators that is filled in. Throws inputError when none is. */
function mountIn(context: ILoadOptionsFunctions, names: readonly string[]): string {
	for (const name of names) {
		const given: unknown = context.getCurrentNodeParameter(name);
		const value = typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
		if (text(value) !== '') return text(value);
	}
	throw inputError('Library', 'is required', 'Choose the library first; its files are listed then.');
}

/** Without a filter: the root. With text: a search by name. With a path ending in "/": that folder, so that a person can walk down. */
async function entriesOf(caller: Caller, mount: string, filter: string, start: number, foldersOnly: boolean): Promise<{ list?: Entry[] | null; count?: number | string }> {
	const params = { mount_id: mount, start: String(start), size: String(PAGE) };
	const slash = filter.lastIndexOf('/');
	if (filter !== '' && slash < 0) return await call(caller, searchFiles, { ...params, keyword: filter, scope: '["filename"]' }) as { list?: Entry[] };
	const fullpath = filter.slice(0, Math.max(slash, 0)).replace(/^\/+/, '');
	return await call(caller, userListFolder, { ...params, fullpath, ...(foldersOnly ? { dir: '1' } : {}) }) as { list?: Entry[] };
}

const browse = (valueOf: (entry: Entry) => unknown, foldersOnly = false, libraries = ['library']): Find => async (context, caller, filter, token) => {
	const start = Number(token ?? 0);
	const { list, count } = await entriesOf(caller, mountIn(context, libraries), filter, start, foldersOnly);
	const found = list ?? [];
	const rest = filter.includes('/') ? filter.slice(filter.lastIndexOf('/') + 1).toLowerCase() : '';
	const results: INodeListSearchItems[] = found
		.filter(({ dir, filename }) => (!foldersOnly || Number(dir) === 1) && text(filename).toLowerCase().startsWith(rest))
		.map((entry) => ({ name: `${text(entry.fullpath)}${Number(entry.dir) === 1 ? '/' : ''}`, value: text(valueOf(entry)) }));
	if (foldersOnly && filter === '' && start === 0) results.unshift({ name: '/ (Library Root)', value: '/' });
	const next = start + found.length;
	return { results, ...(found.length > 0 && next < Number(count ?? 0) ? { paginationToken: String(next) } : {}) };
};

/** The search methods that the locators of the File Library User node name. */
export const userSearch: Record<string, Search> = {
	mounts: search(mounts),
	enterprises: search(enterprises),
	entriesByHash: search(browse(({ hash }) => hash)),
	entriesByPath: search(browse(({ fullpath }) => fullpath)),
	foldersByPath: search(browse(({ fullpath }) => fullpath, true)),
	targetFoldersByPath: search(browse(({ fullpath }) => fullpath, true, ['targetLibrary', 'library'])),
};
