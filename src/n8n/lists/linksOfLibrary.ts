import type { INodeListSearchItems } from 'n8n-workflow';
import { allEntries } from '../../client/paging/pages';
import { listLinks } from '../../protocol/catalogue/libraryLink';
import { simpleLink } from '../../protocol/catalogue/simplify';
import { filledText, type JsonObject, textOf } from '../../protocol/wire/json';
import { libraryCaller } from '../credentials/libraryCaller';
import { matches, searchMethod } from './listSearch';
import { pageOfAll } from './scanList';

/** When a link stops working, as a day of the time zone of the workflow. */
function endOf({ expires, permanent }: JsonObject, timeZone: string): string {
	const date = filledText(expires);
	if (date === undefined) return permanent === true ? 'never expires' : 'open';
	return `until ${new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(date))}`;
}

/** A link shown by what it opens, when it ends and its code: several links to one file differ in the code only. */
const linkItem = (link: JsonObject, timeZone: string): INodeListSearchItems => ({
	name: `${textOf(link.fullpath ?? link.filename)} (${endOf(link, timeZone)}, ${textOf(link.code)})`,
	value: textOf(link.code),
});

/**
 * The open links of a library by their codes, for "From List"; with a text those whose file name, path or code contains
 * it. The service answers all links at once, so the pages are made here.
 */
export const openLinks = searchMethod(async (context, filter, token) => {
	const caller = await libraryCaller(context, (name) => context.getNodeParameter(name, undefined));
	const all = (await allEntries(caller, listLinks)).map(simpleLink);
	const found = all.filter(
		({ filename, fullpath, code }) => textOf(code) !== '' && matches(filter.trim(), filename, fullpath, code),
	);
	return pageOfAll(found, (link) => linkItem(link, context.getTimezone()), token);
});
