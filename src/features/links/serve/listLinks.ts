import { readMakings } from '../work/readMakings';
import { mapInTurns } from '../../../client/async/inTurns';
import { allEntries } from '../../../client/paging/pages';
import type { Caller } from '../../../client/service/call';
import { listLinks } from '../entries';
import { type LoggedLink, makingColumns, oncePerMakings } from '../plan/linkMaking';
import { compileLinkFilter, LINK_FILTER_LABELS, type LinkFilter, logFiltersIn } from '../plan/links';
import type { In } from '../../../protocol/operation/define';
import { defined, fieldsIn, type JsonObject } from '../../../protocol/wire/json';
import { inputError } from '../../../protocol/wire/libraryError';
import { counted } from '../../../protocol/wire/quoted';
import { isByEnterprise } from '../../../n8n/credentials/caller';
import { concurrencyIn } from '../../../n8n/form/nodeSettings';
import { enterpriseOf, type Job, type Handler, outputItem } from '../../../n8n/execute/job';
import { showHint } from '../../../n8n/execute/hints';
import { finisher } from '../../../n8n/execute/plainOperation';

type Input = LinkFilter & { readonly creator?: boolean };

/** Refuses what only the log of the library tells, where its credential is missing. Throws inputError. */
export function checkCreator({ checked, form, item }: Job<Input>): void {
	const [name] = logFiltersIn(checked);
	const label = name ? LINK_FILTER_LABELS[name] : checked.creator ? 'Include Creator' : undefined;
	if (label === undefined || isByEnterprise(form.get('authentication', item))) return;
	throw inputError(
		label,
		'needs the credential of an enterprise',
		'Choose it under Authentication: only with it does the service say who created a link.',
	);
}

/** Adds who made each link and when, and returns what the log has of it. */
async function withCreators(job: Job<Input>, caller: Caller, open: readonly JsonObject[]) {
	const { form, checked } = job;
	if (open.length === 0 || (logFiltersIn(checked).length === 0 && !checked.creator)) return undefined;
	const asked = await enterpriseOf(job);
	if (!asked) return undefined;
	const logged = await readMakings({ caller, ...asked, width: concurrencyIn(form) }, open);
	return (link: object): readonly LoggedLink[] => logged.get(link as JsonObject) ?? [];
}

/**
 * The open links of the library that pass the filters of the form, and how many there are before. `notes` say what the
 * service does not tell about links that were left out for that alone. Throws what reading them throws.
 */
export async function selectLinks(job: Job<Input>, caller: Caller) {
	const { checked, params } = job;
	const all = await mapInTurns(await allEntries(caller, listLinks, defined({ file: params.file })), fieldsIn);
	const loggedFor = await withCreators(job, caller, all);
	const matchOf = compileLinkFilter(checked, caller.clock.now() / 1000, loggedFor);
	const columnsOf = oncePerMakings(makingColumns);
	const matched = await mapInTurns(all, (link) => ({
		link: loggedFor ? { ...link, ...columnsOf(loggedFor(link)) } : link,
		...matchOf(link),
	}));
	const unknown = matched.flatMap((each) => (each.unknown.length > 0 ? [each.unknown] : []));
	const labels = [...new Set(unknown.flat())].map((name) => LINK_FILTER_LABELS[name]);
	const why = `Left out, because the service does not say what ${labels.join(' and ')} asks about`;
	return {
		open: all.length,
		wanted: matched.filter(({ wanted }) => wanted).map(({ link }) => link),
		notes: unknown.length === 0 ? [] : [`${why}: ${counted(unknown.length, 'link')}`],
	};
}

/** Lists the open links that pass the filters. Throws what reading them throws. */
export const handler: Handler<In<typeof listLinks>> = {
	check: checkCreator,
	async run(job, caller) {
		const { wanted, notes } = await selectLinks(job, caller);
		for (const note of notes) showHint(job.context, note, 'warning');
		const finished = finisher(job);
		return await mapInTurns(wanted.slice(0, job.limit), (link) => outputItem(finished(link)));
	},
};
