import { by, on } from '../support/library';
import { startNodes, type Nodes } from '../support/nodes';
import { startStrictServer, type StrictServer } from '../support/strictServer';

/* Values that would be read as something else, or change nothing: refused with the field's name, nothing is sent. */

type Parameters = Record<string, unknown>;

let server: StrictServer;
let nodes: Nodes;
beforeAll(async () => {
	server = await startStrictServer();
	nodes = await startNodes(server.url);
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

const [LIBRARY, ADMIN, PARTNER] = ['fileLibrary', 'fileLibraryAdmin', 'fileLibraryPartner'];
const file = by('path', 'Docs/a.txt');

async function expectRefused(node: string, parameters: Parameters, message: RegExp): Promise<void> {
	const { error } = await nodes.run(node, parameters);
	expect(error?.message).toMatch(message);
	expect(server.requests).toEqual([]);
}

test.each<[string, string, Parameters, string]>([
	['a limit', LIBRARY, on('file', 'search', { keywords: 'a', limit: '={{ $json.none }}' }), 'Limit'],
	['no limit', LIBRARY, on('file', 'search', { keywords: 'a', returnAll: '={{ "" }}' }), 'Return All'],
	['a short answer', LIBRARY, on('file', 'get', { file, simplify: '={{ null }}' }), 'Simplify'],
])('an expression for %s that gives nothing does not mean the default', async (_name, node, parameters, label) => {
	await expectRefused(node, parameters, new RegExp(`^${label}: the expression gave nothing for this item$`));
});

describe('digits that are a calendar date, and days that do not exist', () => {
	test.each<[string, string, Parameters, RegExp]>([
		[
			'the log',
			ADMIN,
			on('managementLog', 'getMany', { filters: { from: 20_260_329 } }),
			/^From: 20260329 .*2026-03-29/,
		],
		['changes', LIBRARY, on('change', 'getMany', { since: '20260329' }), /^From: 20260329 .*2026-03-29/],
		[
			'the end of a count',
			LIBRARY,
			on('change', 'count', { begin: 1, end: '2026-02-31' }),
			/^To: "2026-02-31" is not/,
		],
		['eight other digits', LIBRARY, on('change', 'getMany', { since: 99_999_999 }), /^From: 99999999 /],
		['a year', LIBRARY, on('change', 'getMany', { since: 2026 }), /^From: 2026 .*2026-01-01/],
		[
			'day and month',
			LIBRARY,
			on('change', 'getMany', { since: '03/04/2026' }),
			/^From: "03\/04\/2026" is not a date/,
		],
	])('%s', async (_name, node, parameters, message) => await expectRefused(node, parameters, message));
});

describe('a span of time that ends before it begins', () => {
	const span = (from: string, to: string): Parameters => ({ [from]: '2026-03-02', [to]: '2026-03-01' });
	test.each<[string, string, Parameters, RegExp]>([
		['count', LIBRARY, on('change', 'count', span('begin', 'end')), /^From is after To/],
		['management log', ADMIN, on('managementLog', 'getMany', { filters: span('from', 'to') }), /^From is after To/],
		[
			'library log',
			ADMIN,
			on('libraryLog', 'getMany', { library: by('id', '1'), filters: span('from', 'to') }),
			/^From is after To/,
		],
		[
			'enterprises',
			PARTNER,
			on('enterprise', 'getMany', { filters: span('beginDate', 'endDate') }),
			/^Created From is after Created Before/,
		],
	])('%s', async (_name, node, parameters, message) => await expectRefused(node, parameters, message));
});

describe('a time in the past, where something is to happen later', () => {
	const link = (deadline: unknown, more: Parameters = {}): Parameters =>
		on('link', 'create', { file, expires: 'time', deadline, ...more });
	test.each(['1969-12-31T23:59:59Z', '1960-01-01', -1, 1, '2001-01-01', Math.floor(Date.now() / 1000) - 60])(
		'a link that expires at %p',
		async (deadline) => await expectRefused(LIBRARY, link(deadline), /^Expires At[: ]/),
	);
	test('an account that expires yesterday', async () => {
		const yesterday = new Date(Date.now() - 36 * 3_600_000).toISOString();
		const parameters = on('syncMember', 'upsert', {
			outId: 'e-1',
			name: 'Ben',
			account: 'ben',
			updateFields: { expiryDate: yesterday },
		});
		await expectRefused(ADMIN, parameters, /^Expiry Date: .* is in the past/);
	});
	test('an account that expires after a number of days', async () => {
		const member = { outId: 'e-1', name: 'Ben', account: 'ben' };
		for (const updateFields of [{ expiresAfter: 30 }, { expiresAfter: 30, neverExpires: true }])
			await nodes.run(ADMIN, on('syncMember', 'upsert', { ...member, updateFields }));
		const [day, never] = server.sent('entAddSyncMember').map(({ expire }) => Number(expire));
		// Midnight UTC of a day that is 30 days from now, whatever the time is.
		expect([Number(day) % 86_400, never]).toEqual([0, 0]);
		expect(Math.abs(Number(day) - (Date.now() / 1000 + 29.5 * 86_400))).toBeLessThanOrEqual(43_200 + 60);
	});
	test('a link that never expires takes no notice of it', async () => {
		expect((await nodes.run(LIBRARY, link('1969-12-31', { expires: 'never' }))).error).toBeUndefined();
		expect(server.sent('libraryFileLink')[0]?.deadline).toBe('-1');
	});
});

describe('an update that changes nothing', () => {
	test.each<[string, Parameters, RegExp]>([
		['a member', on('member', 'update', { account: by('account', 'ben') }), /field to update: Name, Phone/],
		[
			'a member, by options that are undefined',
			on('member', 'update', { account: by('account', 'ben'), updateFields: { name: '={{ undefined }}' } }),
			/field to update: Name, Phone/,
		],
		['a library', on('library', 'update', { library: by('id', '1') }), /field to update: .*Name/],
		['a department', on('department', 'update', { department: by('path', 'Sales') }), /field to update: .*Name/],
		[
			'a name that cannot be empty',
			on('member', 'update', { account: by('account', 'ben'), updateFields: { name: '', title: 'x' } }),
			/^Name can't be empty/,
		],
	])('%s', async (_name, parameters, message) => await expectRefused(ADMIN, parameters, message));
});

describe('an order', () => {
	const order = (more: Parameters): Parameters =>
		on('enterprise', 'order', { enterprise: by('outId', 'e-1'), ...more });
	const subscribe = { type: 'subscribe', month: 12 };
	test.each<[string, Parameters, RegExp]>([
		['no members', { ...subscribe, memberCount: 0, space: 100 }, /^Members[: ]/],
		['no space', { ...subscribe, memberCount: 10, space: 0 }, /^Space \(GB\)[: ]/],
		['neither', { ...subscribe, memberCount: 0, space: 0 }, /^Members[: ]/],
		[
			'no members, by an expression',
			{ ...subscribe, memberCount: '={{ undefined }}', space: 1 },
			/^Members: the expression gave nothing/,
		],
		['an upgrade of nothing', { type: 'upgrade', memberCount: 0, space: 0 }, /^Members[: ]/],
	])('%s', async (_name, more, message) => await expectRefused(PARTNER, order(more), message));

	test.each<[string, Parameters, Record<string, string>]>([
		['of members only', { memberCount: 5, space: 0 }, { member_count: '5', space: '0' }],
		['of space only', { memberCount: '={{ undefined }}', space: 5 }, { member_count: '0', space: '5' }],
	])('an upgrade %s', async (_name, more, expected) => {
		expect((await nodes.run(PARTNER, order({ type: 'upgrade', ...more }))).error).toBeUndefined();
		expect(server.problems()).toEqual([]);
		expect(server.sent('partnerOrder')[0]).toMatchObject(expected);
	});
});

describe('metadata', () => {
	const set = (type: string, value: unknown): Parameters =>
		on('metadata', 'set', { file, key: 'k', properties: { rows: [{ name: 'p', type, value }] } });
	test.each<[string, unknown, RegExp]>([
		['date', '2026-02-31', /^Property "p": "2026-02-31" is not a date/],
		['time', '2026-12-31 25:00:00', /^Property "p": .* is not a date/],
		['date', '', /^Property "p"[: ]/],
		['number', '={{ NaN }}', /^Properties, row 1[:,] Value[: ]/],
		['number', 'ten', /^Property "p": "ten" is not a number/],
		['string', '={{ ["a"] }}', /^Property "p" must be text, but is a list/],
		['string', '={{ undefined }}', /^Properties, row 1, Value: the expression gave nothing for this item/],
	])('%s %p', async (type, value, message) => await expectRefused(LIBRARY, set(type, value), message));
});

test.each<[string, unknown, RegExp]>([
	['null', null, /^Choose a File first$/],
	['null by an expression', '={{ null }}', /^File: the expression gave nothing for this item$/],
	['without a value', { __rl: true, mode: 'path' }, /^Choose a File first$/],
	['an unknown mode', by('name', 'x'), /^File can't be selected by "name"/],
	['separators', by('list', ';;'), /^File: ";;" names nothing/],
	['half of a character in the list', by('list', '={{ "a\\ud83d" }}'), /^File contains U\+D83D/],
])(
	'a locator: %s',
	async (_name, value, message) => await expectRefused(LIBRARY, on('file', 'get', { file: value }), message),
);
