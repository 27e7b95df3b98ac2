import { applyPlan, type AppliedPlan } from '../../../src/client/directory/applyPlan';
import { planDirectory } from '../../../src/protocol/directory/planDirectory';
import { readDirectory } from '../../../src/client/directory/readDirectory';
import {
	company,
	DELETE_MISSING,
	KEEP_MISSING,
	member,
	NOW,
	wantedOf,
	type Json,
} from '../../protocol/directory/entries';
import type { ServiceModel } from '../../protocol/directory/serviceModel';
import { callerWith, fakeClock } from '../../support/ports';
import { modelHttp, type Fault } from './modelHttp';

/* Single failures of requests that change something, also those that random runs have found. */

const WRITES = /^(add|del|set)_/;

/** Carries out the plan for these entries; `faults` are counted from the first change. */
async function apply(
	model: ServiceModel,
	entries: Json[],
	{ faults = [], rules = KEEP_MISSING }: { faults?: Fault[]; rules?: typeof KEEP_MISSING } = {},
): Promise<AppliedPlan & { requests: string[] }> {
	const wanted = wantedOf(entries);
	const reading = callerWith(modelHttp(model), { clock: fakeClock(NOW) });
	const plan = planDirectory(await readDirectory(reading, wanted, rules, 1), wanted, rules);
	const http = modelHttp(model, faults);
	const caller = callerWith(http, { clock: fakeClock(NOW) });
	const applied = await applyPlan(caller, plan.steps, { width: 1, continueOnFail: true });
	return { ...applied, requests: http.requests.filter((name) => WRITES.test(name)) };
}

describe('a member who moves from the top level into a department', () => {
	const bob = [member('m-2', { name: 'Bob', account: 'bob', departmentOutIds: ['d-1'] })];
	const places = (model: ServiceModel) => [model.member('m-2').top, [...model.member('m-2').groups].length];

	test('is put back when the department is refused', async () => {
		const model = company();
		const { outcomes } = await apply(model, bob, { faults: [{ at: 1, kind: 'refused', persists: false }] });
		expect(outcomes.map(({ failure }) => failure?.kind)).toEqual([undefined, 'auth']);
		expect(places(model)).toEqual([true, 0]);
	});

	test('is not put back when an answer was lost before: the member may be in the department', async () => {
		const model = company();
		const faults: Fault[] = [
			{ at: 1, kind: 'lostAfter', persists: false },
			{ at: 2, kind: 'refused', persists: false },
		];
		const { requests } = await apply(model, bob, { faults });
		expect(requests).toEqual(['del_sync_group_member', 'add_sync_group_member', 'add_sync_group_member']);
		expect(places(model)).toEqual([false, 1]);
		expect((await apply(model, bob)).requests).toEqual([]);
	});

	test('is in no list when the connection is gone, and found by the next run', async () => {
		const model = company();
		await apply(model, bob, { faults: [{ at: 1, kind: 'crashBefore', persists: false }] });
		expect(places(model)).toEqual([false, 0]);
		expect((await apply(model, bob)).requests).toEqual(['add_sync_group_member']);
		expect(places(model)).toEqual([false, 1]);
	});
});

test('a deletion of which the answer was lost counts as done', async () => {
	const model = company();
	const faults: Fault[] = [{ at: 0, kind: 'lostAfter', persists: false }];
	const { outcomes } = await apply(model, [member('m-1', { name: 'Ann', account: 'ann' })], {
		faults,
		rules: { ...DELETE_MISSING, deleteMissingDepartments: false },
	});
	expect(outcomes).toMatchObject([
		{ change: { action: 'delete', out_id: 'm-2' }, warning: 'It had already been deleted' },
	]);
	expect(outcomes[0]?.failure).toBeUndefined();
});

test('nothing more is done to a member who could not be created', async () => {
	const model = company();
	const entries = [
		member('m-8', { leader: 'm-9' }),
		member('m-9', { leader: 'm-8', departmentOutIds: 'd-1' }),
		member('m-1', { name: 'Ann', account: 'ann', title: 'Lead' }),
	];
	const { outcomes } = await apply(model, entries, { faults: [{ at: 0, kind: 'refused', persists: true }] });
	expect(outcomes.filter(({ failure }) => failure).map(({ change }) => [change.action, change.out_id])).toEqual([
		['create', 'm-8'],
		['update', 'm-8'],
		['update', 'm-9'],
	]);
	expect(() => model.member('m-8')).toThrow();
	expect(model.member('m-1').title).toBe('Lead');
});
