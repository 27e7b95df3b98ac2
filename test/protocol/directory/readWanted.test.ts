import { entryFields, readWanted, type WantedMember } from '#directory/plan';
import { atOnce } from '../../support/atOnce';
import { department, member, wantedOf, type Json } from './entries';

/* How entries of the input are read. What is refused: refusedEntries.test.ts. */

const read = (json: Json): WantedMember | undefined => wantedOf([member('m', json)]).members[0];
const rows = (...entries: Json[]) => entries.map((json, item) => ({ item, where: '', json }));
const NEW_YEAR = Date.UTC(2027, 0, 1);
const ok = department('d-1', { name: 'One' });

test.each<[unknown, boolean | undefined]>([
	[true, true],
	['1', true],
	[' Yes ', true],
	[0, false],
	['disabled', false],
	['', undefined],
	[null, undefined],
])('the state %p is %p', (enabled, expected) => {
	expect(read({ enabled })?.enabled).toBe(expected);
	expect(read({ state: enabled })?.enabled).toBe(expected);
});

test.each<[unknown, string | undefined]>([
	['2026-12-31', '2026-12-31'],
	[' 2026-12-31T23:59:59Z ', '2026-12-31'],
	['2026-12-31T23:00:00.000-05:00', '2026-12-31'],
	['2026-12-31 08:00', '2026-12-31'],
	['2024-02-29', '2024-02-29'],
	['Thu, 31 Dec 2026 18:00:00 GMT', '2026-12-31'],
	[new Date(NEW_YEAR), '2027-01-01'],
	[{ toJSON: () => '2027-01-31T00:00:00Z' }, '2027-01-31'],
	[NEW_YEAR, '2027-01-01'],
	[NEW_YEAR / 1000, '2027-01-01'],
	[String(NEW_YEAR / 1000), '2027-01-01'],
	[0, ''],
	['Never', ''],
	['', ''],
	[null, undefined],
])('the last day %p is %p', (expires, expected) => {
	expect(read({ expires })?.expires).toBe(expected);
	expect(read({ expire: expires })?.expires).toBe(expected);
});

test.each<[Json, WantedMember['leader']]>([
	[{ leader: ' m-1 ' }, { key: 'leader', by: 'either', value: 'm-1' }],
	[{ leader: 17 }, { key: 'leader', by: 'either', value: '17' }],
	[{ leaderOutId: 'm-1' }, { key: 'leaderOutId', by: 'outId', value: 'm-1' }],
	[
		{ leader: '', leader_account: 'ann' },
		{ key: 'leaderAccount', by: 'account', value: 'ann' },
	],
	[{ leader_out_id: '' }, { key: 'leaderOutId', by: 'outId', value: '' }],
	[{ leader: null }, undefined],
])('the supervisor in %j', (json, expected) => expect(read(json)?.leader).toEqual(expected));

test.each<[unknown, string[] | undefined]>([
	[' d-1 ,, d-2,d-1', ['d-1', 'd-2']],
	[
		['d-1', ' ', 7],
		['d-1', '7'],
	],
	['', []],
	[null, undefined],
])('the departments %j are %j', (value, expected) => {
	for (const name of ['department_out_ids', 'departmentOutIds', 'group_out_ids'])
		expect(read({ [name]: value })?.departments).toEqual(expected);
});

test('an item of the service is what its fields show, empty ones aside; a type that is said counts first', () => {
	const { members, departments } = wantedOf([
		{ out_id: 'm', member_name: 'M', group_id: null, account: 'm' },
		{ out_id: 'd', group_name: 'D', member_id: undefined },
		{ out_id: 'e', name: 'E', type: ' Department ', member_id: 7 },
	]);
	expect(members.map(({ outId }) => outId)).toEqual(['m']);
	expect(departments.map(({ outId }) => outId)).toEqual(['d', 'e']);
});

test('fields of other names are found, also inside objects; the usual ones are not read then', () => {
	const fields = entryFields({
		type: 'kind',
		outId: 'ids.0.hr',
		name: ' display.name ',
		title: 'title',
		email: 'Mail',
	});
	const json = { kind: 'member', ids: [{ hr: 'm' }], 'display.name': 'M', member_title: 'T', email: 'e' };
	expect(atOnce(readWanted(rows(json), fields)).members).toMatchObject([{ outId: 'm', name: 'M', title: 'T' }]);
	expect(atOnce(readWanted(rows(json), fields)).members[0]).not.toHaveProperty('email');
	const named = readWanted(rows({ ...member('m'), outId: 'm' }), entryFields({ outId: 'outId' }));
	expect(atOnce(named).members).toHaveLength(1);
});

describe('fields that say nothing', () => {
	const unknownIn = (...entries: Json[]) => wantedOf(entries).unknownFields;
	test('are none of those that are read, in either spelling or as the service has them', () => {
		const spelled = { account: 'a', enabled: 1, leaderOutId: '', leader_account: '', departmentOutIds: '' };
		expect(unknownIn({ ...member('m'), ...spelled, member_email: 'e', member_id: 7, state: 1 })).toEqual({});
		expect(unknownIn({ ...ok, parent_out_id: '', orderby: 2, group_id: 3, group_path: 'D' })).toEqual({});
	});
	test('are counted, the most frequent first; one of the other type too, unless it is empty', () => {
		const found = unknownIn({ ...member('m'), Emial: 'x', room: 1, order: 1 }, { ...ok, room: false, email: '' });
		expect(Object.entries(found).join(' ')).toBe('room,2 Emial,1 order,1');
		expect(unknownIn({ ...member('m'), order: '', parentOutId: null, group_id: [] })).toEqual({});
		expect(unknownIn({ ...member('m'), room: [''] })).toEqual({ room: 1 });
	});

	test('are those that only look like the parent, and what is beside a path', () => {
		expect(unknownIn({ ...ok, parent_id: 7 })).toEqual({ parent_id: 1 });
		const fields = entryFields({ account: 'login.name' });
		const entry = { ...member('m'), account: undefined, login: { name: 'a' }, name2: 'b' };
		expect(atOnce(readWanted(rows(entry), fields)).unknownFields).toEqual({ name2: 1 });
	});
});
