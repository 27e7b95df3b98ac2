import { memberOf, readDirectory } from '#directory/work';
import type { CurrentMember } from '#directory/plan';
import { department, KEEP_MISSING, member, wantedOf, type Json } from '../../protocol/directory/entries';
import { DirectoryWorld, fillCompany } from './directoryWorld';

const world = new DirectoryWorld();
beforeEach(() => fillCompany(world.empty()));

async function read(entries: Json[], rules = KEEP_MISSING) {
	world.requests.length = 0;
	const directory = await readDirectory({ caller: world.caller(), width: 2 }, wantedOf(entries), rules);
	return { ...directory, requests: world.requests.map(({ name }) => name) };
}
const outIds = (members: readonly CurrentMember[]): string[] => members.map(({ outId, name }) => outId || name);
const ann = member('m-1', { name: 'Ann', account: 'ann' });
const memberships = (requests: readonly string[]): number =>
	requests.filter((name) => name === 'get_group_members').length;

test('members that no list shows are found by external ID, by account and as supervisors', async () => {
	world.addMember({ name: 'Hidden of the console', account: 'hidden' });
	world.addMember({ outId: 'm-4', name: 'Hidden boss', account: 'boss' });
	world.addMember({ outId: 'm-5', name: 'Hidden, not named', account: 'other' });
	const listed = ['m-1', 'm-2', 'Root'];
	const found = async (entry: Json) => outIds((await read([entry])).members);
	expect(await found(ann)).toEqual(listed);
	expect(await found(member('m-3'))).toEqual([...listed, 'm-3']);
	expect(await found(member('m-9', { account: 'HIDDEN' }))).toEqual([...listed, 'Hidden of the console']);
	for (const leader of [{ leader: 'm-4' }, { leader: 'Boss' }, { leaderOutId: 'm-4' }, { leaderAccount: 'boss' }])
		expect(await found({ ...ann, ...leader })).toEqual([...listed, 'm-4']);
});

test.each<[string, Json[], object, [boolean, number]]>([
	['the input names departments of members', [{ ...ann, departmentOutIds: 'd-1' }], {}, [true, 3]],
	['departments may be deleted', [department('d-1')], { deleteMissingDepartments: true }, [true, 3]],
	['not: departments stay', [department('d-1')], {}, [false, 0]],
	['not: it describes no department', [ann], { deleteMissingDepartments: true }, [false, 0]],
])('who is in which department is read where %s', async (_, entries, rules, expected) => {
	// One without an external ID is not asked for its members.
	const { id } = world.addGroup('', 'Of the console');
	world.directory.groupById(id).memberIds.add(world.directory.memberByOutId('m-1').id);
	const { requests, placesRead, members } = await read(entries, { ...KEEP_MISSING, ...rules });
	expect([placesRead, memberships(requests)]).toEqual(expected);
	expect(members[0]?.departments).toEqual(placesRead ? ['d-2'] : []);
});

describe('who is looked up', () => {
	const lookups = async (...entries: Json[]) => {
		const { members } = await read(entries);
		const sent = world.requests.flatMap(({ fields: { out_ids: ids, user_ids: users, account } }) =>
			Object.entries({ ids, users, account }).flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])),
		);
		return { sent, found: outIds(members) };
	};
	const listed = ['m-1', 'm-2', 'Root'];
	test.each<[string, Json, string[]]>([
		['nobody, where all are known', { account: 'ann', leader: 'm-2' }, []],
		['nobody for an empty supervisor', { account: 'ann', leader: '' }, []],
		['nobody for the account of somebody known', { account: 'ann', leaderAccount: 'BOB' }, []],
		['a supervisor by whichever fits', { account: 'ann', leader: 'x' }, ['ids x', 'account x']],
		['a supervisor by external ID only', { account: 'ann', leaderOutId: 'x' }, ['ids x']],
		['no external ID with a comma', { account: 'ann', leader: 'x,y' }, ['account x,y']],
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
});

test.each([
	['1798761600', '2027-01-01'],
	[1_798_761_600 - 8 * 3600, '2027-01-01'],
	[1e15, ''],
])('an account that expires at %j: the last day is %j', (expire, day) =>
	expect(memberOf({ expire }, true).expires).toBe(day),
);
