import type { INodeExecutionData } from 'n8n-workflow';
import { closeLinks, type LinkOutcome } from '../../client/links/closeLinks';
import { allEntries } from '../../client/paging/pages';
import type { Caller } from '../../client/service/call';
import type { LinkChangeItem, LinkSummaryItem } from '../../protocol/catalogue/answers/link';
import { listLinks as listRequest, type closeLinks as closeOperation } from '../../protocol/catalogue/libraryLink';
import { simpleLink } from '../../protocol/catalogue/simplify';
import { compileLinkFilter, LINK_FILTER_LABELS, type LinkFilter } from '../../protocol/links/linkFilter';
import type { In } from '../../protocol/operation/define';
import { defined, fieldsIn, type JsonObject } from '../../protocol/wire/json';
import { reworded } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { concurrencyIn } from '../form/readForm';
import { failedItem } from './failedItem';
import type { Handler } from './handler';
import { outputItem, type Job } from './job';
import { showHint } from './listHints';

/** The links of a library, through the filters of the form. */
interface Selection {
	/** All open links. */
	readonly open: number;
	readonly wanted: readonly JsonObject[];
	/** What the service does not say about links that were left out for that alone; undefined where there are none. */
	readonly note: string | undefined;
}

const links = (count: number): string => (count === 1 ? '1 link' : `${count} links`);

/** The open links of the library that pass the filters of the form. */
export async function selectLinks({ checked, params }: Job, caller: Caller): Promise<Selection> {
	const all = await allEntries(caller, listRequest, defined({ file: params.file }));
	const judge = compileLinkFilter(checked as LinkFilter, caller.clock.now() / 1000);
	const judged = all.map(fieldsIn).map((link) => ({ link, ...judge(link) }));
	const unknown = judged.flatMap((each) => (each.unknown.length > 0 ? [each.unknown] : []));
	const labels = [...new Set(unknown.flat())].map((name) => LINK_FILTER_LABELS[name]);
	return {
		open: all.length,
		wanted: judged.filter(({ wanted }) => wanted).map(({ link }) => link),
		note:
			unknown.length === 0
				? undefined
				: `Left out, because the service does not say what ${labels.join(' and ')} asks about: ` +
					links(unknown.length),
	};
}

const changeItem = (link: JsonObject, status: LinkChangeItem['status']): INodeExecutionData =>
	outputItem({ type: 'change', action: 'close', status, ...simpleLink(link) });

function outcomeItem({ context, item }: Job, { link, failure }: LinkOutcome): INodeExecutionData {
	if (!failure) return changeItem(link, 'done');
	return failedItem(context, changeItem(link, 'failed'), toNodeError(context, failure, item));
}

const summaryItem = (summary: Omit<LinkSummaryItem, 'type'>): INodeExecutionData =>
	outputItem({ type: 'summary', ...summary });

/**
 * Closes the open links that pass the filters: one item for each link, and a summary. A link that cannot be closed is
 * an item too, so that those of the others are not lost. Throws what reading the links throws, and, unless the workflow
 * goes on, the first failure where not one link could be closed.
 */
const closeMany: Handler['run'] = async (job, caller) => {
	const { dryRun, operatorId, operatorName } = job.checked as In<typeof closeOperation>;
	const width = concurrencyIn(job.form);
	const { open, wanted, note } = await selectLinks(job, caller);
	if (note !== undefined) showHint(job.context, note, 'warning');
	const counts = { links: open, changes: wanted.length, notes: note === undefined ? [] : [note] };
	// Only an explicit No changes anything.
	if (dryRun !== false) {
		const summary = summaryItem({ dry_run: true, status: 'planned', ...counts, done: 0, failed: 0 });
		return [...wanted.map((link) => changeItem(link, 'planned')), summary];
	}
	const op_id = operatorId === undefined ? undefined : String(operatorId);
	const operator = defined({ op_id, op_name: operatorName });
	const outcomes = await closeLinks(caller, wanted, { width, operator });
	const failures = outcomes.flatMap(({ failure }) => failure ?? []);
	const [first] = failures;
	if (first && failures.length === outcomes.length && !job.context.continueOnFail())
		throw reworded(first, `${first.message}; not one of ${links(outcomes.length)} was closed`);
	if (first) showHint(job.context, `Not closed: ${links(failures.length)}. Their items say why`, 'warning');
	const [status, failed] = [first ? ('failed' as const) : ('done' as const), failures.length];
	const summary = summaryItem({ dry_run: false, status, ...counts, done: outcomes.length - failed, failed });
	return [...outcomes.map((outcome) => outcomeItem(job, outcome)), summary];
};

/** All that is particular to Close Many. */
export const handler: Handler = { run: closeMany };
