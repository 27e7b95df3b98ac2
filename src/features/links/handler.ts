import { mapInTurns } from '../../client/async/inTurns';
import { operatorIn } from '../../client/files/missingFolder';
import { allEntries } from '../../client/paging/pages';
import type { Caller } from '../../client/service/call';
import { isByEnterprise, libraryCallerOf } from '../../n8n/credentials/caller';
import { enterpriseOf, type Job, type HandlerFor, handles } from '../../n8n/execute/job';
import { showHint } from '../../n8n/execute/hints';
import { itemMaker } from '../../n8n/execute/plainOperation';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { runPlan } from '../../n8n/plan/runPlan';
import { eachAlone } from '../../protocol/plan/plan';
import { defined, fieldsIn, filledText, type JsonObject, textOf } from '../../protocol/wire/json';
import { counted, inputError } from '../../protocol/wire/libraryError';
import { oncePer } from '../../protocol/wire/oncePer';
import { closeLinks, listLinks } from './entries';
import { type LoggedLink, creatorColumns } from './plan/linkMaking';
import {
	compileLinkFilter,
	filtersIn,
	filterLabel,
	type LinkFilter,
	logFiltersIn,
	simpleLink,
	type SimpleLink,
} from './plan/links';
import { closing, readLinkCreators } from './work/links';
import { dayIn } from '../../n8n/form/readForm';
import { matches, pageOfAll, searchMethod } from '../../n8n/lists/listSearch';

type Input = LinkFilter & { readonly creator?: boolean };

/** Refuses what only the log of the library tells, where its credential is missing. Throws inputError. */
function checkCreator({ checked, form, item }: Job<Input>): void {
	const [name] = logFiltersIn(checked);
	const label = name ? filterLabel(name) : checked.creator ? 'Include Creator' : undefined;
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
	const logged = await readLinkCreators(caller, asked, concurrencyIn(form), open);
	return (link: object): readonly LoggedLink[] => logged.get(link as JsonObject) ?? [];
}

/**
 * The open links of the library that pass the filters of the form, and how many there are before. `notes` say what the
 * service does not tell about links that were left out for that alone. Throws what reading them throws.
 */
async function selectLinks(job: Job<Input>, caller: Caller) {
	const { checked, params } = job;
	const all = await mapInTurns(await allEntries(caller, listLinks, defined({ file: params.file })), fieldsIn);
	const loggedFor = await withCreators(job, caller, all);
	const matchOf = compileLinkFilter(checked, caller.clock.now() / 1000, loggedFor);
	const columnsOf = oncePer(creatorColumns);
	const matched = await mapInTurns(all, (link) => ({
		link: loggedFor ? { ...link, ...columnsOf(loggedFor(link)) } : link,
		...matchOf(link),
	}));
	const unknown = matched.flatMap((each) => (each.unknown.length > 0 ? [each.unknown] : []));
	const labels = [...new Set(unknown.flat())].map(filterLabel);
	const why = `Left out, because the service does not say what ${labels.join(' and ')} asks about`;
	return {
		open: all.length,
		wanted: matched.filter(({ wanted }) => wanted).map(({ link }) => link),
		notes: unknown.length === 0 ? [] : [`${why}: ${counted(unknown.length, 'link')}`],
	};
}

const NO_PATHS = 'The service does not say in which folders these files are: two of one name look the same';

/** Lists the open links that pass the filters. Throws what reading them throws. */
const list: HandlerFor<typeof listLinks> = {
	check: checkCreator,
	async run(job, caller) {
		const { wanted, notes } = await selectLinks(job, caller);
		for (const note of notes) showHint(job.context, note, 'warning');
		if (wanted.some(({ fullpath }) => filledText(fullpath) === undefined)) showHint(job.context, NO_PATHS);
		const finished = itemMaker(job);
		return await mapInTurns(wanted.slice(0, job.limit), finished);
	},
};

/**
 * Closes the open links that pass the filters. A link that cannot be closed does not keep the others open. Throws what
 * reading the links throws and, unless the workflow goes on, the first failure where not one link could be closed.
 */
const closeMany: HandlerFor<typeof closeLinks> = {
	check: checkCreator,
	async run(job, caller) {
		const { open, wanted, notes } = await selectLinks(job, caller);
		const labels = filtersIn(job.checked).map(filterLabel);
		const reason = labels.length > 0 ? `passes the filters: ${labels.join(', ')}` : 'all links are to be closed';
		return await runPlan(job, {
			plan: {
				changes: wanted,
				stages: [eachAlone(wanted)],
				reasons: [],
				notes,
				deletions: wanted.length,
				describe: (link) => ({ action: 'close', type: 'link', reason, ...simpleLink(link) }),
				totals: () => ({ links: open }),
			},
			making: closing(operatorIn(job.params)),
			caller,
			width: concurrencyIn(job.form),
			verb: 'Closing',
			keepsGoing: true,
		});
	},
};

/** A link shown by what it opens, when it ends and its code: several links to one file differ in the code only. */
function linkItem({ fullpath, filename, code, expires_at: expires }: SimpleLink, timeZone: string) {
	const end = expires ? `until ${dayIn(timeZone, Date.parse(expires))}` : expires === null ? 'never expires' : 'open';
	return { name: `${textOf(fullpath ?? filename)} (${end}, ${textOf(code)})`, value: textOf(code) };
}

/** The open links by their codes. The service answers all links at once, so the pages are made here. */
export const openLinks = searchMethod(async (context, filter, token) => {
	const caller = await libraryCallerOf(context);
	const all = (await allEntries(caller, listLinks)).map(simpleLink);
	const found = all.filter(
		({ filename, fullpath, code }) => textOf(code) !== '' && matches(filter.trim(), filename, fullpath, code),
	);
	return pageOfAll(found, (link) => linkItem(link, context.getTimezone()), token);
});

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(listLinks, list), handles(closeLinks, closeMany)];
