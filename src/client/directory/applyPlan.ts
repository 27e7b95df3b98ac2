import { makeObstacles, type Obstacles, type Step, type Task } from '../../protocol/directory/changeOrder';
import { describeChange, type DirectoryChange } from '../../protocol/directory/directoryChange';
import { defined } from '../../protocol/wire/json';
import { isLibraryError, LibraryError, reworded } from '../../protocol/wire/libraryError';
import { inParallel } from '../async/parallel';
import type { Caller, Wait } from '../service/call';
import { makeChange, send } from './makeChange';

/** What became of one change. */
export interface Outcome {
	readonly change: DirectoryChange;
	/** Why the change was not made; absent where it was. */
	readonly failure?: LibraryError;
	readonly warning?: string;
}

/** What became of a plan. */
export interface AppliedPlan {
	/** Of every change that was attempted or skipped, in the order of the plan. */
	readonly outcomes: readonly Outcome[];
	/** The failure that ended the run; changes without an outcome were not attempted. */
	readonly stoppedBy?: LibraryError;
}

/** How changes are made. */
export interface ApplyOptions {
	/** The most changes of members at the same time. */
	readonly width: number;
	/** Whether the other changes are made after a failure. */
	readonly continueOnFail: boolean;
}

/** A plan while it is carried out. */
interface PlanRun {
	readonly caller: Caller;
	readonly options: ApplyOptions;
	readonly outcomes: Map<DirectoryChange, Outcome>;
	readonly obstacles: Obstacles;
	stoppedBy?: LibraryError;
}

/** The failure of a change, with what the change was about and the item that asked for it. */
const withChange = (failure: LibraryError, change: DirectoryChange): LibraryError =>
	reworded(failure, `${failure.message}; failed to ${describeChange(change)}`, defined({ item: change.item }));

/** The failure of a change that was not attempted. */
const skipped = (change: DirectoryChange, obstacle: string): LibraryError =>
	new LibraryError('conflict', `Did not ${describeChange(change)}: ${obstacle}`, defined({ item: change.item }));

/** Whether the service answered that it did not do it; after anything else it may have. */
const wasRefused = ({ status }: LibraryError): boolean => status !== undefined && status < 500;

/** Why a change was not made. */
interface NotMade {
	readonly failure: LibraryError;
	/** Whether none of the attempts can have made it. */
	readonly certain: boolean;
}

/** Makes one change; answers why it was not made. */
async function attempt(
	{ caller, outcomes, obstacles }: PlanRun,
	change: DirectoryChange,
): Promise<NotMade | undefined> {
	const obstacle = obstacles.to(change);
	if (obstacle !== undefined) return { failure: skipped(change, obstacle), certain: true };
	// What is refused in the end may have been made by an attempt whose answer was lost.
	let certain = true;
	const onWait = (wait: Wait): void => {
		certain &&= wasRefused(wait.error);
		caller.onWait?.(wait);
	};
	try {
		const warnings = [change.warning, await makeChange({ ...caller, onWait }, change)];
		const warning = warnings.filter((text) => text !== undefined).join('. ') || undefined;
		outcomes.set(change, { change, ...defined({ warning }) });
		return undefined;
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
		return { failure: withChange(cause, change), certain: certain && wasRefused(cause) };
	}
}

/** Takes back a change whose other half was refused. Where that fails too, the next run makes the other half. */
async function takeBack(caller: Caller, { undo }: DirectoryChange): Promise<void> {
	try {
		if (undo) await send(caller, undo);
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
	}
}

/** Notes that a change was not made. Throws the failure when it ends the run. */
function noteFailure(run: PlanRun, change: DirectoryChange, failure: LibraryError): void {
	run.obstacles.add(change);
	run.outcomes.set(change, { change, failure });
	if (run.options.continueOnFail && failure.kind !== 'aborted') return;
	run.stoppedBy ??= failure;
	throw failure;
}

/** Makes the changes of a task one after another. Throws the failure that ends the run. */
async function carryOut(run: PlanRun, task: Task): Promise<void> {
	let made: DirectoryChange | undefined;
	let first: LibraryError | undefined;
	for (const change of task) {
		const notMade = first
			? { failure: skipped(change, 'the change that has to come before it was not made'), certain: true }
			: await attempt(run, change);
		if (notMade) {
			if (made?.undo && notMade.certain) await takeBack(run.caller, made);
			first ??= notMade.failure;
			noteFailure(run, change, notMade.failure);
		}
		made = notMade ? undefined : change;
	}
}

/**
 * Makes the changes of a plan in its order, those of members at most `width` at a time. With `continueOnFail` a change
 * that fails is an outcome, and changes that would do harm after it are skipped. Otherwise the first failure ends the
 * run, once the changes in progress have ended. A cancellation always does.
 */
export async function applyPlan(caller: Caller, steps: readonly Step[], options: ApplyOptions): Promise<AppliedPlan> {
	const run: PlanRun = { caller, options, outcomes: new Map(), obstacles: makeObstacles() };
	try {
		for (const step of steps) await inParallel(step, options.width, async (task) => await carryOut(run, task));
	} catch (cause) {
		if (!run.stoppedBy) throw cause;
	}
	const outcomes = steps.flat(2).flatMap((change) => run.outcomes.get(change) ?? []);
	return { outcomes, ...defined({ stoppedBy: run.stoppedBy }) };
}
