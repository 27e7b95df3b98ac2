import { describeTableChange, type SubjectChange, type TableChange } from '../../protocol/permissionTable/tableChange';
import { defined } from '../../protocol/wire/json';
import { isLibraryError, type LibraryError, reworded } from '../../protocol/wire/libraryError';
import { inParallel } from '../async/parallel';
import type { Caller } from '../service/call';
import { makeTogether, settle } from './makeTableChange';
import type { PlaceReader } from './placeReader';

/** What became of one change. */
export interface TableOutcome {
	readonly change: TableChange;
	/** Why the change was not made, or has not had its effect; absent where it has. */
	readonly failure?: LibraryError;
	readonly warning?: string;
}

/** What became of a plan. */
export interface AppliedTable {
	/** Of every change that was attempted, in the order of the plan. */
	readonly outcomes: readonly TableOutcome[];
	/** The failure that ended the run; changes without an outcome were not attempted. */
	readonly stoppedBy?: LibraryError;
}

/** How changes are made. */
export interface ApplyTableOptions {
	/** The most requests at the same time. */
	readonly width: number;
	/** Whether the other changes are made after a failure. */
	readonly continueOnFail: boolean;
}

interface Run {
	readonly caller: Caller;
	readonly reader: PlaceReader;
	readonly options: ApplyTableOptions;
	readonly outcomes: Map<TableChange, TableOutcome>;
	stoppedBy?: LibraryError;
}

const withChange = (failure: LibraryError, change: TableChange): LibraryError =>
	reworded(failure, `${failure.message}; failed to ${describeTableChange(change)}`, defined({ item: change.item }));

/** Notes the failure of some changes. Throws it when it ends the run. */
function noteFailure(run: Run, changes: readonly TableChange[], cause: unknown): void {
	if (!isLibraryError(cause)) throw cause;
	for (const change of changes) run.outcomes.set(change, { change, failure: withChange(cause, change) });
	if (run.options.continueOnFail && cause.kind !== 'aborted') return;
	const [first] = changes;
	run.stoppedBy ??= first ? withChange(cause, first) : cause;
	throw run.stoppedBy;
}

/** What one request can do: the same for several subjects of one folder, named in ways that go together. */
function groupKey(change: TableChange, at: number): string {
	if (change.action === 'set_inheritance') return String(at);
	const { fullpath, action, permission, subject } = change;
	// Departments come first, so that members are looked at when everything that they may get is there.
	return JSON.stringify([action, fullpath, action === 'set' ? subject.by : '', permission]);
}

/** The changes that share a request, in the order of the plan. */
function grouped(changes: readonly TableChange[]): TableChange[][] {
	const groups = new Map<string, TableChange[]>();
	changes.forEach((change, at) => {
		const key = groupKey(change, at);
		groups.set(key, [...(groups.get(key) ?? []), change]);
	});
	return [...groups.values()];
}

const depthOf = ({ fullpath }: TableChange): number => (fullpath === '' ? 0 : fullpath.split('/').length);
const rankOf = (change: TableChange): number =>
	change.action === 'set_inheritance' ? 0 : change.action === 'remove' ? 1 : change.subject.type === 'member' ? 3 : 2;

/** The changes in steps; those of one step cannot disturb each other. Folders come before what is in them. */
function stepsOf(changes: readonly TableChange[]): TableChange[][] {
	const steps = new Map<number, TableChange[]>();
	for (const change of changes) {
		const step = depthOf(change) * 4 + rankOf(change);
		steps.set(step, [...(steps.get(step) ?? []), change]);
	}
	return [...steps].sort(([a], [b]) => a - b).map(([, step]) => step);
}

/** Makes the changes of one request, and looks whether each has had its effect. */
async function carryOut(run: Run, group: readonly TableChange[]): Promise<void> {
	try {
		await makeTogether(run.caller, run.reader, group);
		for (const change of group) run.outcomes.set(change, { change });
	} catch (cause) {
		noteFailure(run, group, cause);
	}
}

const wasSet = (run: Run, change: TableChange): change is SubjectChange =>
	change.action === 'set' && run.outcomes.get(change)?.failure === undefined;

async function check(run: Run, change: SubjectChange): Promise<void> {
	try {
		const warning = await settle(run.caller, run.reader, change);
		run.outcomes.set(change, { change, ...defined({ warning }) });
	} catch (cause) {
		noteFailure(run, [change], cause);
	}
}

/**
 * Makes the changes of a plan, at most `width` requests at a time. Changes of the same permissions in one folder share
 * a request; each is then read back. With `continueOnFail` a change that fails is an outcome; otherwise the first
 * failure ends the run, once the requests in progress have ended. A cancellation always does.
 */
export async function applyTable(
	caller: Caller,
	reader: PlaceReader,
	changes: readonly TableChange[],
	options: ApplyTableOptions,
): Promise<AppliedTable> {
	const run: Run = { caller, reader, options, outcomes: new Map() };
	try {
		for (const step of stepsOf(changes)) {
			await inParallel(grouped(step), options.width, async (group) => await carryOut(run, group));
			const set = step.filter((change) => wasSet(run, change));
			await inParallel(set, options.width, async (change) => await check(run, change));
		}
	} catch (cause) {
		if (!run.stoppedBy) throw cause;
	}
	const outcomes = changes.flatMap((change) => run.outcomes.get(change) ?? []);
	return { outcomes, ...defined({ stoppedBy: run.stoppedBy }) };
}
