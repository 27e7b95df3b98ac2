import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { reference, type OperationEntry, type ParameterRow } from '../../contract/reference';
import { contractOf, IDENTITY, operations, resolve, type Schema } from '../../contract/contract';
import { by, withValue } from '../support/library';
import { startNodes, type Nodes } from '../support/nodes';
import { startStrictServer, type StrictServer } from '../support/strictServer';

/* Every entry of the reference through the real engine against the strict server: each example, each parameter, each omission. */

/** Non-ASCII, a blank, a slash, a composed letter and everything URL encoding has to deal with. */
const HIDDEN = '合同 2026/é+b%20&x.txt';
// What a person does with a token is driven in user.test.ts, against a server that knows tokens.
const entries = reference().filter(({ node }) => node !== 'fileLibraryUser');
let server: StrictServer;
let nodes: Nodes;

beforeAll(async () => {
	server = await startStrictServer();
	nodes = await startNodes(server.url);
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

const isUpload = (entry: OperationEntry): boolean => entry.covers.includes('uploadPart');
const inputFor = async (entry: OperationEntry) =>
	isUpload(entry)
		? [await nodes.engine.binaryItem(Buffer.from('bytes to upload'), { fileName: 'report.bin' })]
		: [{ json: {} }];

/** A login URL is judged as it arrives when a browser opens it: the node itself sends nothing. */
async function openLogin(entry: OperationEntry, items: INodeExecutionData[]): Promise<void> {
	if (entry.operation !== 'getLoginUrl') return;
	expect(server.requests).toEqual([]);
	for (const { json } of items) await fetch(String(json['url']));
}

/** Runs parameters of an entry and returns what was sent to the operation that takes a wire parameter. */
async function sendOf(
	entry: OperationEntry,
	parameters: Record<string, unknown>,
	wire?: string,
): Promise<Record<string, string>> {
	server.reset();
	server.onlyKnown = isUpload(entry);
	const { error, items } = await nodes.run(entry.node, parameters, await inputFor(entry));
	await openLogin(entry, items);
	expect(server.problems()).toEqual([]);
	expect(error).toBeUndefined();
	const target =
		entry.covers.find(
			(id) => (wire === undefined || contractOf(id).parameters.has(wire)) && server.sent(id).length,
		) ?? '';
	const [sent] = server.sent(target);
	if (!sent) throw new Error(`nothing was sent to ${entry.covers.join(', ')}`);
	return sent;
}

const schemaFor = (entry: OperationEntry, wire: string): Schema => {
	const op = entry.covers.map(contractOf).find(({ parameters }) => parameters.has(wire));
	return resolve(op?.parameters.get(wire)?.schema ?? {});
};

/** Required by the contract though not by the form: the node makes a value. */
const always = (entry: OperationEntry, wire: string): boolean =>
	entry.covers.map(contractOf).some(({ parameters }) => parameters.get(wire)?.required === true);

/** Values to set for a row, each with the wire text that the reference promises for it; null is "not sent". */
function casesOf(entry: OperationEntry, row: ParameterRow): Array<[value: unknown, wire: string | null]> {
	const schema = schemaFor(entry, row.wire);
	const whole =
		schema.type === 'integer' ||
		schema['x-item-type'] === 'integer' ||
		schema.anyOf?.some(({ type }) => type === 'integer') === true;
	// A name with a slash is of a domain, whose password goes in another form.
	const text =
		row.wire === 'username'
			? HIDDEN.replace('/', '')
			: whole
				? '7'
				: schema.format === 'uri'
					? `https://example.com/${encodeURIComponent(HIDDEN)}`
					: [...HIDDEN].filter((c) => !row.forbid?.includes(c)).join('');
	if (row.multipleValues)
		return [
			[[text], row.separator === 'json' ? JSON.stringify([text]) : text],
			[[text, whole ? '8' : 'b'], [text, whole ? '8' : 'b'].join(row.separator)],
		];
	switch (row.kind) {
		case 'resourceLocator':
			return [
				[by(row.mode ?? '', text), text],
				...(whole ? [[by(row.mode ?? '', 0), '0'] as [unknown, string]] : []),
			];
		case 'boolean':
			return [
				[true, row.values?.['true'] ?? null],
				[false, row.values?.['false'] ?? null],
			];
		// Choices that another property gives the value for are proven by that property.
		case 'options':
			return (row.choices ?? [])
				.filter((choice) => !givenBy(entry, row, choice))
				.map((choice) => [choice, row.values && choice in row.values ? (row.values[choice] ?? null) : choice]);
		case 'multiOptions':
			return (row.choices ?? []).map((choice) => [
				[choice],
				row.separator === 'json' ? JSON.stringify([choice]) : choice,
			]);
		case 'dateTime': {
			if (row.format)
				return [
					['2026-03-04T05:06:07.000Z', '2026-03-04'],
					['2026-03-04', '2026-03-04'],
					['2026-03-04T23:30:00-05:00', '2026-03-04'],
				];
			if (row.dayOnly)
				return ['2026-03-04T05:06:07.000Z', '2026-03-04', '2026-03-04T23:30:00-05:00'].map((day) => [
					day,
					String(Date.UTC(2026, 2, 4) / 1000),
				]);
			const factor = row.unit === 'seconds' ? 1000 : 1;
			const ms = Date.UTC(2026, 2, 4, 5, 6, 7);
			return [
				['2026-03-04T05:06:07.000Z', String(ms / factor)],
				['2026-03-04T06:06:07+01:00', String(ms / factor)],
				[ms, String(ms / factor)],
			];
		}
		case 'number':
			return [
				[Math.max(schema.minimum ?? 0, 0), String(Math.max(schema.minimum ?? 0, 0))],
				[7, '7'],
				['={{ 7 }}', '7'],
			];
		case 'string':
			return schema.format === 'uri'
				? [
						[text, text],
						['', null],
					]
				: [
						[text, text],
						['0', '0'],
						['={{ 0 }}', '0'],
						['={{ false }}', 'false'],
						...(row.required || row.showFor || always(entry, row.wire)
							? []
							: [['', null] as [unknown, null]]),
					];
		default:
			throw new Error(`no values for ${row.kind}`);
	}
}

/** Whether a choice leaves the wire parameter to another property, which is shown for it. */
const givenBy = (entry: OperationEntry, row: ParameterRow, choice: string): boolean =>
	entry.parameters.some(
		({ wire, showFor }) => wire === row.wire && showFor?.field === row.path && showFor.values.includes(choice),
	);

/** Parameters with one row set; where it excludes another way to say the same, that one is taken out. */
function settingOf(entry: OperationEntry, row: ParameterRow, value: unknown): Record<string, unknown> {
	const base: Record<string, unknown> =
		row.path === 'limit' ? { ...entry.example, returnAll: false } : { ...entry.example };
	const others =
		contractOf(entry.covers.find((id) => contractOf(id).parameters.has(row.wire)) ?? '').oneOf.find((group) =>
			group.includes(row.wire),
		) ?? [];
	const paths = entry.parameters
		.filter(({ wire, path }) => others.includes(wire) && wire !== row.wire && path !== row.path)
		.map(({ path }) => path);
	// As many target folders as sources, or one (ambiguities G21).
	if (row.path === 'targetFolders') base['sources'] = value;
	if (row.showFor) base[row.showFor.field] = row.showFor.values[0];
	return withValue(
		paths.reduce((kept, path) => withValue(kept, path, undefined), base),
		row.path,
		value,
	);
}

describe.each(entries.map((entry): [string, OperationEntry] => [entry.id, entry]))('%s', (_id, entry) => {
	test('example', async () => {
		const { items, error } = await nodes.run(entry.node, entry.example, await inputFor(entry));
		expect(error).toBeUndefined();
		await openLogin(entry, items);
		expect(server.problems()).toEqual([]);
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
		const listed = entry.requests.map(({ method, path }) => `${method} ${path}`);
		for (const { method, path } of server.requests) expect(listed).toContain(`${method} ${path}`);
		if (operations.has(entry.id)) expect(server.sent(entry.id)).not.toEqual([]);
	});

	const direct = entry.parameters.filter(({ composed, kind }) => !composed && kind !== 'binary' && kind !== 'json');
	if (direct.length) {
		test.each(
			direct.map((row): [string, ParameterRow] => [
				`${row.path}${row.mode ? ` (${row.mode})` : ''} is sent as ${row.wire}`,
				row,
			]),
		)('%s', async (_name, row) => {
			for (const [value, expected] of casesOf(entry, row)) {
				const sent = await sendOf(entry, settingOf(entry, row, value), row.wire);
				expect({ value, wire: sent[row.wire] ?? null }).toEqual({ value, wire: expected });
			}
		});
	}

	test('nothing is sent that was not asked for', async () => {
		const bare = Object.fromEntries(Object.entries(entry.example).filter(([key]) => key !== 'options'));
		const sent = await sendOf(entry, bare);
		const target = contractOf(operations.has(entry.id) ? entry.id : (entry.covers[0] ?? ''));
		const asked = entry.parameters.filter(({ path }) => !path.startsWith('options.')).map(({ wire }) => wire);
		for (const name of Object.keys(sent)) {
			if (target.extraPrefix && name.startsWith(target.extraPrefix)) continue;
			const schema = resolve(target.parameters.get(name)?.schema ?? {});
			if (![...IDENTITY, ...asked, ...entry.automatic].includes(name) && !target.parameters.get(name)?.required)
				expect(`${name}=${sent[name]}`).toBe(`${name}=${String(schema.default)}`);
		}
	});

	const wanted = [
		...new Map(
			entry.parameters
				.filter(({ required, path }) => required && !path.includes('[]'))
				.map((row) => [row.path, row]),
		).values(),
	];
	if (wanted.length) {
		test.each(wanted.map((row): [string, ParameterRow] => [row.path, row]))(
			'%s is asked for',
			async (path, row) => {
				const property = propertyOf(entry, path);
				const start =
					property.type === 'resourceLocator'
						? (property.default as { value: unknown }).value
						: property.default;
				const hasStart =
					property.type === 'options' ||
					property.type === 'boolean' ||
					property.type === 'number' ||
					(start !== '' && !Array.isArray(start) && property.type !== 'fixedCollection');
				const left = await nodes.run(
					entry.node,
					withValue(entry.example, path, undefined),
					await inputFor(entry),
				);
				if (hasStart) {
					expect(left.error).toBeUndefined();
					expect(server.problems()).toEqual([]);
				} else {
					expect(left.error?.message ?? '').toMatch(new RegExp(`${literal(row.label)}.*required|has issues`));
					expect(server.requests).toEqual([]);
				}
				if (
					property.type === 'options' ||
					property.type === 'boolean' ||
					(property.type === 'resourceLocator' && hasStart)
				)
					return;
				server.reset();
				// By an expression n8n itself sees no gap; the node has to.
				const empty = property.type === 'resourceLocator' ? by(row.mode ?? '', '={{ "" }}') : '={{ "" }}';
				const { error } = await nodes.run(
					entry.node,
					withValue(entry.example, path, empty),
					await inputFor(entry),
				);
				expect(error?.message).toMatch(new RegExp(`${literal(row.label)}: .*required.*\\[Item 0\\]`));
				expect(server.requests).toEqual([]);
			},
		);
	}
});

const literal = (text: string): string => text.replace(/[()]/g, '\\$&');

function propertyOf(entry: OperationEntry, path: string): INodeProperties {
	const found = nodes
		.propertiesOf(entry.node)
		.find(
			({ name, displayOptions }) =>
				name === path.split('.')[0] &&
				displayOptions?.show?.['resource']?.includes(entry.resource) &&
				displayOptions.show['operation']?.includes(entry.operation),
		);
	if (!found) throw new Error(`the form of ${entry.id} has no ${path}`);
	return found;
}
