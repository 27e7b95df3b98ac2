import type { Became, Described, Group, Obstacles, Outcome, Chain, Plan, Stage } from '../../protocol/plan/plan';
import { defined } from '../../protocol/wire/json';
import {
	abortedError,
	LibraryError,
	reworded,
	type ErrorKind,
	isLibraryError,
	rethrown,
} from '../../protocol/wire/libraryError';
import { type Caller, unlessFailed } from '../service/call';
import { inParallel } from '../async/tasks';

/* A plan while it is carried out: how its changes are made, what has become of them, and whether it goes on. */

/** How the changes of an operation are made; `D` is what their items say. All but `make` is optional. */
export interface ChangeMaker<C extends object, D extends Described = Described> {
	/**
	 * Makes the changes of one group. Returns what their items show besides. Throws LibraryError when it has made
	 * none of them. Everything is sent by `caller`, which does not try again after the end of the run.
	 */
	make(changes: Group<C>, caller: Caller): Promise<Partial<D> | undefined>;
	/**
	 * Looks whether a change that was made has had its effect, after all others of its stage. Undefined where there is
	 * nothing to look for. Returns further fields of its item; throws LibraryError where it has not.
	 */
	confirm?(change: C, caller: Caller): Promise<Partial<D> | undefined>;
	/** Looks once in each stage which failed changes have been made all the same, by a lost answer or someone else. */
	findMade?(failed: Group<C>, caller: Caller): Promise<Group<C>>;
	/**
	 * What the item of a change that failed so says, at least why, where it is skipped instead, which is no failure of
	 * the run; undefined where it is one.
	 */
	isSkippable?(cause: LibraryError): (Partial<D> & Pick<Became, 'status'> & { readonly reason: string }) | undefined;
	/** What a change that is not made prevents; nothing when absent. Made for one run. */
	readonly obstacles?: Obstacles<C>;
}

type Planned<C extends object> = Pick<Plan<C>, 'stages' | 'purpose' | 'itemOf'>;

/** How a plan is carried out. */
export interface ApplyOptions {
	/** Its signal cancels the run. */
	readonly caller: Caller;
	/** The most groups at the same time. */
	readonly width: number;
	readonly continueOnFail: boolean;
	/** Called after each group: how many changes have an outcome. */
	readonly onProgress?: (count: number) => void;
}

interface Run<C extends object> {
	readonly plan: Planned<C>;
	readonly making: ChangeMaker<C>;
	readonly options: ApplyOptions;
	readonly outcomes: Map<C, Outcome<C>>;
	/** Aborted when a failure has ended the run: what is under way is not tried again. */
	readonly over: AbortController;
	/** Failures since the last change that was made which may be those of every change. */
	general: LibraryError[];
	stoppedBy?: LibraryError;
}

const GENERAL: ReadonlySet<ErrorKind> = new Set(['network', 'timeout', 'busy', 'auth']);
/** Whether a failure is more likely about the service or the account than about one thing. */
export const isGeneral = ({ kind }: LibraryError): boolean => GENERAL.has(kind);
/** As many of them in a row are taken for those of everything that is left: nothing more is attempted. */
export const MAX_IN_ROW = 20;

const notAttempted = (why: string): LibraryError =>
	new LibraryError('conflict', `not attempted: ${why}`, { retryable: false });

function reasonToSkip<C extends object>({ general, making }: Run<C>, change: C): string | undefined {
	const last = general.at(-1);
	if (last && general.length >= MAX_IN_ROW)
		return `${general.length} changes in a row had failed, the last one because: ${last.message}`;
	return making.obstacles?.to(change);
}

function note<C extends object>(run: Run<C>, outcome: Outcome<C>): void {
	if (outcome.failure) run.making.obstacles?.add(outcome.change, outcome.failure);
	run.outcomes.set(outcome.change, outcome);
}

const skip = <C extends object>(run: Run<C>, change: C, why: string): void =>
	note(run, { change, status: 'skipped', failure: notAttempted(why) });

/** The failure of a change, with what the change was to do and the item that asked for it. */
function failureOf<C extends object>({ plan }: Run<C>, change: C, cause: LibraryError): LibraryError {
	const what = plan.purpose?.(change);
	const message = what === undefined ? cause.message : `${cause.message}; failed to ${what}`;
	return reworded(cause, message, defined({ item: plan.itemOf?.(change) }));
}

function fail<C extends object>(run: Run<C>, changes: Group<C>, cause: LibraryError): void {
	const details = run.making.isSkippable?.(cause);
	if (details) {
		for (const change of changes) note(run, { change, status: 'skipped', details });
		return;
	}
	if (isGeneral(cause)) run.general.push(cause);
	const failures = changes.map((change) => ({ change, failure: failureOf(run, change, cause) }));
	for (const { change, failure } of failures) note(run, { change, status: 'failed', failure });
	if (run.options.continueOnFail && cause.kind !== 'aborted') return;
	run.stoppedBy ??= failures[0]?.failure ?? cause;
	run.over.abort();
}

/** Throws the failure that has ended the run, or the cancellation that ends it now. */
function requireGoingOn<C extends object>(run: Run<C>): void {
	const { signal } = run.options.caller;
	if (signal?.aborted) run.stoppedBy ??= abortedError(signal.reason);
	if (run.stoppedBy) throw run.stoppedBy;
}

/** What became of a plan. */
export interface Applied<C extends object> {
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
		const more = await run.making.confirm?.(change, run.options.caller);
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
	if (failed.length === 0 || !run.making.findMade) return;
	requireGoingOn(run);
	const made = await unlessFailed(run.making.findMade(failed, run.options.caller), () => []);
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
 * cancellation always does. Nothing is sent after this has settled. Throws only what is no LibraryError.
 */
export async function applyPlan<C extends object>(
	plan: Planned<C>,
	making: ChangeMaker<C>,
	options: ApplyOptions,
): Promise<Applied<C>> {
	const run: Run<C> = { plan, making, options, outcomes: new Map(), over: new AbortController(), general: [] };
	try {
		for (const stage of plan.stages) await carryOutStage(run, stage);
	} catch (cause) {
		if (isLibraryError(cause) && cause.kind === 'aborted') run.stoppedBy ??= cause;
		if (!run.stoppedBy) throw rethrown(cause);
	}
	return { outcomes: run.outcomes, ...defined({ stoppedBy: run.stoppedBy }) };
}
