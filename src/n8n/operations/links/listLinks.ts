import { mapInTurns } from '../../../client/async/inTurns';
import { allEntries } from '../../../client/paging/pages';
import type { Caller } from '../../../client/service/call';
import { listLinks } from '../../../protocol/catalogue/libraryLink';
import { compileLinkFilter, LINK_FILTER_LABELS, type LinkFilter } from '../../../protocol/links/links';
import type { In } from '../../../protocol/operation/define';
import { defined, fieldsIn } from '../../../protocol/wire/json';
import { type Job, type Handler, outputItem } from '../job';
import { showHint } from '../listHints';
import { finisher } from '../plainOperation';

const links = (count: number): string => (count === 1 ? '1 link' : `${count} links`);

/**
 * The open links of the library that pass the filters of the form, and how many there are before. `notes` say what the
 * service does not tell about links that were left out for that alone. Throws what reading them throws.
 */
export async function selectLinks({ checked, params }: Job<LinkFilter>, caller: Caller) {
	const all = await allEntries(caller, listLinks, defined({ file: params.file }));
	const matchOf = compileLinkFilter(checked, caller.clock.now() / 1000);
	const matched = all.map(fieldsIn).map((link) => ({ link, ...matchOf(link) }));
	const unknown = matched.flatMap((each) => (each.unknown.length > 0 ? [each.unknown] : []));
	const labels = [...new Set(unknown.flat())].map((name) => LINK_FILTER_LABELS[name]);
	const why = `Left out, because the service does not say what ${labels.join(' and ')} asks about`;
	return {
		open: all.length,
		wanted: matched.filter(({ wanted }) => wanted).map(({ link }) => link),
		notes: unknown.length === 0 ? [] : [`${why}: ${links(unknown.length)}`],
	};
}

/** Lists the open links that pass the filters. Throws what reading them throws. */
export const handler: Handler<In<typeof listLinks>> = {
	async run(job, caller) {
		const { wanted, notes } = await selectLinks(job, caller);
		for (const note of notes) showHint(job.context, note, 'warning');
		const finished = finisher(job);
		return await mapInTurns(wanted.slice(0, job.limit), (link) => outputItem(finished(link)));
	},
};
