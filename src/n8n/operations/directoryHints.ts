import type { PlanSummary } from '../../protocol/directory/planSummary';
import type { Job } from './job';
import { showHint } from './listHints';
import { blockedHint } from './planFailures';

/* What Synchronize Directory says above the items in the editor. */

/** As many names as fit into a hint. */
const MAX_NAMES = 10;

function unknownHint(unknown: Readonly<Record<string, number>>): string | undefined {
	const all = Object.entries(unknown);
	if (all.length === 0) return undefined;
	const names = all
		.slice(0, MAX_NAMES)
		.map(([name, count]) => `"${name}" (${count === 1 ? '1 entry' : `${count} entries`})`);
	const rest = all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '';
	return (
		`These fields of the input mean nothing here and were ignored: ${names.join(', ')}${rest}. ` +
		'If one of them is to be read, enter its name under Field Names.'
	);
}

/** Shows what a person should know: why the plan is blocked, fields that were ignored, rules that do not apply. */
export function showHints({ context }: Job, summary: PlanSummary, unused: readonly string[]): void {
	const names = unused.map((name) => `"${name}"`).join(', ');
	const messages = [
		...(summary.blocked ? [blockedHint(summary.reasons)] : []),
		...(unused.length > 0 ? [`No entry of the input has the field ${names}, which Field Names refers to`] : []),
		unknownHint(summary.unknown_fields) ?? [],
		...summary.notes,
	].flat();
	for (const message of messages) showHint(context, message, 'warning');
}
