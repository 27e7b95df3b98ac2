import {
	planTable,
	readRow,
	type RowFacts,
	type PlacedRow,
	type TableChange,
	type TableFacts,
} from '#permissionTable/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { statusIn, type Subject } from '../../../src/protocol/catalogue/permissionCodes';
import { atOnce } from '../../support/atOnce';

/** A row made by hand, of item 0. */
export const row = (fullpath: string, who: object, more: object): PlacedRow =>
	readRow({ item: 0, where: '', json: { fullpath, ...who, ...more } }) as PlacedRow;
export const KIM = { member_id: 7 };
export const SALES = { group_id: 12 };

/** Codes that are granted (1) and denied (-1). */
export type States = Readonly<Record<string, number>>;
/** The facts of a row by such codes; nothing applies where they are absent. */
export interface Facts extends Partial<Omit<RowFacts, 'codes' | 'parent'>> {
	readonly codes?: States;
	readonly parent?: States | undefined;
}
export const factsOf = ({ codes = {}, parent, ...more }: Facts): RowFacts => ({
	codes: statusIn(codes),
	parent: parent && statusIn(parent),
	isShared: false,
	...more,
});
interface World {
	readonly facts?: ReadonlyMap<PlacedRow, Facts>;
	readonly places?: TableFacts['places'];
	readonly roles?: ReadonlyMap<number, States>;
	readonly percent?: number;
	/** Rows of people whom the service does not know, with what it said. */
	readonly unknown?: TableFacts['unknown'];
	readonly failsForUnknown?: boolean;
	readonly missing?: Array<[fullpath: string, subject: Subject, codes: States]>;
}
type TablePlan = Plan<TableChange> & { unchanged: unknown; following: unknown };
/** The plan of rows in a world, as a computation that may be interrupted. */
function planning(
	rows: readonly PlacedRow[],
	{ facts, places = new Map(), roles = new Map<number, States>(), missing = [], ...more }: World = {},
) {
	const known = [...(facts ?? [])].map(([each, more]) => [each, factsOf(more)] as const);
	const gone = missing.map(([fullpath, subject, codes]) => ({ fullpath, subject, codes: statusIn(codes) }));
	const existing = [...places.values()].reduce((sum, { direct }) => sum + (direct?.size ?? 0), 0);
	const table = {
		rows: new Map(known),
		places,
		roles: new Map([...roles].map(([id, codes]) => [id, statusIn(codes)])),
		missing: gone,
		existing,
		unknown: more.unknown ?? new Map(),
	};
	const { percent = 100, failsForUnknown = false } = more;
	return planTable(rows, table, { limits: { percent, count: null }, failsForUnknown, describesAll: false });
}

/** The plan of rows in a world, with its counts. */
export function planOf(rows: readonly PlacedRow[], world?: World): TablePlan {
	const plan = atOnce(planning(rows, world));
	const { unchanged, following } = plan.totals?.([]) ?? {};
	return { ...plan, unchanged, following };
}
/** Each change: what, where, for whom or whether it inherits, and why. */
export const shown = ({ changes }: Pick<TablePlan, 'changes'>) =>
	changes.map((change) => [
		change.action,
		change.fullpath,
		change.action === 'set_inheritance' ? change.inherit : `${change.subject.type} ${change.subject.value}`,
		change.reason,
	]);
