import { operatorIn } from '../../../client/files/missingFolder';
import { closing } from '../work/closeLinks';
import type { closeLinks } from '../entries';
import { simpleLink } from '../plan/simpleLink';
import { filtersIn, LINK_FILTER_LABELS, type LinkFilter } from '../plan/links';
import type { In } from '../../../protocol/operation/define';
import { eachAlone } from '../../../protocol/plan/plan';
import { concurrencyIn } from '../../../n8n/form/nodeSettings';
import { runPlan } from '../../../n8n/plan/runPlan';
import type { Handler } from '../../../n8n/execute/job';
import { checkCreator, selectLinks } from './listLinks';

function reasonOf(filter: LinkFilter): string {
	const labels = filtersIn(filter).map((name) => LINK_FILTER_LABELS[name]);
	return labels.length === 0 ? 'all links are to be closed' : `passes the filters: ${labels.join(', ')}`;
}

/**
 * Closes the open links that pass the filters. A link that cannot be closed does not keep the others open. Throws what
 * reading the links throws and, unless the workflow goes on, the first failure where not one link could be closed.
 */
export const handler: Handler<In<typeof closeLinks>> = {
	check: checkCreator,
	async run(job, caller) {
		const { open, wanted, notes } = await selectLinks(job, caller);
		const reason = reasonOf(job.checked);
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
