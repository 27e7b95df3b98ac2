import type { PlacedRow, WantedRow, Wish } from '#permissionTable/plan';
import {
	readLibraryPeople,
	makePlaceReader,
	type LibraryPeople,
	placeRows,
	readTable,
	readTableFacts,
} from '#permissionTable/work';
import { departmentWith, memberWith, statusIn, subjectKey } from '../../../src/protocol/catalogue/permissionCodes';
import { namedAnswers, pageOf, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf, type Reply } from '../../support/ports';

const NOBODY = { body: { members: {}, groups: {} } };
const property = (inherit: number) => JSON.stringify({ inherit });

function reading(answers: Record<string, NamedAnswer>) {
	const http = namedAnswers(answers);
	return { http, reader: makePlaceReader(callerWith(http), 1) };
}

test('what the information does not say of inheritance, the list of the parent may', async () => {
	const listed = [
		{ hash: 'other', property: property(1) },
		{ hash: 'h', property: property(0) },
	];
	const { http, reader } = reading({ info: { body: { hash: 'h', dir: 0 } }, ls: pageOf(listed) });
	expect((await reader.place('A/b')).inherit).toBe(false);
	expect(http.asked[1]).toEqual(['ls', expect.objectContaining({ fullpath: 'A', hashs: 'h' })]);
	expect((await reading({ info: { body: { dir: 0 } } }).reader.place('A/b')).inherit).toBeUndefined();
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

const WHO_TAKES_PART = {
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
	const http = namedAnswers(WHO_TAKES_PART);
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
	const http = namedAnswers({ ...WHO_TAKES_PART, info: { body } });
	await readLibraryPeople(callerWith(http), { by: 'mount_id', id: '44' });
	expect(http.asked[0]).toEqual(['info', { mount_id: '44' }]);
	expect(http.asked[1]?.[1]).toMatchObject({ org_id: id });
});

/* The rows of a permission table: Kim (3) and department 7, folder A that inherits from the root. */

const [KIM, LEE, SALES] = [memberWith('3'), memberWith('4'), departmentWith('7')];
const ALL = [
	{ subject: SALES, name: 'Sales', roleId: 2 },
	{ subject: KIM, name: 'Kim', roleId: 5 },
];
const ACCOUNT = { type: 'member', by: 'account', value: 'kim' } as const;
const keyOf = (subject: WantedRow['subject']): string =>
	subject.by === 'account' ? 'member_id:3' : subjectKey(subject);
const PEOPLE: LibraryPeople = {
	all: ALL,
	person: (subject) => ALL.find((person) => subjectKey(person.subject) === keyOf(subject)),
	roles: new Map([
		[2, 'Reader'],
		[5, 'Editor'],
		[6, 'Twin'],
		[7, 'twin'],
	]),
};
const ANSWERS: Record<string, NamedAnswer> = {
	info: ({ fullpath, hash }) => ({
		body: { fullpath: fullpath ?? `/by/${hash}/`, hash: 'h', dir: 1, property: '{"inherit":1}' },
	}),
	get_all_permission: ({ fullpath }) => ({ body: fullpath === 'A' ? { members: { 4: [] } } : { groups: { 7: [] } } }),
	get_member_permission: { body: { dl: 1 } },
	get_group_permission: { body: { ls: 1 } },
	get_permission: { body: { members: { 3: [], 4: [] } } },
};
function bench(answers: Record<string, NamedAnswer> = {}, people: LibraryPeople | null = PEOPLE) {
	const http = namedAnswers({ ...ANSWERS, ...answers });
	return { http, reader: makePlaceReader(callerWith(http), 1, people ?? undefined) };
}
const row = (more: Partial<WantedRow> = {}): PlacedRow => ({
	item: 1,
	where: 'Row 2, ',
	subject: KIM,
	isEdited: true,
	...more,
	fullpath: more.fullpath ?? 'A',
});
const role = (id?: number, name?: string): Wish => ({ kind: 'role', id, name });

test('a row gets path, person and role', async () => {
	const { fullpath: _, ...byId } = row({ hash: 'x', subject: ACCOUNT, wish: role(undefined, 'EDITOR') });
	const placed = await placeRows(bench().reader, [byId, row({ name: 'Own', subject: LEE })]);
	expect(placed).toEqual([
		{ ...byId, subject: KIM, name: 'Kim', wish: role(5, 'Editor'), fullpath: 'by/x' },
		row({ name: 'Own', subject: LEE }),
	]);
});

const ROLES = 'The roles are 2 (Reader), 5 (Editor), 6 (Twin), 7 (twin).';
test.each([
	[role(9), 'role_id', 'Row 2, role_id: 9 is no role of the enterprise'],
	[role(undefined, 'No'), 'role', 'Row 2, role: "No" is no role of the enterprise'],
	[role(undefined, 'Twin'), 'role', 'Row 2, role: "Twin" is the name of several roles'],
	[role(5, 'Reader'), 'role', 'Row 2, role: role_id 5 is "Editor", and not "Reader"'],
])('a wrong role (%j)', async (wish, field, message) => {
	const placing = placeRows(bench().reader, [row({ wish })]);
	expect(await errorOf(placing)).toMatchObject({ kind: 'input', field, message, item: 1, hint: ROLES });
});

test('a library authorization knows no names of roles, only their IDs', async () => {
	const placed = async (wish: Wish) => await placeRows(bench({}, null).reader, [row({ wish })]);
	expect(await placed(role(5))).toEqual([row({ wish: role(5) })]);
	expect(await errorOf(placed(role(undefined, 'Editor')))).toMatchObject({
		kind: 'input',
		field: 'role',
		message: 'Row 2, role: "Editor" cannot be looked up with a library authorization',
	});
});

test('a table of everybody: departments first, each once, with the source', async () => {
	const table = await readTable(bench().reader, { places: [{ fullpath: 'A' }], subjects: [] });
	expect(table.map(({ subject, source, from, name }) => [subjectKey(subject), source, from, name])).toEqual([
		['group_id:7', 'inherited', '', 'Sales'],
		['member_id:3', 'library_role', undefined, 'Kim'],
		['member_id:4', 'direct', 'A', undefined],
	]);
	expect(table[1]).toMatchObject({ fullpath: 'A', hash: 'h', inherit: true, role: { id: 5, name: 'Editor' } });
	expect(table[2]?.role).toBeUndefined();
	// A department that no folder names has a row, too.
	const people = { ...PEOPLE, all: [...ALL, { subject: departmentWith('8'), name: 'HR', roleId: 2 }] };
	const [, hr] = await readTable(bench({}, people).reader, { places: [{ fullpath: 'A' }], subjects: [] });
	expect(hr?.subject).toEqual(departmentWith('8'));
});

test('nothing is claimed to come from where something else applies', async () => {
	const elsewhere: NamedAnswer = ({ fullpath }) => ({ body: fullpath === 'A' ? { dl: 1 } : { dl: 1, ls: 1 } });
	const { reader } = bench({ get_member_permission: elsewhere, get_group_permission: elsewhere });
	const table = await readTable(reader, { places: [{ fullpath: 'A' }], subjects: [] });
	expect(table.map(({ source, from }) => [source, from])).toEqual([
		['unknown', undefined],
		['unknown', undefined],
		['direct', 'A'],
	]);
});

const ONE = { removeMissing: false };
const REMOVING = { removeMissing: true };
const [NONE, LS, DL] = [statusIn({}), statusIn({ ls: 1 }), statusIn({ dl: 1 })];
const codes = (wanted: typeof DL): Wish => ({ kind: 'codes', codes: wanted });
const ELSEWHERE = { isShared: false, fromElsewhere: expect.any(Number) as number };
const CASES: ReadonlyArray<readonly [string, Partial<WantedRow>, object]> = [
	['what it says is all', { wish: codes(DL) }, ELSEWHERE],
	['it leaves something out', { wish: codes(NONE) }, { parent: DL, ...ELSEWHERE }],
	['the folder names it', { wish: codes(DL), subject: LEE }, { isShared: false }],
	['it stops inheriting', { wish: codes(NONE), inherit: false }, { parent: NONE, isShared: true }],
	['it is of the root', { wish: codes(NONE), fullpath: '' }, { ...ELSEWHERE, isShared: true }],
];
test.each(CASES)('the facts of a row: %s', async (_, more, facts) => {
	const wanted = row(more);
	const { rows, places, missing } = await readTableFacts(bench().reader, [wanted], ONE);
	expect([...rows]).toEqual([[wanted, { codes: DL, ...facts }]]);
	expect([[...places.keys()], missing]).toEqual([[wanted.fullpath], []]);
});

test('a member shares a folder with a department whose row is above; a department shares nothing with it', async () => {
	const sales = [row({ subject: SALES, wish: codes(LS) }), row({ subject: SALES, fullpath: '' })];
	const rows = [row({ wish: codes(DL) }), ...sales];
	const { rows: found } = await readTableFacts(bench().reader, rows, ONE);
	expect([...found.values()]).toMatchObject([
		{ codes: DL, isShared: true },
		{ codes: LS, isShared: false },
	]);
});

test('a department that has a role shows what it grants rather than a member, who may have more', async () => {
	const people = { ...PEOPLE, all: [{ subject: LEE, name: 'Lee', roleId: 2 }, ...ALL] };
	const { http, reader } = bench({ get_all_permission: { body: {} } }, people);
	const rows = [row({ wish: role(2), fullpath: '' })];
	const { roles } = await readTableFacts(reader, rows, ONE);
	expect([...roles]).toEqual([[2, LS]]);
	expect(http.asked.at(-1)).toEqual(['get_group_permission', { fullpath: '', group_id: '7' }]);
});

test('what a role grants is what somebody has by it alone', async () => {
	const rows = [row({ wish: role(5) }), row({ wish: role(2), subject: LEE }), row({ wish: role(6), fullpath: 'B' })];
	const { roles } = await readTableFacts(bench().reader, rows, ONE);
	expect([...roles]).toEqual([[5, DL]]);
	const alone = await readTableFacts(bench({}, null).reader, rows, ONE);
	expect([...alone.roles]).toEqual([]);
});

const LEFT: Reply = { status: 404, body: { error_code: 40406, error_msg: 'member not found' } };
test('a row of somebody who has left is set aside, or is an error', async () => {
	const { reader } = bench({ get_member_permission: ({ member_id: id }) => (id === '3' ? LEFT : { body: {} }) });
	const rows = [row({ wish: codes(DL) }), row({ wish: codes(DL), subject: LEE })];
	const found = await readTableFacts(reader, rows, { ...ONE, setUnknownAside: true });
	expect([[...found.unknown.keys()], [...found.rows.keys()]]).toEqual([[rows[0]], [rows[1]]]);
	expect(await errorOf(readTableFacts(reader, rows, ONE))).toMatchObject({ item: 1, code: 40406 });
});

test('who is in no row, and rows that cannot be compared', async () => {
	const facts = async (rows: PlacedRow[]) => await readTableFacts(bench().reader, rows, REMOVING);
	expect((await facts([row()])).missing).toEqual([{ fullpath: 'A', subject: LEE, codes: DL }]);
	expect((await facts([row({ subject: LEE })])).missing).toEqual([]);
	expect(await errorOf(facts([row({ subject: ACCOUNT })]))).toMatchObject({
		kind: 'input',
		field: 'account',
		item: 1,
		message: 'Row 2, account cannot be compared for Remove Missing',
		hint: 'Use member_id and group_id, by which the service lists direct permissions.',
	});
});
