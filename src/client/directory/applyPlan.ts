import * as sync from '../../protocol/catalogue/enterpriseSync';
import { warnWhenDisabled } from '../../protocol/catalogue/simplifyEnterprise';
import { obstacleTo, stepsOf } from '../../protocol/directory/changeOrder';
import { describeChange, type DirectoryChange, type DirectoryWrite } from '../../protocol/directory/directoryChange';
import type { ServiceRequest } from '../../protocol/operation/define';
import { defined, filledText } from '../../protocol/wire/json';
import { isLibraryError, LibraryError, reworded } from '../../protocol/wire/libraryError';
import { inParallel } from '../async/parallel';
import { call, type Caller } from '../service/call';

const WRITES: Readonly<Record<DirectoryWrite, ServiceRequest>> = {
	entAddSyncGroup: sync.upsertDepartment,
	entDelSyncGroup: sync.deleteDepartments,
	entAddSyncMember: sync.upsertMember,
	entDelSyncMember: sync.deleteMembers,
	entAddSyncGroupMember: sync.addDepartmentMembers,
	entDelSyncGroupMember: sync.removeDepartmentMembers,
};

/** What became of one change. */
export interface Outcome {
	readonly change: DirectoryChange;
	/** Why the change was not made; absent where it was. */
	readonly failure?: LibraryError;
	readonly warning?: string;
}

/** The failure of a change, with what the change was about and the item that asked for it. */
const withChange = (failure: LibraryError, change: DirectoryChange): LibraryError =>
	reworded(failure, `${failure.message}; failed to ${describeChange(change)}`, defined({ item: change.item }));

/** The failure that ends a run, with how many changes were made before it. */
const withProgress = (failure: LibraryError, made: number, planned: number): LibraryError =>
	reworded(failure, `${failure.message}; ${made} of ${planned} changes had already been made and were not undone`);

/** The failure of a change that was not attempted. */
const skipped = (change: DirectoryChange, obstacle: string): LibraryError =>
	new LibraryError('conflict', `Did not ${describeChange(change)}: ${obstacle}`, defined({ item: change.item }));

/** Makes one change. A new member that the service disabled is a change with a warning. Throws what `call` throws. */
async function make(caller: Caller, change: DirectoryChange): Promise<Outcome> {
	const { operation, params } = change.request;
	const answer = await call(caller, WRITES[operation], params);
	if (change.action !== 'create' || change.kind !== 'member') return { change };
	const { warning } = warnWhenDisabled(true)(answer, params);
	return { change, ...defined({ warning: filledText(warning) }) };
}

/**
 * Makes the changes of a plan in its order, those of members at most `width` at a time. With `continueOnFail` a change
 * that fails is an outcome, and changes that would do harm after it are skipped. Otherwise the first failure is thrown
 * once the changes in progress have ended, with the number of changes made. A cancellation is always thrown.
 */
export async function applyPlan(
	caller: Caller,
	changes: readonly DirectoryChange[],
	{ width, continueOnFail }: { width: number; continueOnFail: boolean },
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const failed: DirectoryChange[] = [];
	let fatal: LibraryError | undefined;
	let made = 0;
	const attempt = async (change: DirectoryChange): Promise<Outcome> => {
		const obstacle = obstacleTo(change, failed);
		if (obstacle !== undefined) return { change, failure: skipped(change, obstacle) };
		try {
			const outcome = await make(caller, change);
			made++;
			return outcome;
		} catch (cause) {
			if (!isLibraryError(cause)) throw cause;
			const failure = withChange(cause, change);
			if (!continueOnFail || failure.kind === 'aborted') {
				fatal ??= failure;
				throw failure;
			}
			failed.push(change);
			return { change, failure };
		}
	};
	try {
		for (const step of stepsOf(changes)) outcomes.push(...(await inParallel(step, width, attempt)));
	} catch (cause) {
		throw fatal ? withProgress(fatal, made, changes.length) : cause;
	}
	return outcomes;
}
