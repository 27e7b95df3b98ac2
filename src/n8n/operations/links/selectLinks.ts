import { allEntries } from '../../../client/paging/pages';
import type { Caller } from '../../../client/service/call';
import { listLinks } from '../../../protocol/catalogue/libraryLink';
import { compileLinkFilter, LINK_FILTER_LABELS, type LinkFilter } from '../../../protocol/links/links';
import { defined, fieldsIn, type JsonObject } from '../../../protocol/wire/json';
import type { Job } from '../job';

/** The links of a library, through the filters of the form. */
interface Selection {
	/** All open links. */
	readonly open: number;
	readonly wanted: readonly JsonObject[];
	/** What the service does not say about links that were left out for that alone. */
	readonly notes: readonly string[];
}

const links = (count: number): string => (count === 1 ? '1 link' : `${count} links`);

/** The open links of the library that pass the filters of the form. Throws what reading them throws. */
export async function selectLinks({ checked, params }: Job<LinkFilter>, caller: Caller): Promise<Selection> {
	const all = await allEntries(caller, listLinks, defined({ file: params.file }));
	const judge = compileLinkFilter(checked, caller.clock.now() / 1000);
	const judged = all.map(fieldsIn).map((link) => ({ link, ...judge(link) }));
	const unknown = judged.flatMap((each) => (each.unknown.length > 0 ? [each.unknown] : []));
	const labels = [...new Set(unknown.flat())].map((name) => LINK_FILTER_LABELS[name]);
	const why = `Left out, because the service does not say what ${labels.join(' and ')} asks about`;
	return {
		open: all.length,
		wanted: judged.filter(({ wanted }) => wanted).map(({ link }) => link),
		notes: unknown.length === 0 ? [] : [`${why}: ${links(unknown.length)}`],
	};
}
