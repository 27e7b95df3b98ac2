import { removeDepartmentMembers, upsertMember } from '../../../src/protocol/catalogue/enterpriseSync';
import { directoryMaking } from '#directory/work';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import { type DirectoryChange, purposeOf } from '#directory/plan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';

const change = (action: DirectoryChange['action'], more: Partial<DirectoryChange> = {}): DirectoryChange => ({
	action,
	type: 'member',
	out_id: 'm-1',
	name: 'Ann',
	reason: '',
	request: { operation: upsertMember, params: { out_id: 'm-1' } },
	...more,
});
const withState = (action: DirectoryChange['action'], state?: string): DirectoryChange =>
	change(action, { request: { operation: upsertMember, params: { out_id: 'm-1', ...(state && { state }) } } });
const FAILURE = new LibraryError('conflict', 'no right');
const REFUSED: Reply = { status: 403, body: { error_code: 40310, error_msg: 'no right' } };

/** Carries out chains, one after another, against answers in their order; the last one repeats. */
async function made(chains: DirectoryChange[][], ...replies: Reply[]) {
	const http = scriptedHttp(...replies);
	const steps = chains.map((chain) => [chain.map((each) => [each])]);
	const options = { caller: callerWith(http), width: 1, continueOnFail: true };
	const { outcomes } = await applyPlan(
		{ stages: steps, purpose: purposeOf, itemOf: ({ item }) => item },
		directoryMaking(),
		options,
	);
	return {
		outcomes: [...outcomes.values()],
		requests: http.sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
	};
}
const only = async (one: DirectoryChange, ...replies: Reply[]) => (await made([[one]], ...replies)).outcomes[0];

describe('warnings', () => {
	const LEFT = 'The service left the member enabled';
	const OVER = 'The service disabled the member, probably because the enterprise has reached its account limit';
	test.each<[string, DirectoryChange, unknown, string | undefined]>([
		['disabled, and still enabled', withState('disable', '0'), { state: 1 }, LEFT],
		['disabled, and so it is', withState('disable', '0'), { state: 0 }, undefined],
		['created disabled, and enabled', withState('create', '0'), { state: '1' }, LEFT],
		['created, and disabled', withState('create'), { state: 0 }, OVER],
		['created disabled, and so it is', withState('create', '0'), { state: 0 }, undefined],
		['created, and enabled', withState('create'), { state: 1 }, undefined],
		['enabled, and disabled', withState('enable', '1'), { state: 0 }, OVER],
		['enabled without a state, and disabled', withState('enable'), { state: 0 }, undefined],
		['updated, and disabled as it was', withState('update', '1'), { state: 0 }, undefined],
		['of the plan come first', { ...withState('create'), warning: 'Planned' }, { state: 0 }, `Planned. ${OVER}`],
	])('%s', async (_, one, body, warning) => {
		const expected = { change: one, status: 'done', ...(warning ? { details: { warning } } : {}) };
		expect(await only(one, { body })).toEqual(expected);
	});
});

describe('what a failure prevents', () => {
	const NOT_DELETED = 'departments are deleted only after all other changes have succeeded';
	const NOT_LEFT = 'the member could not be added to the other department';
	const NOT_WRITTEN = 'the member could not be created or updated before';
	const of = (action: DirectoryChange['action'], out_id: string, type: DirectoryChange['type'] = 'member') =>
		change(action, { out_id, type });
	test.each<[string, DirectoryChange, DirectoryChange, string | undefined]>([
		['a department that was not renamed', of('update', 'd', 'department'), of('enable', 'd'), undefined],
		['a member who did not join', of('join', 'm'), of('leave', 'm'), NOT_LEFT],
		['a member who did not join, anything else', of('join', 'm'), of('enable', 'm'), undefined],
		['a member who did not leave', of('leave', 'm'), of('leave', 'm'), undefined],
		['a member who was not created', of('create', 'm'), of('join', 'm'), NOT_WRITTEN],
		['a member who was not updated', of('update', 'm'), of('enable', 'm'), NOT_WRITTEN],
		['a member in a department of the same ID', of('create', 'x'), of('move', 'x', 'department'), undefined],
		['anything, a department', of('enable', 'm'), of('delete', 'd', 'department'), NOT_DELETED],
		['anything, no member', of('enable', 'm'), of('delete', 'n'), undefined],
	])('%s', (_, failed, next, expected) => {
		const { obstacles } = directoryMaking();
		expect([failed, next].map((each) => obstacles?.to(each))).toEqual([undefined, undefined]);
		obstacles?.add(failed, FAILURE);
		expect(obstacles?.to(next)).toBe(expected);
		obstacles?.add(of('resend', 'other'), FAILURE);
		expect(obstacles?.to(next)).toBe(expected);
	});
});

describe('a member who joins a department and leaves the top level', () => {
	const join = change('join', { department: 'd-1' });
	const leave = change('leave', {
		department: '',
		request: { operation: removeDepartmentMembers, params: { members: 'm-1' } },
		undo: { operation: removeDepartmentMembers, params: { members: 'm-1', group_out_id: 'd-1' } },
	});
	const [JOIN, LEAVE] = ['add_sync_member', 'del_sync_group_member'];
	const DENIED: Reply = { body: { success: false } };
	test.each<[string, Reply[], string[], string]>([
		['does both', [{ body: '' }], [JOIN, LEAVE], 'done'],
		['is refused by the department: nothing was changed', [REFUSED], [JOIN], 'failed'],
		['may have joined, by an empty answer: leaves again', [DENIED, { body: '' }], [JOIN, LEAVE], 'failed'],
		['cannot leave: leaves the department again', [{ body: '' }, REFUSED], [JOIN, LEAVE, LEAVE], 'failed'],
	])('%s', async (_, replies, requests, status) => {
		const http = scriptedHttp(...replies);
		const options = { caller: callerWith(http), width: 1, continueOnFail: true };
		const { outcomes } = await applyPlan({ stages: [[[[join, leave]]]] }, directoryMaking(), options);
		expect(http.sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))).toEqual(requests);
		expect([...outcomes.values()].map((outcome) => outcome.status)).toEqual([status, status]);
		if (requests.length > 2) expect(fieldsOf(http.sent[2]!)).toMatchObject({ group_out_id: 'd-1' });
	});
});
