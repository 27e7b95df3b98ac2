import { asTool } from '../support/fileNodes';
import { by } from '../support/library';
import { useWorld, World } from '../support/world';
import { actionNodes } from '../../contract/actionNodes';

/* Callers of n8n's MCP Server Trigger: each acts as the person whom it has verified, and nobody as somebody else. */

const TYPE = 'fileLibraryTokenApi';
const [WEI, HUGHES] = [101, 108];

class Callers extends World {
	/** The account of a member of the demo enterprise. */
	accountOf(id: number): string {
		return this.emulator.world.directory.memberById(id).account;
	}

	/** The names of the libraries of a member, as the emulator has them. */
	librariesOf(id: number): string[] {
		const { directory } = this.emulator.world;
		const departments = [...directory.groups.values()].filter(({ memberIds }) => memberIds.has(id));
		return [...this.emulator.libraries.values()]
			.map(({ profile }) => profile)
			.filter(({ members, groups }) => members.has(id) || departments.some((one) => groups.has(one.id)))
			.map(({ name }) => name)
			.sort();
	}

	override async open(): Promise<void> {
		await super.open({ seedDemo: true });
		this.engine.register(asTool(actionNodes.fileLibraryUser));
		this.credentials[TYPE] = {
			baseUrl: this.emulator.url,
			vendorPrefix: 'svc',
			allowUnauthorizedCerts: false,
			...this.emulator.enterprise,
			grantType: 'signOnKey',
			account: '={{ $json.user.email }}',
		};
	}

	/** One call of a tool; `input` is what the trigger says about the request. */
	async call(input: object, parameters: object = LIST, args: object = {}): Promise<Array<Record<string, unknown>>> {
		const call = { node: 'test.fileLibraryUserTool', parameters: { ...parameters }, credentials: this.credentials };
		return (await this.engine.callTool({ ...call, input: { ...input }, args: { ...args } })) as never;
	}

	/** The names of the libraries that a caller lists. */
	async seenBy(input: object, args: object = {}): Promise<unknown[]> {
		return (await this.call(input, LIST, args)).map((library) => library.org_name).sort();
	}

	/** The accounts that were signed in, in their order. */
	signedIn(): string[] {
		return this.emulator.requests.flatMap(({ params }) =>
			params.ticket ? [JSON.parse(Buffer.from(params.ticket, 'base64').toString()).account as string] : [],
		);
	}
}

const LIST = { resource: 'library', operation: 'getMany', returnAll: true };
const world = useWorld(new Callers());

/** What the trigger says when it has verified a member. */
const verified = (id: number, more: object = {}) => ({
	body: { jsonrpc: '2.0', method: 'tools/call' },
	headers: {},
	user: { id: `n8n-${id}`, email: world.accountOf(id), firstName: 'A', lastName: 'B' },
	...more,
});

test('each caller sees their own libraries, and signs in once', async () => {
	for (let times = 0; times < 3; times++)
		for (const id of [WEI, HUGHES]) expect(await world.seenBy(verified(id))).toEqual(world.librariesOf(id));
	expect(world.librariesOf(WEI)).not.toEqual(world.librariesOf(HUGHES));
	expect(world.signedIn()).toEqual([WEI, HUGHES].map((id) => world.accountOf(id)));
});

test('n8n stores nobody in the credential that all share', async () => {
	const before = structuredClone(world.credentials[TYPE]);
	await world.seenBy(verified(WEI));
	world.emulator.expireTokens('expired');
	await world.seenBy(verified(WEI));
	expect(world.credentials[TYPE]).toEqual(before);
});

describe('at the same moment', () => {
	const members = [WEI, HUGHES, 102, 109, 111];

	/** Many calls at once, the callers mixed; each must see what is theirs. */
	const storm = async (): Promise<void> => {
		const callers = Array.from({ length: 40 }, (_, at) => members[(at * 3) % members.length] ?? WEI);
		const seen = await Promise.all(callers.map(async (id) => await world.seenBy(verified(id))));
		expect(seen).toEqual(callers.map((id) => world.librariesOf(id)));
	};

	test('so they do when all tokens end between two calls', async () => {
		await storm();
		world.emulator.expireTokens('expired');
		await storm();
		world.emulator.expireTokens('unknown');
		await storm();
		const grants = world.emulator.requests.filter(({ path }) => path.endsWith('/token2'));
		expect(grants).toHaveLength(members.length * 3);
	});

	test('a sign-in that fails is that of its caller alone', async () => {
		const unknown = { ...verified(WEI), user: { email: 'nobody@example.com' } };
		const [theirs, nobodys] = await Promise.allSettled([world.seenBy(verified(WEI)), world.seenBy(unknown)]);
		expect(theirs).toEqual({ status: 'fulfilled', value: world.librariesOf(WEI) });
		expect(nobodys.status).toBe('rejected');
	});
});

describe('without a verified user nothing is sent:', () => {
	const wei = { email: 'zhang.wei@example.com' };
	test.each<[string, object]>([
		['nothing is known about the caller', {}],
		['the trigger passes no user on', { body: {}, headers: {} }],
		['the email address is empty', { user: { email: '' } }],
		['the email address is an object', { user: { email: { toString: 'zhang.wei@example.com' } } }],
		['the caller writes a user into the body', { body: { user: wei }, headers: {} }],
	])('%s', async (_case, input) => {
		await expect(world.call(input, LIST, { user: wei, account: wei.email })).rejects.toThrow(
			/^Account is missing in the credential\..*expression/,
		);
		expect(world.emulator.requests).toEqual([]);
	});

	test.each(['={{ `${$json.user?.email}` }}', '={{ undefined }}', '='])(
		'the expression %s makes a word of nobody',
		async (account) => {
			world.credentials[TYPE] = { ...world.credentials[TYPE], account };
			await expect(world.call({})).rejects.toThrow(/^Account is missing in the credential/);
			expect(world.emulator.requests).toEqual([]);
		},
	);
});

describe('what a model writes', () => {
	const other = () => ({ email: world.accountOf(WEI) });

	test('does not change the account', async () => {
		const args = { user: other(), account: other().email, $json: { user: other() }, json: { user: other() } };
		expect(await world.seenBy(verified(HUGHES), args)).toEqual(world.librariesOf(HUGHES));
		const body = { user: other(), params: { arguments: args } };
		expect(await world.seenBy(verified(HUGHES, { body }), args)).toEqual(world.librariesOf(HUGHES));
		expect(world.signedIn()).toEqual([world.accountOf(HUGHES)]);
	});

	test.each(['{{ $json.user.email }}', '={{ $json.user.email }}', "={{ $('x').item }}"])(
		'is text and no expression: %s',
		async (text) => {
			const keyword = "={{ $fromAI('Search_Text', `A word`, 'string') }}";
			const search = { resource: 'file', operation: 'search', keyword, returnAll: true };
			await world.call(verified(HUGHES), search, { Search_Text: text });
			expect(world.emulator.requests.at(-1)?.params.keyword).toBe(text);
		},
	);

	test.each([
		['the account', '={{ $json.user.email }}'],
		['what the account is made of', '={{ $json.user.email.toLowerCase() }}'],
	])('in an agent, whose arguments lie over the item of its trigger, is not %s', async (_what, account) => {
		world.credentials[TYPE] = { ...world.credentials[TYPE], account };
		const keyword = '={{ $fromAI("Search_Text", `A word`) }}';
		const parameters = { resource: 'file', operation: 'search', keyword, returnAll: true };
		const { error } = await world.engine.run({
			node: 'test.fileLibraryUserTool',
			parameters,
			credentials: world.credentials,
			items: [{ json: { Search_Text: 'plan', toolCallId: 'c1', user: other() } }],
		});
		expect(error?.message).toBe('user is no argument of this tool. Call the tool again without it.');
		expect(world.emulator.requests).toEqual([]);
	});

	test('does not open a library of another person', async () => {
		const list = { resource: 'folder', operation: 'getMany', library: by('id', "={{ $fromAI('Library', ``) }}") };
		const [foreign] = [...world.emulator.libraries.values()].filter(({ profile }) => profile.name === 'Sales');
		const Library = String(foreign?.profile.mountId);
		expect(await world.call(verified(WEI), list, { Library })).not.toEqual([]);
		await expect(world.call(verified(HUGHES), list, { Library })).rejects.toThrow();
	});
});
