import {
	type ActivityChoice,
	type ActivityFilter,
	codesOf,
	compileActivityFilter,
	eventOf,
	includesCode,
} from '../../../src/protocol/catalogue/activityEvent';

/* Which entries of the two logs a workflow wants; codes are those of the document's logs. */

test.each<[ActivityChoice[], string[], string[]]>([
	[[], [], []],
	[['downloaded', 'previewed'], ['20', '21'], []],
	[['linkCreated', 'managementRole'], ['1014'], ['5']],
	[['created', 'anyInLibraries'], ['*'], []],
	[['anyManagement', 'managementMember', 'deleted'], ['0'], ['*']],
])('%j stand for %j and %j', (events, library, management) => {
	expect(codesOf('library', events)).toEqual(library);
	expect(codesOf('management', events)).toEqual(management);
});

test.each<[string[], string, boolean]>([
	[['20', '21'], '20', true],
	[['20', '21'], '2', false],
	[['*'], '99', true],
	[[], '20', false],
])('%j include %s: %s', (codes, code, expected) => expect(includesCode(codes, code)).toBe(expected));

test.each<['library' | 'management', string, ActivityChoice | 'other']>([
	['library', '20', 'downloaded'],
	['management', '1', 'managementSubAdministrator'],
	['library', '*', 'other'],
	['management', '*', 'other'],
	['library', '99', 'other'],
])('in the %s log, %s is %s', (log, code, event) => expect(eventOf(log, code)).toBe(event));

const ANY: ActivityFilter = {
	codes: { library: ['*'], management: ['*'] },
	people: [],
	notPeople: [],
	administrators: [],
};
const ENTRY = { fullpath: 'Contracts/2026/offer.PDF', member_id: 7, member_account: 'Anna@example.com' };

test.each<[string, Partial<ActivityFilter>, object, boolean]>([
	['another code', { codes: { library: ['21'], management: ['20'] } }, ENTRY, false],
	['a person by ID', { people: [{ by: 'member_id', value: '7' }] }, ENTRY, true],
	['a person by account', { people: [{ by: 'account', value: ' anna@EXAMPLE.com ' }] }, ENTRY, true],
	[
		'one of two people',
		{
			people: [
				{ by: 'member_id', value: '8' },
				{ by: 'account', value: 'anna@example.com' },
			],
		},
		ENTRY,
		true,
	],
	['an account that is the ID of another person', { people: [{ by: 'account', value: '7' }] }, ENTRY, false],
	['an ID that is an account elsewhere', { people: [{ by: 'member_id', value: 'anna@example.com' }] }, ENTRY, false],
	['a visitor, other people', { people: [{ by: 'member_id', value: '7' }] }, { fullpath: 'a' }, false],
	['not this person', { notPeople: [{ by: 'member_id', value: '7' }] }, ENTRY, false],
	['not another person', { notPeople: [{ by: 'account', value: 'bob' }] }, ENTRY, true],
	['a visitor, not this person', { notPeople: [{ by: 'member_id', value: '7' }] }, { fullpath: 'a' }, true],
	['inside the folder', { folder: 'Contracts' }, ENTRY, true],
	['inside the folder, a path with slashes', { folder: 'Contracts' }, { fullpath: '/Contracts/a/' }, true],
	['the folder itself', { folder: 'Contracts' }, { fullpath: 'Contracts' }, false],
	['a neighbor whose name begins so', { folder: 'Con' }, ENTRY, false],
	['the whole library', { folder: '' }, ENTRY, true],
	['a file type', { extensions: ['pdf'] }, ENTRY, true],
	['a name', { include: ['OFFER.*'] }, ENTRY, true],
	['a path inside the folder', { folder: 'Contracts', include: ['2026/*'] }, ENTRY, true],
	['a path from the top of the library', { folder: 'Contracts', include: ['Contracts/**'] }, ENTRY, false],
	['what only the other log has', { administrators: ['Bob'], content: 'x' }, ENTRY, true],
])('in the log of a library: %s', (_, filter, fields, expected) => {
	expect(compileActivityFilter({ ...ANY, ...filter }).library('20', fields as Record<string, unknown>)).toBe(
		expected,
	);
});

const MANAGED = { admin: 'Anna Li', content: 'Changed the role of Bob' };

test.each<[string, Partial<ActivityFilter>, object, boolean]>([
	['anything, where nothing is said', {}, {}, true],
	['its type', { codes: { library: [], management: ['5'] } }, MANAGED, true],
	['another type', { codes: { library: ['5'], management: ['4'] } }, MANAGED, false],
	['an administrator', { administrators: ['Bob', ' anna li'] }, MANAGED, true],
	['another administrator', { administrators: ['Anna'] }, MANAGED, false],
	['its text', { content: ' ROLE ' }, MANAGED, true],
	['another text', { content: 'roles' }, MANAGED, false],
	['of the other log', { people: [{ by: 'member_id', value: '8' }], folder: 'x', extensions: ['y'] }, MANAGED, true],
])('in the management log: %s', (_, filter, fields, expected) => {
	expect(compileActivityFilter({ ...ANY, ...filter }).management('5', fields as Record<string, unknown>)).toBe(
		expected,
	);
});

test('a pattern that is too long is refused', () => {
	expect(() => compileActivityFilter({ ...ANY, include: ['*'.repeat(201)] })).toThrow('Include');
});
