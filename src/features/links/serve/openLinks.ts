import type { INodeListSearchItems } from 'n8n-workflow';
import { allEntries } from '../../../client/paging/pages';
import { libraryCallerOf } from '../../../n8n/credentials/caller';
import { dayIn } from '../../../n8n/form/readForm';
import { matches, pageOfAll, searchMethod } from '../../../n8n/lists/listSearch';
import { filledText, type JsonObject, textOf } from '../../../protocol/wire/json';
import { listLinks } from '../entries';
import { simpleLink } from '../plan/links';

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
export const openLinks = searchMethod(async (context, filter, token) => {
	const caller = await libraryCallerOf(context);
	const all = (await allEntries(caller, listLinks)).map(simpleLink);
	const found = all.filter(
		({ filename, fullpath, code }) => textOf(code) !== '' && matches(filter.trim(), filename, fullpath, code),
	);
	return pageOfAll(found, (link) => linkItem(link, context.getTimezone()), token);
});
