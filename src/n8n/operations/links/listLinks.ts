import type { listLinks } from '../../../protocol/catalogue/libraryLink';
import type { In } from '../../../protocol/operation/define';
import type { Handler } from '../handler';
import { outputItem } from '../job';
import { showHint } from '../listHints';
import { finisher } from '../plainOperation';
import { selectLinks } from './selectLinks';

/** Lists the open links that pass the filters. Throws what reading them throws. */
export const handler: Handler<In<typeof listLinks>> = {
	async run(job, caller) {
		const { wanted, notes } = await selectLinks(job, caller);
		for (const note of notes) showHint(job.context, note, 'warning');
		return wanted.slice(0, job.limit).map(finisher(job)).map(outputItem);
	},
};
