import { type HandlerFor, handles, inputRows } from '../../n8n/execute/job';
import { inTurns } from '../../client/async/inTurns';
import { directoryMaking } from './work/makeChange';
import { readDirectory } from './work/readDirectory';
import { synchronizeDirectory } from './entries';
import { type DirectoryRules, entryFields, type WantedDirectory } from './plan/directories';
import { planDirectory } from './plan/planDirectory';
import { readWanted, unusedNames } from './plan/readWanted';
import { counted } from '../../protocol/wire/libraryError';
import { runPlan } from '../../n8n/plan/runPlan';
import { showHint } from '../../n8n/execute/hints';

const MAX_NAMES = 10;

function fieldHints({ unknownFields }: WantedDirectory, unused: readonly string[]): string[] {
	const hints: string[] = [];
	const quoted = unused.map((name) => `"${name}"`).join(', ');
	if (unused.length > 0) hints.push(`No entry of the input has the field ${quoted}, which Field Names refers to`);
	const all = Object.entries(unknownFields);
	const names = all.slice(0, MAX_NAMES).map(([name, count]) => `"${name}" (${counted(count, 'entry', 'entries')})`);
	const rest = all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '';
	if (all.length > 0)
		hints.push(
			`These fields of the input mean nothing here and were ignored: ${names.join(', ')}${rest}. ` +
				'If one of them is to be read, enter its name under Field Names.',
		);
	return hints;
}

/** Throws LibraryError input before anything is changed, and what `readDirectory` and `runPlan` throw. */
const handler: HandlerFor<typeof synchronizeDirectory> = {
	// It reads whole lists, page by page.
	automatic: ['start', 'size'],
	async run(job, caller) {
		const input = job.checked;
		const rows = await inputRows(job, {
			key: 'directory',
			of: 'members and departments',
			hint: 'Enter it as [{ "type": "department", … }, …].',
			rowHint: 'Enter each member and department as { "type": …, "out_id": … }.',
		});
		const fields = entryFields(input);
		const wanted = await inTurns(readWanted(rows, fields));
		const rules: DirectoryRules = {
			missingMembers: input.missingMembers ?? 'leave',
			deleteMissingDepartments: input.deleteMissingDepartments === true,
			limits: { percent: input.deletionLimit ?? 10, count: input.deletionLimitCount ?? null },
			resend: input.supervisorsAndOrder !== 'withChanges',
			now: caller.clock.now(),
		};
		const width = input.concurrency ?? 4;
		const current = await readDirectory({ caller, width }, wanted, rules);
		const plan = await inTurns(planDirectory(current, wanted, rules));
		for (const hint of fieldHints(wanted, unusedNames(rows, fields))) showHint(job.context, hint, 'warning');
		return await runPlan(job, {
			plan,
			making: directoryMaking(),
			caller,
			width,
			verb: 'Synchronizing',
			whenBlocked: 'check that the input is complete; if it is, raise the limit under Options',
		});
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(synchronizeDirectory, handler)];
