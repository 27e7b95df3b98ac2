import type { MirrorAction } from '../../protocol/mirror/types';
import { defined } from '../../protocol/wire/json';
import { abortedError, isLibraryError, LibraryError, type ErrorKind } from '../../protocol/wire/libraryError';
import { quoted } from '../../protocol/wire/quoted';
import { inParallel } from '../async/parallel';
import type { MirrorPort } from './mirrorPort';
import { makeObstacles, type Obstacles } from './obstacles';

/** What became of one change. */
export interface MirrorOutcome {
	readonly change: MirrorAction;
	/** Bytes of content that were sent; 0 where the service had the content. */
	readonly bytesSent: number;
	/** Why the change was not made; absent where it was. */
	readonly failure?: LibraryError;
}

/** What became of a plan. */
export interface AppliedMirror {
	/** Of every change that was attempted or skipped, in the order of the plan. */
	readonly outcomes: readonly MirrorOutcome[];
	/** The failure that ended the run; changes without an outcome were not attempted. */
	readonly stoppedBy?: LibraryError;
}

/** How changes are made. */
export interface ApplyMirrorOptions {
	/** The most changes at the same time. */
	readonly width: number;
	/** Whether the other changes are made after a failure. */
	readonly continueOnFail: boolean;
	readonly signal?: AbortSignal;
	/** Called after each change: how many have been made or have failed. */
	readonly onProgress?: (count: number) => void;
}

/** A plan while it is carried out. */
interface MirrorRun {
	readonly port: MirrorPort;
	readonly options: ApplyMirrorOptions;
	readonly outcomes: Map<MirrorAction, MirrorOutcome>;
	readonly obstacles: Obstacles;
	/** Failures since the last change that succeeded which may be those of every change. */
	inRow: LibraryError[];
	stoppedBy?: LibraryError;
}

/** Failures that are more likely about the service or the account than about one file. */
const GENERAL: ReadonlySet<ErrorKind> = new Set(['network', 'timeout', 'busy', 'auth']);
/** As many of them in a row are taken for those of every change that is left: none of these is attempted. */
const MAX_IN_ROW = 20;

/** The paths that a change needs as they are. */
const pathsOf = (change: MirrorAction): string[] => ('from' in change ? [change.path, change.from] : [change.path]);

/** Makes one change; answers the bytes that were sent. */
async function make(port: MirrorPort, change: MirrorAction): Promise<number> {
	switch (change.change) {
		case 'addFile':
		case 'updateFile':
			return await port.storeFile(change);
		case 'createFolder':
			await port.createFolder(change.path);
			return 0;
		case 'moveFile':
			await port.move(change.from, change.path, change);
			return 0;
		case 'moveFolder':
			await port.move(change.from, change.path);
			return 0;
		case 'deleteFile':
		case 'deleteFolder':
			await port.remove(change.path);
			return 0;
	}
}

const skipped = (reason: string): LibraryError =>
	new LibraryError('conflict', `Not attempted: ${reason}`, { retryable: false });

/** Why a change is not attempted. */
function reasonToSkip({ inRow, obstacles }: MirrorRun, change: MirrorAction): LibraryError | undefined {
	const last = inRow.at(-1);
	if (last && inRow.length >= MAX_IN_ROW)
		return skipped(`${inRow.length} changes in a row had failed, the last one because: ${last.message}`);
	const obstacle = obstacles.to(pathsOf(change));
	if (obstacle === undefined) return undefined;
	return skipped(
		obstacle === ''
			? 'the target folder could not be created'
			: `an earlier change of ${quoted(obstacle)} was not made`,
	);
}

/** Makes a change or skips it, and notes what became of it. Throws the failure that ends the run. */
async function carryOut(run: MirrorRun, change: MirrorAction): Promise<void> {
	const { port, options, outcomes } = run;
	if (options.signal?.aborted) throw (run.stoppedBy ??= abortedError(options.signal.reason));
	const reason = reasonToSkip(run, change);
	if (reason) return noteFailure(run, change, reason);
	try {
		outcomes.set(change, { change, bytesSent: await make(port, change) });
		run.inRow = [];
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
		if (GENERAL.has(cause.kind)) run.inRow.push(cause);
		noteFailure(run, change, cause);
	} finally {
		options.onProgress?.(outcomes.size);
	}
}

function noteFailure(run: MirrorRun, change: MirrorAction, failure: LibraryError): void {
	run.obstacles.add(pathsOf(change));
	run.outcomes.set(change, { change, bytesSent: 0, failure });
	if (run.options.continueOnFail && failure.kind !== 'aborted') return;
	run.stoppedBy ??= failure;
	throw failure;
}

/**
 * Makes the changes of a plan stage by stage, at most `width` at a time. With `continueOnFail` a change that fails is
 * an outcome, and so is each later one that it stands in the way of; after 20 failures in a row that are not about one
 * file, the rest is skipped. Otherwise the first failure ends the run, once the changes in progress have ended. A
 * cancellation always does.
 */
export async function applyMirror(
	port: MirrorPort,
	stages: ReadonlyArray<readonly MirrorAction[]>,
	options: ApplyMirrorOptions,
): Promise<AppliedMirror> {
	const run: MirrorRun = { port, options, outcomes: new Map(), obstacles: makeObstacles(), inRow: [] };
	try {
		for (const stage of stages)
			await inParallel(stage, options.width, async (change) => await carryOut(run, change));
	} catch (cause) {
		if (!run.stoppedBy) throw cause;
	}
	const outcomes = stages.flat().flatMap((change) => run.outcomes.get(change) ?? []);
	return { outcomes, ...defined({ stoppedBy: run.stoppedBy }) };
}
