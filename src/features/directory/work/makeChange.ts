import { warnWhenDisabled } from '../../../protocol/catalogue/simplifyEnterprise';
import { makeObstacles } from '../plan/planDirectory';
import type { ShownChange, DirectoryChange, DirectoryRequest } from '../plan/directoryChange';
import { confirms, unreadableAnswer } from '../../../protocol/wire/errorBody';
import { filledText, isJsonObject, numberOf } from '../../../protocol/wire/json';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { isLibraryError, rethrown } from '../../../protocol/wire/libraryError';
import type { ChangeMaker } from '../../../client/plan/applyPlan';
import { call, type Caller, unlessFailed } from '../../../client/service/call';

/* The requests that make one change of the external directory, or take it back. */

/**
 * Sends the request of a change. Throws what `call` throws, and LibraryError protocol for an answer that denies the
 * change without an error code (A06). An empty answer confirms here too, although the document promises the member.
 */
async function send(caller: Caller, { operation, params }: DirectoryRequest): Promise<unknown> {
	const answer = await call(caller, operation, params);
	if (confirms(answer)) return answer;
	throw unreadableAnswer('The service did not confirm the change', { operation: operation.id, isChange: true });
}

/** Whether the answer shows a member in another state than the one asked for (I03, I15, I18). */
function stateWarning({ action }: DirectoryChange, params: DirectoryRequest['params'], answer: unknown) {
	const state = isJsonObject(answer) ? numberOf(answer.state) : undefined;
	if (params.state === '0' && state === 1) return 'The service left the member enabled';
	// An update leaves the state as it is, so only what enables a member can exceed the account limit.
	if (action !== 'create' && action !== 'enable') return undefined;
	return filledText(warnWhenDisabled(action === 'create')(answer, params).warning);
}

/**
 * Makes one change. Returns a warning where the service did not do all of it: a new member above the account limit is
 * disabled, and what was to be deleted may have been deleted by someone else. Throws what `send` throws.
 */
async function makeChange(caller: Caller, change: DirectoryChange): Promise<string | undefined> {
	try {
		return stateWarning(change, change.request.params, await send(caller, change.request));
	} catch (cause) {
		if (change.action !== 'delete' || !isMemberOrDepartmentMissing(cause)) throw rethrown(cause);
		return 'It had already been deleted';
	}
}

/**
 * Makes changes that belong together one after another. Where one fails, or its answer was lost, those before it are
 * taken back, as far as that can be done: the next run then finds what there was. Throws what `send` throws.
 */
async function makeTogether(caller: Caller, changes: readonly DirectoryChange[]): Promise<string[]> {
	const warnings: string[] = [];
	for (const [at, change] of changes.entries())
		try {
			const found = [change.warning, await makeChange(caller, change)];
			warnings.push(...found.filter((text) => text !== undefined));
		} catch (cause) {
			const { undo } = changes.at(-1) ?? change;
			const isNotMade = at === 0 && isLibraryError(cause) && cause.status !== undefined && cause.status < 500;
			if (undo && !isNotMade) await unlessFailed(send(caller, undo), () => undefined);
			throw rethrown(cause);
		}
	return warnings;
}

/** How the changes of a directory are made, each by a request of its own. For one run. */
export const directoryMaking = (): ChangeMaker<DirectoryChange, ShownChange> => ({
	async make(changes, caller) {
		const warnings = await makeTogether(caller, changes);
		return warnings.length === 0 ? undefined : { warning: warnings.join('. ') };
	},
	obstacles: makeObstacles(),
});
