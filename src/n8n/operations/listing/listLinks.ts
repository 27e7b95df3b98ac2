import { outputItem } from '../job';
import type { Handler } from '../handler';
import { selectLinks } from '../../links/selectLinks';
import { showHint } from '../listHints';
import { finisher } from '../plainOperation';

/** Lists the open links that pass the filters. Throws what reading them throws. */
export const handler: Handler = {
	async run(job, caller) {
		const { wanted, notes } = await selectLinks(job, caller);
		for (const note of notes) showHint(job.context, note, 'warning');
		return wanted.slice(0, job.limit).map(finisher(job)).map(outputItem);
	},
};
