import { by } from '../support/library';
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
