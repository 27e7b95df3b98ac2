import { applyPlan, type ApplyOptions } from '../../../src/client/directory/applyPlan';
import type { DirectoryChange } from '../../../src/protocol/directory/directoryChange';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, scriptedHttp, type Reply } from '../../support/ports';

/* What becomes of changes by what the service answers: warnings, failures, and where a run ends. */

const change = (action: DirectoryChange['action'], more: Partial<DirectoryChange> = {}): DirectoryChange => ({
	action,
	type: 'member',
	out_id: 'm-1',
	name: 'Ann',
	reason: '',
	request: { operation: 'entAddSyncMember', params: { out_id: 'm-1' } },
	...more,
});
const WRITE_STATE = (state?: string): Partial<DirectoryChange> => ({
	request: { operation: 'entAddSyncMember', params: { out_id: 'm-1', ...(state ? { state } : {}) } },
});
const REFUSED: Reply = { status: 403, body: { error_code: 40310, error_msg: 'no right' } };
const MISSING: Reply = { status: 404, body: { error_code: 40406, error_msg: 'no such member' } };
const OPTIONS: ApplyOptions = { width: 1, continueOnFail: true };

/** Carries out steps of tasks against answers in their order; the last one repeats. */
const apply = async (steps: DirectoryChange[][][], replies: Array<Reply | Error>, options = OPTIONS) => {
	const http = scriptedHttp(...replies);
	const applied = await applyPlan(callerWith(http), steps, options);
	return { ...applied, requests: http.sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)) };
};
const only = async (one: DirectoryChange, ...replies: Reply[]) => (await apply([[[one]]], replies)).outcomes[0];

describe('warnings', () => {
	const LEFT = 'The service left the member enabled';
	const OVER = 'The service disabled the member, probably because the enterprise has reached its account limit';
	test.each<[string, DirectoryChange, unknown, string | undefined]>([
		['disabled, and still enabled', change('disable', WRITE_STATE('0')), { state: 1 }, LEFT],
		['disabled, and so it is', change('disable', WRITE_STATE('0')), { state: 0 }, undefined],
		['disabled, without a word of it', change('disable', WRITE_STATE('0')), '', undefined],
		['created disabled, and enabled', change('create', WRITE_STATE('0')), { state: '1' }, LEFT],
		['created, and disabled', change('create', WRITE_STATE()), { state: 0 }, OVER],
		['created enabled, and disabled', change('create', WRITE_STATE('1')), { state: 0 }, OVER],
		['created disabled, and so it is', change('create', WRITE_STATE('0')), { state: 0 }, undefined],
		['created, and enabled', change('create', WRITE_STATE()), { state: 1 }, undefined],
		['enabled, and disabled', change('enable', WRITE_STATE('1')), { state: 0 }, OVER],
		['enabled without a state, and disabled', change('enable', WRITE_STATE()), { state: 0 }, undefined],
		['updated, and disabled as it was', change('update', WRITE_STATE('1')), { state: 0 }, undefined],
	])('%s', async (_, one, body, warning) => {
		expect(await only(one, { body })).toEqual({ change: one, ...(warning ? { warning } : {}) });
	});
	test('follow those of the plan', async () => {
		const planned = change('create', { ...WRITE_STATE(), warning: 'Planned' });
		expect((await only(planned, { body: { state: 0 } }))?.warning).toBe(`Planned. ${OVER}`);
		expect((await only(planned, { body: '' }))?.warning).toBe('Planned');
	});
});

describe('failures', () => {
	test('say what failed, and the item that asked for it', async () => {
		const failed = await only(change('update', { item: 3 }), REFUSED);
		expect(failed?.failure).toMatchObject({
			kind: 'auth',
			item: 3,
			message: expect.stringMatching(/; failed to update member "m-1"$/) as string,
		});
		expect(failed?.failure).not.toHaveProperty('warning');
	});
	test('what had been deleted before is no failure; what could not be updated is', async () => {
		expect(await only(change('delete'), MISSING)).toMatchObject({ warning: 'It had already been deleted' });
		expect((await only(change('update'), MISSING))?.failure?.kind).toBe('notFound');
		expect((await only(change('delete'), REFUSED))?.failure?.kind).toBe('auth');
	});
	test('an answer that denies the change is one, and leaves a doubt', async () => {
		const denied = await only(change('update'), { body: { success: false } });
		expect(denied?.failure).toMatchObject({
			kind: 'protocol',
			operation: 'entAddSyncMember',
			message: expect.stringContaining('The service did not confirm the change') as string,
		});
	});
	test('a change that another one prevents is skipped, without a request', async () => {
		const steps = [[[change('create', { item: 1 })]], [[change('join', { item: 2, department: 'd-1' })]]];
		const { outcomes, requests, stoppedBy } = await apply(steps, [REFUSED]);
		expect(requests).toEqual(['add_sync_member']);
		expect(stoppedBy).toBeUndefined();
		expect(outcomes[1]?.failure).toMatchObject({
			kind: 'conflict',
			item: 2,
			message: 'Did not add member "m-1" to department "d-1": the member could not be created or updated before',
		});
	});
	test('the rest of a task is not made after its first failure', async () => {
		const task = [change('leave', { out_id: 'm-2' }), change('join', { out_id: 'm-2', department: 'd-1', item: 4 })];
		const { outcomes, requests } = await apply([[task]], [REFUSED]);
		expect(requests).toHaveLength(1);
		expect(outcomes[1]?.failure).toMatchObject({
			kind: 'conflict',
			item: 4,
			message: expect.stringContaining('the change that has to come before it was not made') as string,
		});
	});
	test('a mistake in the program is no outcome', async () => {
		const mistake = new TypeError('x is not a function');
		const failing = { ...callerWith(scriptedHttp({})), random: () => 0 };
		const http = { request: () => Promise.reject(mistake), close: async () => undefined };
		expect(await errorOf(applyPlan({ ...failing, http }, [[[change('update')]]], OPTIONS))).toBe(mistake);
	});
});

describe('where a run ends', () => {
	const steps = [[[change('update')], [change('update', { out_id: 'm-2' })]], [[change('update', { out_id: 'm-3' })]]];
	test('at the first failure, unless others may follow', async () => {
		const ended = await apply(steps, [REFUSED], { width: 1, continueOnFail: false });
		expect(ended.outcomes.map(({ change: { out_id: outId } }) => outId)).toEqual(['m-1']);
		expect(ended.stoppedBy).toBe(ended.outcomes[0]?.failure);
		const whole = await apply(steps, [REFUSED]);
		expect(whole.outcomes).toHaveLength(3);
		expect(whole).not.toHaveProperty('stoppedBy');
	});
	test('at a cancellation in any case', async () => {
		const controller = new AbortController();
		const http = scriptedHttp(() => {
			controller.abort();
			return { status: 503 };
		});
		const caller = callerWith(http, { signal: controller.signal });
		const { outcomes, stoppedBy } = await applyPlan(caller, steps, OPTIONS);
		expect(stoppedBy?.kind).toBe('aborted');
		expect(outcomes).toHaveLength(1);
	});
});

describe('a member who left the top level and was refused by the department', () => {
	const undo = { operation: 'entAddSyncGroupMember', params: { members: 'm-1' } } as const;
	const leave = change('leave', {
		department: '',
		request: { operation: 'entDelSyncGroupMember', params: { members: 'm-1' } },
		undo,
	});
	const join = change('join', { department: 'd-1' });
	const requestsAfter = async (...replies: Array<Reply | Error>) =>
		(await apply([[[leave, join]]], replies)).requests;
	test.each<[string, Reply, string[]]>([
		['for good', REFUSED, ['del_sync_group_member', 'add_sync_member', 'add_sync_group_member']],
		[
			'with an answer that leaves a doubt',
			{ body: { success: false } },
			['del_sync_group_member', 'add_sync_member'],
		],
	])('%s', async (_, reply, requests) => {
		expect(await requestsAfter({ body: '' }, reply, { body: '' })).toEqual(requests);
	});
	test('is left to the next run where taking it back fails too', async () => {
		const { outcomes } = await apply([[[leave, join]]], [{ body: '' }, REFUSED]);
		expect(outcomes.map(({ failure }) => (failure as LibraryError | undefined)?.kind)).toEqual([undefined, 'auth']);
	});
	test('nothing is taken back of what needs no undoing', async () => {
		const { undo: _undo, ...plain } = leave;
		const { requests } = await apply([[[plain, join]]], [{ body: '' }, REFUSED]);
		expect(requests).toHaveLength(2);
	});
});
