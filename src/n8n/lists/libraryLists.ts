import { type INodeListSearchItems, type ILoadOptionsFunctions, NodeOperationError } from 'n8n-workflow';
import { fileCalls } from '../../client/files/fileCalls';
import { allEntries } from '../../client/paging/pages';
import type { Caller } from '../../client/service/call';
import { fileVersions } from '../../client/versions/fileHistory';
import { search, listFolder } from '../../protocol/catalogue/libraryFiles';
import { listLinks } from '../../protocol/catalogue/libraryLink';
import { listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import { fileRef } from '../../protocol/catalogue/shared';
import { simpleLink } from '../../protocol/catalogue/simplify';
import { checkValue, chooseFirst } from '../../protocol/operation/check';
import { distinctVersions, type FileVersion } from '../../protocol/versions/fileVersions';
import { defined, type JsonObject, filledText, textOf } from '../../protocol/wire/json';
import {
	libraryCallerOf,
	isByEnterprise,
	SOURCE_LIBRARY,
	TARGET_LIBRARY,
	type LibraryParameter,
} from '../credentials/caller';
import { dayIn } from '../form/readDate';
import { readRef } from '../form/readForm';
import {
	entryPath,
	listedPath,
	browseEntries,
	entrySearches,
	type EntrySource,
	type EntryView,
	FOLDERS,
} from './browseEntries';
import { enterpriseSearch } from './enterpriseLists';
import { matches, searchMethod, scanList, pageOfAll, enteredIn, type Search } from './listSearch';

/** Entries in the recycle bin by the paths they had: the interface takes paths, so each path is shown once. */
const deletedByPath = searchMethod(async (context, filter, token) => {
	const wanted = filter.trim();
	const caller = await libraryCallerOf(context);
	const show = (entry: JsonObject): INodeListSearchItems | undefined => {
		const path = entryPath(entry);
		if (path === '' || !matches(wanted.replace(/^\/+/, ''), path)) return undefined;
		return { name: listedPath(entry), value: path };
	};
	return await scanList(caller, { request: listRecycled, params: {} }, { show, selective: wanted !== '' }, token);
});

/** When a link stops working, as a day of the time zone of the workflow. */
function endOf({ expires_at: expires }: JsonObject, timeZone: string): string {
	const date = filledText(expires);
	if (date === undefined) return expires === null ? 'never expires' : 'open';
	return `until ${dayIn(timeZone, Date.parse(date))}`;
}

/** A link shown by what it opens, when it ends and its code: several links to one file differ in the code only. */
const linkItem = (link: JsonObject, timeZone: string): INodeListSearchItems => ({
	name: `${textOf(link.fullpath ?? link.filename)} (${endOf(link, timeZone)}, ${textOf(link.code)})`,
	value: textOf(link.code),
});

/** The open links by their codes. The service answers all links at once, so the pages are made here. */
const openLinks = searchMethod(async (context, filter, token) => {
	const caller = await libraryCallerOf(context);
	const all = (await allEntries(caller, listLinks)).map(simpleLink);
	const found = all.filter(
		({ filename, fullpath, code }) => textOf(code) !== '' && matches(filter.trim(), filename, fullpath, code),
	);
	return pageOfAll(found, (link) => linkItem(link, context.getTimezone()), token);
});

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size in bytes as people read it: three digits and a unit of 1000. */
function sizeText(bytes: number): string {
	const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
	return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit] ?? ''}`;
}

/** A version shown by its number, its time in the time zone of the workflow, who made it, and its size. */
function nameOf({ number, seconds, memberName, filesize, isCurrent }: FileVersion, timeZone: string): string {
	const format = { timeZone, dateStyle: 'short', timeStyle: 'short', hour12: false } as const;
	const when =
		seconds === undefined ? undefined : new Intl.DateTimeFormat('en-CA', format).format(new Date(seconds * 1000));
	const size = filesize === undefined ? undefined : sizeText(filesize);
	const known = [when?.replace(', ', ' '), memberName, size].filter((part) => part !== undefined);
	return `Version ${number}${isCurrent ? ' (current)' : ''}${known.length > 0 ? `: ${known.join(', ')}` : ''}`;
}

/** The path of the file that is chosen in the form: the history is asked for by path only. Throws inputError. */
async function chosenPath(context: ILoadOptionsFunctions, caller: Caller): Promise<string> {
	const raw: unknown = context.getNodeParameter('file', undefined);
	const hint = 'Then its versions are listed.';
	if (raw === undefined || raw === null) throw chooseFirst('File', fileRef, hint);
	const chosen = checkValue('File', fileRef, readRef(fileRef, raw)) as { by: string; value: string } | undefined;
	if (chosen === undefined) throw chooseFirst('File', fileRef, hint);
	if (chosen.by === 'path') return chosen.value;
	return textOf((await fileCalls(caller).info({ hash: chosen.value })).fullpath);
}

/** The versions of the chosen file by their checksums, newest first, each content once. */
const versionsOfFile = searchMethod(async (context, filter, token) => {
	const caller = await libraryCallerOf(context);
	const versions = distinctVersions(await fileVersions(caller, await chosenPath(context, caller)));
	const items = versions.map((version): INodeListSearchItems => ({
		name: nameOf(version, context.getTimezone()),
		value: version.filehash,
	}));
	const found = items.filter(({ name, value }) => matches(filter.trim(), name, value));
	return pageOfAll(found, (item) => item, token);
});

const SOURCE: EntrySource = {
	list: (fullpath) => ({ request: listFolder, params: { fullpath } }),
	search: (keywords) => ({ request: search, params: { keywords, scope: '["filename"]' } }),
};

/** Entries of the library that the first of the locators `from` names which is filled in. */
const entriesBy = (view: EntryView, from: readonly LibraryParameter[] = []): Search =>
	searchMethod(async (context, filter, token) => {
		const library = from.find(({ name }) => enteredIn(context.getNodeParameter(name, null)) !== '') ?? from.at(-1);
		const caller = await libraryCallerOf(context, defined({ library }));
		return await browseEntries(caller, SOURCE, view, filter, token);
	});

const NO_ENTERPRISE =
	'This list needs the credential of the enterprise: select it under Credential (Authentication: Enterprise), ' +
	'or choose another way than From List';

/** A list of the enterprise, in nodes whose credential may be that of one library, which cannot read it. */
const ofEnterprise = (search: Search): Search =>
	async function (filter, token) {
		if (isByEnterprise(this.getNodeParameter('authentication', undefined)))
			return await search.call(this, filter, token);
		// Without a hint: the message says what to do.
		throw new NodeOperationError(this.getNode(), NO_ENTERPRISE, { level: 'warning' });
	};

/** The search methods of the nodes for one library, by the names that their locators use. */
export const librarySearch = {
	...entrySearches((view) => entriesBy(view)),
	foldersOfSource: entriesBy(FOLDERS, [SOURCE_LIBRARY]),
	foldersOfTarget: entriesBy(FOLDERS, [TARGET_LIBRARY, SOURCE_LIBRARY]),
	libraries: enterpriseSearch.libraries,
	openLinks,
	deletedByPath,
	versionsOfFile,
	membersById: ofEnterprise(enterpriseSearch.membersById),
	departmentsById: ofEnterprise(enterpriseSearch.departmentsById),
	roles: ofEnterprise(enterpriseSearch.roles),
} satisfies Record<string, Search>;
