import { emptying, readBin } from '../work/emptyBin';
import { operatorIn } from '../../../client/files/missingFolder';
import { inTurns } from '../../../client/async/inTurns';
import type { emptyBin } from '../entries';
import type { In } from '../../../protocol/operation/define';
import { planBin } from '../plan/recycled';
import { defined } from '../../../protocol/wire/json';
import { concurrencyIn } from '../../../n8n/form/nodeSettings';
import { runPlan } from '../../../n8n/plan/runPlan';
import type { Handler } from '../../../n8n/execute/job';

/**
 * Deletes the entries of the recycle bin that pass the filters. One that cannot be deleted does not keep the others.
 * Throws what reading the recycle bin throws and, unless the workflow goes on, the first failure where not one entry
 * could be deleted.
 */
export const handler: Handler<In<typeof emptyBin>> = {
	async run(job, caller) {
		const {
			operatorId: _id,
			operatorName: _name,
			allEntries,
			deletionLimit,
			deletionLimitCount,
			...filter
		} = job.checked;
		const entries = await readBin(caller);
		const plan = planBin(entries, {
			filter,
			reason: allEntries === true ? 'all entries are to be deleted' : 'passes the filters',
			limits: { percent: deletionLimit ?? 100, ...defined({ count: deletionLimitCount }) },
			now: caller.clock.now() / 1000,
		});
		return await runPlan(job, {
			plan: await inTurns(plan),
			making: emptying(operatorIn(job.params), entries.length),
			caller,
			width: concurrencyIn(job.form),
			verb: 'Deleting',
			whenBlocked: 'check the filters; if they are right, raise the limit under Options',
			keepsGoing: true,
		});
	},
};
