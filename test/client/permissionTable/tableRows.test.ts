import { type LibraryPeople, placeRows, makePlaceReader, readTable, readTableFacts } from '#permissionTable/work';
import { departmentWith, memberWith, statusIn, subjectKey } from '../../../src/protocol/catalogue/permissionCodes';
import type { PlacedRow, WantedRow, Wish } from '#permissionTable/plan';
import { namedAnswers, NOT_FOUND, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf, type Reply } from '../../support/ports';

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
function bench(answers: Record<string, NamedAnswer> = {}) {
	const http = namedAnswers({ ...ANSWERS, ...answers });
	return { http, reader: makePlaceReader(callerWith(http)) };
}
const row = (more: Partial<WantedRow> = {}): PlacedRow => ({
	item: 1,
	where: 'Row 2, ',
	subject: KIM,
	isEdited: true,
	inheritIsEdited: more.inherit !== undefined,
	...more,
	fullpath: more.fullpath ?? 'A',
});
const role = (id?: number, name?: string): Wish => ({ kind: 'role', id, name });

test('a row gets path, person and role', async () => {
	const { fullpath: _, ...byId } = row({ hash: 'x', subject: ACCOUNT, wish: role(undefined, 'EDITOR') });
	const placed = await placeRows(bench().reader, PEOPLE, [byId, row({ name: 'Own', subject: LEE })], 1);
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
	const placing = placeRows(bench().reader, PEOPLE, [row({ wish })], 1);
	expect(await errorOf(placing)).toMatchObject({ kind: 'input', field, message, item: 1, hint: ROLES });
});

test('a folder that does not exist is said with its row', async () => {
	const { fullpath: _, ...byId } = row({ hash: 'x' });
	const failure = await errorOf(placeRows(bench({ info: NOT_FOUND }).reader, PEOPLE, [byId], 1));
	const message = expect.stringMatching(/^Row 2, .*: "x"$/) as string;
	expect(failure).toMatchObject({ kind: 'notFound', item: 1, message });
});

test('a table of everybody: departments first, each once, with the source', async () => {
	const table = await readTable(bench().reader, PEOPLE, { places: [{ fullpath: 'A' }], subjects: [], width: 1 });
	expect(table.map(({ subject, source, from, name }) => [subjectKey(subject), source, from, name])).toEqual([
		['group_id:7', 'inherited', '', 'Sales'],
		['member_id:3', 'library_role', undefined, 'Kim'],
		['member_id:4', 'direct', 'A', undefined],
	]);
	expect(table[1]).toMatchObject({ fullpath: 'A', hash: 'h', inherit: true, role: { id: 5, name: 'Editor' } });
	expect(table[2]?.role).toBeUndefined();
});

const ONE = { width: 1, removeMissing: false };
const REMOVING = { width: 1, removeMissing: true };
const [NONE, LS, DL] = [statusIn({}), statusIn({ ls: 1 }), statusIn({ dl: 1 })];
const codes = (wanted: typeof DL): Wish => ({ kind: 'codes', codes: wanted });
const ELSEWHERE = { isShared: false, fromElsewhere: expect.any(Number) as number };
const CASES: ReadonlyArray<readonly [string, Partial<WantedRow>, object]> = [
	['what it says is all', { wish: codes(DL) }, ELSEWHERE],
	['it leaves something out', { wish: codes(NONE) }, { parent: DL, ...ELSEWHERE }],
	['the folder names it', { wish: codes(DL), subject: LEE }, { isShared: false }],
	['it stops inheriting', { wish: codes(NONE), inherit: false }, { parent: NONE, isShared: true }],
	['it asks for a role', { wish: role(5) }, { parent: DL, ...ELSEWHERE }],
	['it is of the root', { wish: codes(NONE), fullpath: '' }, { ...ELSEWHERE, isShared: true }],
];
test.each(CASES)('the facts of a row: %s', async (_, more, facts) => {
	const wanted = row(more);
	const { rows, places, missing } = await readTableFacts(bench().reader, PEOPLE, [wanted], ONE);
	expect([[...rows], [...places.keys()], missing]).toEqual([
		[[wanted, { codes: DL, ...facts }]],
		[wanted.fullpath],
		[],
	]);
});

test('a member shares a folder with a department whose row is above; a department shares nothing with it', async () => {
	const sales = [row({ subject: SALES, wish: codes(LS) }), row({ subject: SALES, fullpath: '' })];
	const rows = [row({ wish: codes(DL) }), ...sales];
	const { rows: found } = await readTableFacts(bench().reader, PEOPLE, rows, ONE);
	expect([...found.values()]).toMatchObject([
		{ codes: DL, isShared: true },
		{ codes: LS, isShared: false },
	]);
});

test('a department that has a role shows what it grants rather than a member, who may have more', async () => {
	const { http, reader } = bench({ get_all_permission: { body: {} } });
	const people = { ...PEOPLE, all: [{ subject: LEE, name: 'Lee', roleId: 2 }, ...ALL] };
	const rows = [row({ wish: role(2), fullpath: '' })];
	const { roles } = await readTableFacts(reader, people, rows, ONE);
	expect([...roles]).toEqual([[2, LS]]);
	expect(http.asked.at(-1)).toEqual(['get_group_permission', { fullpath: '', group_id: '7' }]);
});

test('what a role grants is what somebody has by it alone', async () => {
	const rows = [row({ wish: role(5) }), row({ wish: role(2), subject: LEE }), row({ wish: role(6), fullpath: 'B' })];
	const { roles } = await readTableFacts(bench().reader, PEOPLE, rows, ONE);
	expect([...roles]).toEqual([[5, DL]]);
	const alone = await readTableFacts(bench().reader, undefined, rows, ONE);
	expect([...alone.roles]).toEqual([]);
});

const LEFT: Reply = { status: 404, body: { error_code: 40406, error_msg: 'member not found' } };
test('a row of somebody who has left is set aside, or is an error', async () => {
	const kim: NamedAnswer = ({ member_id: id }) => (id === '3' ? LEFT : { body: {} });
	const { reader } = bench({ get_member_permission: kim });
	const rows = [row({ wish: codes(DL) }), row({ wish: codes(DL), subject: LEE })];
	const found = await readTableFacts(reader, PEOPLE, rows, { ...ONE, setUnknownAside: true });
	expect([[...found.unknown.keys()], [...found.rows.keys()]]).toEqual([[rows[0]], [rows[1]]]);
	expect(await errorOf(readTableFacts(reader, PEOPLE, rows, ONE))).toMatchObject({ item: 1, code: 40406 });
});

test('who is in no row, and rows that cannot be compared', async () => {
	const facts = async (rows: PlacedRow[]) => await readTableFacts(bench().reader, PEOPLE, rows, REMOVING);
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
