import type { Group, Obstacles, Outcome } from '../../protocol/plan/plan';
import { defined, type JsonObject } from '../../protocol/wire/json';
import { abortedError, LibraryError, reworded, type ErrorKind } from '../../protocol/wire/libraryError';
import type { Caller } from '../service/call';

/* A plan while it is carried out: how its changes are made, what has become of them, and whether it goes on. */

/** How the changes of an operation are made. All but `make` is optional. */
export interface Making<C extends object> {
	/**
	 * Makes the changes of one group. Returns what their items show besides. Throws LibraryError when it has made
	 * none of them. Everything is sent by `caller`, which does not try again after the end of the run.
	 */
	make(changes: Group<C>, caller: Caller): Promise<JsonObject | undefined>;
	/**
	 * Looks whether a change that was made has had its effect, after all others of its stage. Undefined where there is
	 * nothing to look for. Returns further fields of its item; throws LibraryError where it has not.
	 */
	confirm?(change: C, caller: Caller): Promise<JsonObject | undefined>;
	/** Looks once in each stage which failed changes have been made all the same, by a lost answer or someone else. */
	madeAfterAll?(failed: Group<C>, caller: Caller): Promise<Group<C>>;
	/** Why a change that failed so is skipped instead, which is no failure of the run; undefined where it is one. */
	leavesOut?(cause: LibraryError): string | undefined;
	/** What a change that is not made prevents; nothing when absent. Made for one run. */
	readonly obstacles?: Obstacles<C>;
	/** What a change does, after "failed to": ends the message of its failure. */
	describe?(change: C): string;
	/** The input item that asked for a change, from 0. */
	itemOf?(change: C): number | undefined;
}

/** How a plan is carried out. */
export interface ApplyOptions {
	/** Its signal cancels the run. */
	readonly caller: Caller;
	/** The most groups at the same time. */
	readonly width: number;
	/** Whether the other changes are made after a failure. */
	readonly continueOnFail: boolean;
	/** Called after each group: how many changes have an outcome. */
	readonly onProgress?: (count: number) => void;
}

/** A plan while it is carried out. */
export interface Run<C extends object> {
	readonly making: Making<C>;
	readonly options: ApplyOptions;
	/** For what is looked up: what it sends pauses together with the changes. */
	readonly caller: Caller;
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

/** Why a change is not attempted. */
export function reasonToSkip<C extends object>({ general, making }: Run<C>, change: C): string | undefined {
	const last = general.at(-1);
	if (last && general.length >= MAX_IN_ROW)
		return `${general.length} changes in a row had failed, the last one because: ${last.message}`;
	return making.obstacles?.to(change);
}

/** Notes what became of a change. */
export function note<C extends object>(run: Run<C>, outcome: Outcome<C>): void {
	if (outcome.failure) run.making.obstacles?.add(outcome.change, outcome.failure);
	run.outcomes.set(outcome.change, outcome);
}

/** Notes that a change is not attempted. */
export const skip = <C extends object>(run: Run<C>, change: C, why: string): void =>
	note(run, { change, status: 'skipped', failure: notAttempted(why) });

/** The failure of a change, with what the change was to do and the item that asked for it. */
function failureOf<C extends object>({ making }: Run<C>, change: C, cause: LibraryError): LibraryError {
	const what = making.describe?.(change);
	const message = what === undefined ? cause.message : `${cause.message}; failed to ${what}`;
	const item = making.itemOf?.(change);
	return what === undefined && item === undefined ? cause : reworded(cause, message, defined({ item }));
}

/** Notes that changes have failed. Ends the run where it does not go on after failures. */
export function fail<C extends object>(run: Run<C>, changes: Group<C>, cause: LibraryError): void {
	const reason = run.making.leavesOut?.(cause);
	if (reason !== undefined) {
		for (const change of changes) note(run, { change, status: 'skipped', details: { reason } });
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
export function requireGoingOn<C extends object>(run: Run<C>): void {
	const { signal } = run.options.caller;
	if (signal?.aborted) run.stoppedBy ??= abortedError(signal.reason);
	if (run.stoppedBy) throw run.stoppedBy;
}
