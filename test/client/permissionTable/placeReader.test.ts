import { readLibraryPeople, makePlaceReader } from '#permissionTable/work';
import { departmentWith, memberWith, statusIn } from '../../../src/protocol/catalogue/permissionCodes';
import { namedAnswers, NOT_FOUND, pageOf, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

/* What is read for a permission table, and how often. */

const NOBODY = { body: { members: {}, groups: {} } };
const DIRECT = { body: { members: { 3: ['dl'] }, groups: { 7: ['ls'] } } };
const property = (inherit: number) => JSON.stringify({ inherit });

function reading(answers: Record<string, NamedAnswer>) {
	const http = namedAnswers(answers);
	return { http, reader: makePlaceReader(callerWith(http)) };
}

test('a folder with its direct permissions', async () => {
	const info = { body: { hash: 'h', dir: 1, property: property(1) } };
	const { http, reader } = reading({ info, get_all_permission: DIRECT });
	expect(await reader.place('A')).toEqual({
		...{ fullpath: 'A', hash: 'h', inherit: true, isFolder: true },
		own: [memberWith('3'), departmentWith('7')],
		direct: new Set(['member_id:3', 'group_id:7']),
	});
	await reader.place('A');
	expect(http.names).toEqual(['info', 'get_all_permission']);
	for (const [, { fullpath }] of http.asked) expect(fullpath).toBe('A');
});

test('the root has no information of its own', async () => {
	const { http, reader } = reading({ get_all_permission: NOBODY });
	expect(await reader.place('')).toMatchObject({ isFolder: true, own: [], direct: new Set() });
	expect(http.names).toEqual(['get_all_permission']);
});

test('a file has no direct permissions', async () => {
	const { http, reader } = reading({ info: { body: { hash: 'h', dir: 0, property: property(0) } } });
	expect(await reader.place('A/b')).toMatchObject({ isFolder: false, inherit: false, own: [] });
	expect(http.names).toEqual(['info']);
});

test('an entry that a list has shown is not asked for', async () => {
	const { http, reader } = reading({ get_all_permission: NOBODY });
	expect(await reader.place('A', { hash: 'h', dir: 1 })).toMatchObject({ hash: 'h', inherit: undefined });
	expect(http.names).toEqual(['get_all_permission']);
});

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

test('the path of an ID is asked for once', async () => {
	const { http, reader } = reading({ info: { body: { fullpath: 'A/b' } } });
	expect([await reader.pathOf('h'), await reader.pathOf('h')]).toEqual(['A/b', 'A/b']);
	expect(http.asked).toEqual([['info', { hash: 'h' }]]);
});

test.each([
	[memberWith('3'), 'get_member_permission', { member_id: '3' }],
	[{ type: 'member', by: 'account', value: 'Kim' } as const, 'get_member_permission', { account: 'Kim' }],
	[departmentWith('7'), 'get_group_permission', { group_id: '7' }],
])('the status of %j, once or anew', async (subject, name, params) => {
	const answer: NamedAnswer = (_, earlier) => ({ body: earlier === 0 ? { dl: 1, rm: -1, ls: 0 } : { dl: 1 } });
	const { http, reader } = reading({ [name]: answer });
	expect(await reader.status('A', subject)).toEqual(statusIn({ dl: 1, rm: -1 }));
	expect(await reader.status('A', subject)).toEqual(statusIn({ dl: 1, rm: -1 }));
	expect(await reader.status('A', subject, true)).toEqual(statusIn({ dl: 1 }));
	expect(await reader.status('A', subject)).toEqual(statusIn({ dl: 1 }));
	expect(http.asked).toEqual([
		[name, { fullpath: 'A', ...params }],
		[name, { fullpath: 'A', ...params }],
	]);
});

test('places and subjects are kept apart', async () => {
	const { http, reader } = reading({ get_member_permission: {} });
	for (const [path, id] of [
		['A', '1'],
		['A', '2'],
		['B', '1'],
	] as const)
		await reader.status(path, memberWith(id));
	expect(http.asked).toHaveLength(3);
	await reader.status('A', { type: 'member', by: 'account', value: 'kim lee' });
	await reader.status('lee A', { type: 'member', by: 'account', value: 'kim' });
	expect(http.asked).toHaveLength(5);
});

test('a failure is not kept', async () => {
	const { reader } = reading({ info: (_, earlier) => (earlier === 0 ? REFUSED : { body: { fullpath: 'A' } }) });
	expect(await errorOf(reader.pathOf('h'))).toMatchObject({ kind: 'auth' });
	expect(await reader.pathOf('h')).toBe('A');
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

test('members with classic permissions, and direct permissions asked for again', async () => {
	const { http, reader } = reading({ get_permission: { body: DIRECT.body }, get_all_permission: DIRECT });
	expect(await reader.membersAt('A')).toEqual([memberWith('3')]);
	expect(await reader.directAnew('A')).toEqual([memberWith('3'), departmentWith('7')]);
	expect(http.asked).toEqual([
		['get_permission', { fullpath: 'A' }],
		['get_all_permission', { fullpath: 'A' }],
	]);
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

test('a library without an ID, and one that does not exist', async () => {
	const read = async (info: NamedAnswer) =>
		await readLibraryPeople(callerWith(namedAnswers({ info })), { by: 'mount_id', id: '44' });
	expect(await errorOf(read({ body: { info: {} } }))).toMatchObject({
		...{ kind: 'protocol', message: 'The service answered without the ID of the library' },
		operation: 'orgInfo',
	});
	expect(await errorOf(read(NOT_FOUND))).toMatchObject({ kind: 'notFound' });
});
