import { readLibraryPeople, makePlaceReader } from '#permissionTable/work';
import { departmentWith, memberWith } from '../../../src/protocol/catalogue/permissionCodes';
import { namedAnswers, pageOf, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';

/* What is read for a permission table, and how often. */

const NOBODY = { body: { members: {}, groups: {} } };
const property = (inherit: number) => JSON.stringify({ inherit });

function reading(answers: Record<string, NamedAnswer>) {
	const http = namedAnswers(answers);
	return { http, reader: makePlaceReader(callerWith(http)) };
}

test('what the information does not say of inheritance, the list of the parent may', async () => {
	const listed = [
		{ hash: 'other', property: property(1) },
		{ hash: 'h', property: property(0) },
	];
	const { http, reader } = reading({ info: { body: { hash: 'h', dir: 0 } }, ls: pageOf(listed) });
	expect((await reader.place('A/b')).inherit).toBe(false);
	expect(http.asked[1]).toEqual(['ls', expect.objectContaining({ fullpath: 'A', hashs: 'h' })]);
	const nameless = reading({ info: { body: { dir: 0 } } });
	expect((await nameless.reader.place('A/b')).inherit).toBeUndefined();
});

test.each([
	[{ 'A/B/C': 1, 'A/B': 1, A: 1 }, ['A/B', 'A', '']],
	[{ 'A/B/C': 1, 'A/B': 0, A: 1 }, ['A/B']],
	[{ 'A/B/C': 0, 'A/B': 1, A: 1 }, []],
])('the folders that A/B/C may inherit from where it is %j', async (inherits: Record<string, number>, above) => {
	const info: NamedAnswer = ({ fullpath = '' }) => ({
		body: { hash: fullpath, dir: 1, property: property(inherits[fullpath] ?? 0) },
	});
	const { http, reader } = reading({ info, get_all_permission: NOBODY });
	const found = await reader.above(await reader.place('A/B/C'));
	expect(found.map(({ fullpath }) => fullpath)).toEqual(above);
	// Nobody asks about folders further up. The root has no information of its own.
	const asked = http.asked.filter(([name]) => name === 'info').map(([, { fullpath }]) => fullpath);
	expect(asked).toEqual(['A/B/C', ...above.filter((fullpath) => fullpath !== '')]);
});

const PEOPLE = {
	get_groups: { body: [{ id: 7, name: 'Sales', role_id: 2 }, { id: '8' }] },
	get_members: pageOf([
		{ member_id: 3, member_name: 'Kim', account: 'Kim@x', out_id: 'o3', role_id: '5' },
		{ member_id: 4, member_name: 'Lee', account: '', out_id: '' },
	]),
	get_roles: {
		body: [
			{ id: 2, name: 'Reader' },
			{ id: '5', name: 'Editor' },
		],
	},
};

test('who takes part in a library, by any name, and the roles', async () => {
	const http = namedAnswers(PEOPLE);
	const people = await readLibraryPeople(callerWith(http), { by: 'org_id', id: '9' });
	const kim = { subject: memberWith('3'), name: 'Kim', roleId: 5 };
	expect(people.all).toEqual([
		{ subject: departmentWith('7'), name: 'Sales', roleId: 2 },
		{ subject: departmentWith('8'), name: '', roleId: 0 },
		kim,
		{ subject: memberWith('4'), name: 'Lee', roleId: 0 },
	]);
	expect([...people.roles]).toEqual([
		[2, 'Reader'],
		[5, 'Editor'],
	]);
	const named = (by: 'account' | 'out_id', value: string) => people.person({ type: 'member', by, value });
	expect([named('account', 'KIM@X'), named('out_id', 'o3'), people.person(memberWith('3'))]).toEqual([kim, kim, kim]);
	expect(people.person(departmentWith('8'))).toMatchObject({ roleId: 0 });
	expect([named('account', ''), named('out_id', ''), people.person(memberWith('7'))]).toEqual([
		...[undefined, undefined, undefined],
	]);
	expect(http.asked.slice(0, 2).map(([name, { org_id: id }]) => [name, id])).toEqual([
		['get_groups', '9'],
		['get_members', '9'],
	]);
});

test.each([
	[{ info: { org_id: '9' } }, '9'],
	[{ info: { org_id: 9 } }, '9'],
])('the ID of a library that is named by its space (%j)', async (body, id) => {
	const http = namedAnswers({ ...PEOPLE, info: { body } });
	await readLibraryPeople(callerWith(http), { by: 'mount_id', id: '44' });
	expect(http.asked[0]).toEqual(['info', { mount_id: '44' }]);
	expect(http.asked[1]?.[1]).toMatchObject({ org_id: id });
});
