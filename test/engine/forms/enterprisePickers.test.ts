import { by, on } from '../support/library';
import { EmulatedLibrary, shareWorld } from '../support/world';

/* Members, departments and roles in the forms of File Library, and what was picked as the input of the next. */

const library = shareWorld(new EmulatedLibrary(), { options: { seedDemo: true } });

const ENTERPRISE = { authentication: 'enterprise', library: by('id', '1001') };
const search = async (method: string, filter: string, parameters: object = ENTERPRISE) => {
	return (await library.search(method, parameters, filter)).results.map(({ name, value }) => [name, value]);
};

test.each<[string, string, Array<[string, string]>]>([
	['membersById', 'MBER 07', [['Member 07 (member07)', '7']]],
	['membersById', 'ber07@', [['Member 07 (member07)', '7']]],
	['membersById', 'u-07', [['Member 07 (member07)', '7']]],
	['departmentsById', 'europe', [['Sales/Sales Europe', '104']]],
	['departmentsById', 'sales-eu', [['Sales/Sales Europe', '104']]],
	['roles', 'dit', [['Editor', '2']]],
])('%s finds %j with the credential of the enterprise', async (method, filter, found) => {
	expect(await search(method, filter)).toEqual(found);
});

test.each(['membersById', 'departmentsById', 'roles'])(
	'%s: a library authorization cannot read it, and one sentence says so',
	async (method) => {
		const before = library.emulator.requests.length;
		for (const authentication of ['libraryAuthorization', undefined]) {
			const failure = await search(method, '', { authentication }).catch((error: unknown) => error);
			expect(failure).toMatchObject({
				message: expect.stringMatching(/^This list needs the credential of the enterprise: [^.]+$/),
				description: undefined,
			});
		}
		expect(library.emulator.requests).toHaveLength(before);
	},
);

const run = async (parameters: Record<string, unknown>, json = {}) => {
	const { items, error } = await library.run(parameters, [{ json }]);
	expect(error).toBeUndefined();
	return items.map((item) => item.json);
};
const FILE = by('path', 'Contracts/offer.txt');
const TO = { rows: [{ type: 'member', member: by('id', '={{ $json.member_id }}') }] };

test('what a member has flows into what the member gets', async () => {
	const who = [
		{ type: 'member', member: by('list', '7') },
		{ type: 'member', member: by('id', '8') },
		{ type: 'department', department: by('list', '104') },
	];
	const [given] = await run(
		on('permission', 'set', {
			file: FILE,
			subjects: { rows: who },
			give: 'permissions',
			grant: ['ls', 'dl'],
			deny: ['rm'],
		}),
	);
	expect(given).toMatchObject({ fullpath: 'Contracts/offer.txt', member_ids: [7, 8], group_id: 104 });
	const getMember = on('permission', 'getMember', {
		file: by('path', '={{ $json.fullpath }}'),
		member: by('list', '7'),
	});
	const [seven] = await run(getMember, given);
	expect(seven).toMatchObject({ granted: expect.arrayContaining(['ls', 'dl']), denied: ['rm'] });
	expect(seven).toMatchObject({ granted_names: expect.arrayContaining(['View']), denied_names: ['Delete'] });
	// The department of member 7 is a Viewer of the library, and what a member gets includes that.
	const viewer = ['ls', 'cd', 'pv', 'dl', 'ss'];
	const again = { give: 'permissions', grant: '={{ $json.granted }}', deny: '={{ $json.denied }}' };
	expect(
		await run(on('permission', 'set', { file: FILE, subjects: TO, ...again }), { ...seven, member_id: 9 }),
	).toEqual([expect.objectContaining({ member_id: 9, granted: viewer, denied: ['rm'] })]);
	const all = { rows: [{ type: 'member', member: by('id', '={{ $json.member_ids }}') }] };
	const removed = await run(on('permission', 'delete', { file: FILE, subjects: all }), given);
	expect(removed).toEqual([{ removed: 'permission', fullpath: 'Contracts/offer.txt', member_ids: [7, 8] }]);
	expect(await run(getMember, given)).toEqual([expect.objectContaining({ denied: [] })]);
});
