import { memberOf, readDirectory } from '#directory/work';
import type { CurrentMember } from '#directory/plan';
import { company, department, KEEP_MISSING, member, NOW, wantedOf, type Json } from '../../protocol/directory/entries';
import { ServiceModel } from '../../protocol/directory/serviceModel';
import { callerWith, errorOf, fakeClock, fieldsOf } from '../../support/ports';
import { modelHttp } from './modelHttp';

/* What is read for a plan, and by how many requests. */

async function read(model: ServiceModel, entries: Json[], rules = KEEP_MISSING) {
	const http = modelHttp(model);
	const directory = await readDirectory(callerWith(http, { clock: fakeClock(NOW) }), wantedOf(entries), rules, 2);
	return { ...directory, requests: http.requests };
}
const outIds = (members: readonly CurrentMember[]): string[] => members.map(({ outId, name }) => outId || name);

test('who is in which department is read only where the plan needs it', async () => {
	const ann = member('m-1', { name: 'Ann', account: 'ann' });
	expect((await read(company(), [ann])).requests).toEqual(['get_groups', 'get_members']);
	const withPlaces = await read(company(), [{ ...ann, departmentOutIds: 'd-1' }]);
	expect(withPlaces.requests.filter((name) => name === 'get_group_members')).toHaveLength(3);
	expect(withPlaces.members[0]?.departments).toEqual(['d-2']);
});

test('members that no list shows are found by external ID, by account and as supervisors', async () => {
	const model = company();
	model.addMember({ outId: '', name: 'Hidden of the console', account: 'hidden' });
	model.addMember({ outId: 'm-4', name: 'Hidden boss', account: 'boss' });
	model.addMember({ outId: 'm-5', name: 'Hidden, not named', account: 'other' });
	const listed = ['m-1', 'm-2', 'Root'];
	expect(outIds((await read(model, [member('m-1', { account: 'ann' })])).members)).toEqual(listed);
	expect(outIds((await read(model, [member('m-3')])).members)).toEqual([...listed, 'm-3']);
	expect(outIds((await read(model, [member('m-9', { account: 'HIDDEN' })])).members)).toEqual([
		...listed,
		'Hidden of the console',
	]);
	for (const leader of [{ leader: 'm-4' }, { leader: 'Boss' }, { leaderOutId: 'm-4' }, { leaderAccount: 'boss' }])
		expect(outIds((await read(model, [member('m-1', { account: 'ann', ...leader })])).members)).toEqual([
			...listed,
			'm-4',
		]);
});

test('new members are looked up fifty at a time', async () => {
	const entries = Array.from({ length: 120 }, (_, n) => member(`n-${n}`));
	const { requests } = await read(company(), entries);
	// By external ID, and by account.
	expect(requests.filter((name) => name === 'get_member_by_out_id')).toHaveLength(6);
	expect(requests.filter((name) => name === 'get_member')).toHaveLength(0);
});

test('members on many pages are read once each', async () => {
	const model = new ServiceModel();
	for (let n = 0; n < 250; n++) model.addMember({ outId: `m-${n}`, top: true });
	const { members } = await read(model, [member('m-1', { account: undefined })]);
	expect(new Set(outIds(members)).size).toBe(250);
	expect(members).toHaveLength(250);
});

test.each([
	['2026-12-31', Date.UTC(2026, 11, 31)],
	['2026-12-31, midnight in a zone ahead of UTC', Date.UTC(2026, 11, 30, 16)],
	['2026-12-31, midnight in a zone behind UTC', Date.UTC(2026, 11, 31, 8)],
])('the last day of an account: %s', async (_what, expire) => {
	const model = new ServiceModel();
	model.addMember({ outId: 'm', top: true, expire: expire / 1000 });
	expect((await read(model, [member('m', { account: undefined })])).members[0]?.expires).toBe('2026-12-31');
});

test('memberships are read where departments may be deleted that the input describes', async () => {
	const rules = { ...KEEP_MISSING, deleteMissingDepartments: true };
	const ann = member('m-1', { name: 'Ann', account: 'ann' });
	const places = async (entries: Json[], more = rules) => {
		const { requests, placesRead } = await read(company(), entries, more);
		return [placesRead, requests.filter((name) => name === 'get_group_members').length];
	};
	expect(await places([department('d-1')])).toEqual([true, 3]);
	expect(await places([ann])).toEqual([false, 0]);
	expect(await places([department('d-1')], KEEP_MISSING)).toEqual([false, 0]);
});

test('departments without an external ID are not asked for their members', async () => {
	const model = company();
	const console = model.addGroup('', 'Of the console', undefined);
	model.member('m-1').groups.add(console.id);
	const { requests, members } = await read(model, [member('m-1', { account: 'ann', departmentOutIds: [] })]);
	expect(requests.filter((name) => name === 'get_group_members')).toHaveLength(3);
	expect(members[0]?.departments).toEqual(['d-2']);
});

describe('who is looked up', () => {
	const lookups = async (...entries: Json[]) => {
		const http = modelHttp(company());
		const sent: string[] = [];
		const request: typeof http.request = async (r) => {
			const { out_ids: ids, user_ids: users, account } = fieldsOf(r);
			for (const [name, value] of Object.entries({ ids, users, account }))
				if (value !== undefined) sent.push(`${name} ${value}`);
			return await http.request(r);
		};
		const caller = callerWith({ ...http, request }, { clock: fakeClock(NOW) });
		const found = await readDirectory(caller, wantedOf(entries), KEEP_MISSING, 1);
		return { sent, found: outIds(found.members) };
	};
	const listed = ['m-1', 'm-2', 'Root'];
	test.each<[string, Json, string[]]>([
		['nobody, where all are known', { account: 'ann', leader: 'm-2' }, []],
		['nobody for an empty supervisor', { account: 'ann', leader: '' }, []],
		['nobody for the account of somebody known', { account: 'ann', leaderAccount: 'BOB' }, []],
		['a supervisor by whichever fits', { account: 'ann', leader: 'x' }, ['ids x', 'account x']],
		['a supervisor by external ID only', { account: 'ann', leaderOutId: 'x' }, ['ids x']],
		['a supervisor by account only', { account: 'ann', leaderAccount: 'x' }, ['account x']],
		['no external ID with a comma', { account: 'ann', leader: 'x,y' }, ['account x,y']],
		['an account that the member does not have', { account: 'new' }, ['users new']],
		['no account with a comma', { account: 'a,b' }, []],
	])('%s', async (_, json, sent) => {
		expect(await lookups(member('m-1', json))).toEqual({ sent, found: listed });
	});
	test('each once, and nobody who is described', async () => {
		const { sent } = await lookups(
			member('m-1', { account: 'ann', leader: 'boss' }),
			member('m-2', { account: 'bob', leader: 'boss' }),
			member('boss', { account: 'Chief' }),
			member('m-9', { account: 'nine', leaderAccount: 'chief' }),
		);
		expect(sent).toEqual(['ids boss,m-9', 'users Chief,nine']);
	});
	test('fifty at a time, each of them once', async () => {
		const entries = Array.from({ length: 51 }, (_, n) => member(`n-${n}`, { account: undefined }));
		const { sent } = await lookups(...entries);
		expect(sent.map((text) => text.split(',').length)).toEqual([50, 1]);
		expect(sent.at(-1)).toBe('ids n-50');
	});
	test('a failure of the lookup ends the reading', async () => {
		const http = modelHttp(company(), [{ at: 2, kind: 'refused', persists: true }]);
		const caller = callerWith(http, { clock: fakeClock(NOW) });
		const wanted = wantedOf([member('m-1', { account: 'ann', leaderAccount: 'x' })]);
		expect(await errorOf(readDirectory(caller, wanted, KEEP_MISSING, 1))).toMatchObject({ kind: 'auth' });
		expect(http.requests.at(-1)).toBe('get_member');
	});
});

test.each([
	[0, ''],
	['1798761600', '2027-01-01'],
	[1_798_761_600 - 8 * 3600, '2027-01-01'],
	[1e15, ''],
])('an account that expires at %j: the last day is %j', (expire, day) =>
	expect(memberOf({ expire }, true).expires).toBe(day),
);
