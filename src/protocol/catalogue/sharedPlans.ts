import { local } from '../operation/fields';
import type { In } from '../operation/define';

/* What all operations that compare first and then change have in common: a plan to show, and what they put out. */

/** The fields on top of every such job. `help` says what the plan is, after "Whether". */
export const planFields = (help = 'Whether to only show the changes') =>
	({
		dryRun: local.top.flag(help, {
			default: true,
			hint: 'Nothing is changed while this is on; the output is the plan',
		}),
		planOutput: local.top.choice(['Return', 'How to return the plan, or the changes that were made'], {
			choices: {
				changes: ['One Item per Change', 'No items when the plan is empty'],
				summary: [
					'One Summary',
					'One item with the number of changes, why the plan is blocked, and the changes as a list',
				],
			},
		}),
	}) as const;

/** Whether the rows of an operation over all input items are these items, or JSON; `helps` says what each is. */
export const rowsFrom = (
	label: string,
	help: string,
	{ hint, ...helps }: { readonly hint: string; readonly items: string; readonly json: string },
) =>
	local.top.choice([label, help], {
		hint,
		choices: { items: ['Input Items', helps.items], json: ['JSON', helps.json] },
	});

/** What was entered for such a job. */
export type PlanInput = In<{ readonly input: ReturnType<typeof planFields> }>;

/** The largest share that one run may take away; `help` says of what, and what happens without it. */
export const deletionShare = (percent: number, help: string) =>
	local.int(['Deletion Limit (%)', `Maximum share ${help}`], { saidOnce: true, default: percent, min: 0, max: 100 });

/** The same as a number, which there is none of unless somebody adds it; `help` says of what. */
export const deletionCount = (help: string) =>
	local.int(['Deletion Limit (Number)', `Maximum number ${help}, besides the share`], {
		saidOnce: true,
		default: 100,
		min: 0,
		details: 'Without this option there is no limit by number.',
	});
