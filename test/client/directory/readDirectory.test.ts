import { readDirectory } from '../../../src/client/directory/readDirectory';
import type { CurrentMember } from '../../../src/protocol/directory/currentDirectory';
import { company, KEEP_MISSING, member, NOW, wantedOf, type Json } from '../../protocol/directory/entries';
import { ServiceModel } from '../../protocol/directory/serviceModel';
import { callerWith, fakeClock } from '../../support/ports';
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
