import { closing } from '../../client/links/closeLinks';
import { allEntries } from '../../client/paging/pages';
import type { Caller } from '../../client/service/call';
import { listLinks as listRequest, type closeLinks as closeOperation } from '../../protocol/catalogue/libraryLink';
import { simpleLink } from '../../protocol/catalogue/simplify';
import { compileLinkFilter, filtersIn, LINK_FILTER_LABELS, type LinkFilter } from '../../protocol/links/linkFilter';
import type { In } from '../../protocol/operation/define';
import { eachAlone } from '../../protocol/plan/plan';
import { defined, fieldsIn, type JsonObject } from '../../protocol/wire/json';
import { concurrencyIn } from '../form/readForm';
import { outputItem, type Job, type JobHandler } from '../operations/job';
import { showHint } from '../operations/listHints';
import { finisher } from '../operations/plainOperation';
import { runPlan } from '../plan/runPlan';

/** The links of a library, through the filters of the form. */
interface Selection {
	/** All open links. */
	readonly open: number;
	readonly wanted: readonly JsonObject[];
	/** What the service does not say about links that were left out for that alone. */
	readonly notes: readonly string[];
}

const links = (count: number): string => (count === 1 ? '1 link' : `${count} links`);

async function selectLinks({ checked, params }: Job, caller: Caller): Promise<Selection> {
	const all = await allEntries(caller, listRequest, defined({ file: params.file }));
	const judge = compileLinkFilter(checked as LinkFilter, caller.clock.now() / 1000);
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

/** Lists the open links that pass the filters. Throws what reading them throws. */
export const listLinks: JobHandler = async (job, caller) => {
	const { wanted, notes } = await selectLinks(job, caller);
	for (const note of notes) showHint(job.context, note, 'warning');
	return wanted.slice(0, job.limit).map(finisher(job)).map(outputItem);
};

/** What selected the links that are to be closed. */
function reasonOf(filter: LinkFilter): string {
	const labels = filtersIn(filter).map((name) => LINK_FILTER_LABELS[name]);
	return labels.length === 0 ? 'all links are to be closed' : `passes the filters: ${labels.join(', ')}`;
}

/**
 * Closes the open links that pass the filters. A link that cannot be closed does not keep the others open. Throws what
 * reading the links throws and, unless the workflow goes on, the first failure where not one link could be closed.
 */
export const closeMany: JobHandler = async (job, caller) => {
	const { operatorId, operatorName, ...filter } = job.checked as In<typeof closeOperation>;
	const { open, wanted, notes } = await selectLinks(job, caller);
	const op_id = operatorId === undefined ? undefined : String(operatorId);
	const reason = reasonOf(filter);
	return await runPlan(job, {
		plan: {
			changes: wanted,
			steps: [eachAlone(wanted)],
			reasons: [],
			notes,
			deletions: wanted.length,
			describe: (link) => ({ action: 'close', type: 'link', reason, ...simpleLink(link) }),
			totals: () => ({ links: open }),
		},
		making: closing(defined({ op_id, op_name: operatorName })),
		caller,
		width: concurrencyIn(job.form),
		verb: 'Closing',
		keepsGoing: true,
	});
};
