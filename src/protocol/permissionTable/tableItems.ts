import type { DeletionLimits } from '../operation/deletionLimits';
import { defined, type JsonObject } from '../wire/json';
import type { TablePlan } from './planTable';
import { subjectValue } from './subject';
import type { TableChange, TableDifferences } from './tableChange';
import { shownPath } from './tableRow';

/* What Apply Table puts out. */

/** `planned` in a dry run, `blocked` in a run that must not change anything. */
export type TableStatus = 'planned' | 'blocked' | 'done' | 'failed';

/** An item of Apply Table for one change. */
export type TableChangeItem = {
	readonly type: 'change';
	readonly action: TableChange['action'];
	readonly kind: 'member' | 'department' | 'folder';
	readonly fullpath: string;
	readonly hash?: string;
	readonly member_id?: number;
	readonly account?: string;
	readonly out_id?: string;
	readonly group_id?: number;
	readonly group_out_id?: string;
	readonly name?: string;
	readonly reason: string;
	readonly differences: TableDifferences;
	readonly status: TableStatus;
	/** In a plan that must not be carried out; the summary says why. */
	readonly blocked?: true;
	readonly warning?: string;
	/** Message of a change that failed. */
	readonly error?: string;
};

/** The last item of Apply Table: the plan in numbers, and what became of it. */
export type TableSummaryItem = {
	readonly type: 'summary';
	readonly dry_run: boolean;
	/** `failed` as soon as one change has failed. */
	readonly status: TableStatus;
	readonly blocked: boolean;
	/** Why it is blocked. */
	readonly reasons: readonly string[];
	readonly changes: number;
	readonly set: number;
	readonly set_inheritance: number;
	readonly remove: number;
	readonly rows: number;
	readonly folders: number;
	readonly unchanged: number;
	/** Rows that are as they were read, and follow a row that was edited. */
	readonly following: number;
	readonly limits: {
		readonly percent: number;
		/** Null for no limit by number. */
		readonly count: number | null;
		readonly removed: number;
		readonly existing: number;
	};
	readonly notes: readonly string[];
	readonly done: number;
	readonly failed: number;
	/** Message of a blocked run. */
	readonly error?: string;
};

/** A change as a person reads it. */
export function tableChangeItem(change: TableChange, status: TableStatus): TableChangeItem {
	const { action, fullpath, hash, reason, differences } = change;
	const who: JsonObject =
		change.action === 'set_inheritance'
			? { kind: 'folder' }
			: {
					kind: change.subject.type,
					[change.subject.by]: subjectValue(change.subject),
					name: change.name || undefined,
				};
	const shown = { type: 'change', action, fullpath: shownPath(fullpath), hash, ...who, reason, differences, status };
	return defined(shown) as TableChangeItem;
}

const FOLLOWING =
	'Rows that are as Get Table read them were not applied where a row was edited that they may get permissions ' +
	'from: they follow it';
const ROLES =
	'The service does not say which role somebody has in a folder. A row with a role is sent again in every run, ' +
	'unless the permissions show that the role applies';

/** The plan in numbers, before anything of it is made. */
export function tableSummary(
	plan: TablePlan,
	counts: { readonly rows: number; readonly folders: number },
	{ percent, count }: DeletionLimits,
): Omit<TableSummaryItem, 'type' | 'dry_run' | 'status' | 'done' | 'failed'> {
	const { changes, unchanged, following, blocks, removals } = plan;
	const having = (action: TableChange['action']): number => changes.filter((each) => each.action === action).length;
	const hasRole = changes.some(({ differences }) => differences.role !== undefined);
	return {
		blocked: blocks.length > 0,
		reasons: blocks,
		changes: changes.length,
		set: having('set'),
		set_inheritance: having('set_inheritance'),
		remove: having('remove'),
		...counts,
		unchanged,
		following,
		limits: { percent, count: count ?? null, ...removals },
		notes: [...(following > 0 ? [FOLLOWING] : []), ...(hasRole ? [ROLES] : [])],
	};
}
