import type { Chain, Group, Outcome, Stage } from '../../protocol/plan/plan';
import { defined } from '../../protocol/wire/json';
import { isLibraryError, type LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { makePace } from '../async/pace';
import { inParallel } from '../async/parallel';
import { unlessFailed } from '../files/unlessFailed';
import { fail, note, reasonToSkip, requireGoingOn, skip, type ApplyOptions, type Making, type Run } from './planRun';

/** What became of a plan. */
export interface Applied<C extends object> {
	/** Of every change that was attempted or skipped. */
	readonly outcomes: ReadonlyMap<C, Outcome<C>>;
	/** The failure that ended the run; changes without an outcome were not attempted. */
	readonly stoppedBy?: LibraryError;
}

/** Makes the changes of a group that nothing stands in the way of. Returns whether they were made. */
async function attempt<C extends object>(run: Run<C>, group: Group<C>): Promise<boolean> {
	const { making, options, over } = run;
	const changes = group.filter((change) => {
		const why = reasonToSkip(run, change);
		if (why !== undefined) skip(run, change, why);
		return why === undefined;
	});
	if (changes.length === 0) return false;
	try {
		const caller = { ...options.caller, noRetryAfter: over.signal };
		const details = await making.make(changes, caller);
		for (const change of changes) note(run, { change, status: 'done', ...defined({ details }) });
		run.general = [];
		return true;
	} catch (cause) {
		if (!isLibraryError(cause)) throw rethrown(cause);
		fail(run, changes, cause);
		return false;
	}
}

/** Makes the groups of a chain one after another. Throws the failure that ends the run. */
async function carryOut<C extends object>(run: Run<C>, chain: Chain<C>): Promise<void> {
	let broken = false;
	for (const group of chain) {
		requireGoingOn(run);
		if (broken) {
			for (const change of group) skip(run, change, 'the change that has to come before it was not made');
			continue;
		}
		broken = !(await attempt(run, group));
		run.options.onProgress?.(run.outcomes.size);
	}
	if (run.stoppedBy) throw run.stoppedBy;
}

async function confirm<C extends object>(run: Run<C>, outcome: Outcome<C>): Promise<void> {
	const { change, details } = outcome;
	requireGoingOn(run);
	try {
		const more = await run.making.confirm?.(change, run.caller);
		if (more) run.outcomes.set(change, { ...outcome, details: { ...details, ...more } });
	} catch (cause) {
		if (!isLibraryError(cause)) throw rethrown(cause);
		fail(run, [change], cause);
		if (run.stoppedBy) throw run.stoppedBy;
	}
}

/** Corrects the outcomes of changes that count as failed and have been made. A failure to find out is no failure. */
async function lookAgain<C extends object>(run: Run<C>, outcomes: ReadonlyArray<Outcome<C>>): Promise<void> {
	const failed = outcomes.flatMap(({ change, status }) => (status === 'failed' ? [change] : []));
	if (failed.length === 0 || !run.making.madeAfterAll) return;
	requireGoingOn(run);
	const made = await unlessFailed(run.making.madeAfterAll(failed, run.caller), () => []);
	for (const change of made) run.outcomes.set(change, { change, status: 'done' });
}

async function carryOutStage<C extends object>(run: Run<C>, stage: Stage<C>): Promise<void> {
	const { width } = run.options;
	await inParallel(stage, width, async (chain) => await carryOut(run, chain));
	const outcomes = stage.flat(2).flatMap((change) => run.outcomes.get(change) ?? []);
	await lookAgain(run, outcomes);
	if (!run.making.confirm) return;
	const done = outcomes.filter(({ status }) => status === 'done');
	await inParallel(done, width, async (outcome) => await confirm(run, outcome));
}

/**
 * Makes the changes of a plan stage by stage, at most `width` groups at a time. With `continueOnFail` a change that
 * fails is an outcome, and so is each later one that it prevents; after 20 failures in a row that are not about
 * one thing, the rest is skipped. Otherwise the first failure ends the run, once what is under way has ended. A
 * cancellation always does. Nothing is sent after this has settled. When the service wants fewer requests (429), all
 * that make changes pause together. Throws only what is no LibraryError.
 */
export async function applyPlan<C extends object>(
	stages: ReadonlyArray<Stage<C>>,
	making: Making<C>,
	options: ApplyOptions,
): Promise<Applied<C>> {
	const { pace = makePace() } = options.caller;
	const caller = { ...options.caller, pace };
	const run: Run<C> = {
		...{ making, options: { ...options, caller }, caller },
		...{ outcomes: new Map(), over: new AbortController(), general: [] },
	};
	try {
		for (const stage of stages) await carryOutStage(run, stage);
	} catch (cause) {
		if (isLibraryError(cause) && cause.kind === 'aborted') run.stoppedBy ??= cause;
		if (!run.stoppedBy) throw rethrown(cause);
	}
	return { outcomes: run.outcomes, ...defined({ stoppedBy: run.stoppedBy }) };
}
