import { someCases } from '../../support/runs';
import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { contractOf, IDENTITY, operations, resolve } from '../../contract/contract';
import { afterLink, closingLink } from '../../contract/readingExamples';
import { reference, type OperationEntry, type ParameterRow } from '../../contract/reference';
import { by, withValue } from '../support/library';
import { nodes } from '../support/nodes';
import { casesOf, exampleWith } from '../support/parameterCases';

/* Every operation of the reference against the strict server: each example, each parameter, each omission. */

const entries = reference();
const strict = nodes({ service: 'strict' });
const { server } = strict;

/** What an operation sends although nothing was entered, by the rule of docs/interface.md that asks for it. */
const ALWAYS_SENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	libraryFileDeleteByTag: { path: '' /* G12: a tag goes with a folder, empty for the whole library */ },
};

/** What goes before the requests of a person: the sign-on, and the libraries, for the one that a path lies in. */
const OF_A_PERSON = new Set(['tokenIssue', 'userLibraryList']);

const isUpload = (entry: OperationEntry): boolean => entry.covers.includes('uploadPart');
const inputFor = async (entry: OperationEntry): Promise<INodeExecutionData[]> =>
	isUpload(entry)
		? [await strict.engine.binaryItem(Buffer.from('bytes to upload'), { fileName: 'report.bin' })]
		: [{ json: {} }];
const closes = ({ id }: OperationEntry): boolean => id === 'libraryReadingClose';
const waits = ({ id }: OperationEntry): boolean => id === 'libraryReadingWait';
async function run(entry: OperationEntry, parameters: Record<string, unknown>) {
	const setup = { ...strict.setupOf(entry.node), parameters };
	if (closes(entry)) return await closingLink(strict.engine, setup, { onWaiting: () => server.reset() });
	if (waits(entry)) return await afterLink(strict.engine, setup);
	return await strict.run(entry.node, parameters, await inputFor(entry));
}

/** A login URL is judged as it arrives when a browser opens it: the node itself sends nothing. */
async function openLogin(entry: OperationEntry, items: INodeExecutionData[]): Promise<void> {
	if (entry.operation !== 'getLoginUrl') return;
	expect(server.requests).toEqual([]);
	for (const { json } of items) await fetch(String(json.url));
}

/** Runs an operation and returns what was sent to the request that takes a wire parameter. */
async function paramsSent(
	entry: OperationEntry,
	parameters: Record<string, unknown>,
	wire?: string,
): Promise<Record<string, string>> {
	server.reset();
	server.onlyKnown = isUpload(entry);
	const { error, items } = await run(entry, parameters);
	await openLogin(entry, items);
	expect(server.problems()).toEqual([]);
	expect(error).toBeUndefined();
	const takes = (id: string): boolean => wire === undefined || contractOf(id).parameters.has(wire);
	const target = entry.covers.find((id) => takes(id) && server.sent(id).length);
	const [sent] = server.sent(target ?? '');
	if (!sent) throw new Error(`nothing was sent to ${entry.covers.join(', ')}`);
	return sent;
}

/** An operation without a request of its own sends nothing unless something is entered. */
async function expectNothingSent(entry: OperationEntry, parameters: Record<string, unknown>): Promise<void> {
	const { error } = await run(entry, parameters);
	expect(error).toBeUndefined();
	const sent = server.requests.map(({ operation }) => operation);
	expect(sent).toEqual(waits(entry) ? await sentForLink() : []);
}

/** The requests for the link that is made before a wait. */
async function sentForLink(): Promise<string[]> {
	server.reset();
	const link = entries.find(({ id }) => id === 'libraryReadingLink');
	if (link) await run(link, link.example);
	expect(server.requests).not.toEqual([]);
	return server.requests.map(({ operation }) => operation);
}

describe.each(entries.map((entry, at) => ({ id: entry.id, entry, at })))('$id', ({ entry, at }) => {
	test('example', async () => {
		const { items, error } = await run(entry, entry.example);
		expect(error).toBeUndefined();
		await openLogin(entry, items);
		expect(server.problems()).toEqual([]);
		// A plan with nothing to do has no items.
		if (!entry.fields.some(({ path }) => path === 'planOutput')) expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
		const listed = entry.requests.map(({ method, path }) => `${method} ${path}`);
		const requests = server.requests.filter(({ operation }) => !OF_A_PERSON.has(operation));
		for (const { method, path } of requests) expect(listed).toContain(`${method} ${path}`);
		if (operations.has(entry.id)) expect(server.sent(entry.id)).not.toEqual([]);
	});

	const direct = someCases(
		entry.parameters.filter(({ composed, kind }) => !composed && kind !== 'binary' && kind !== 'json'),
		at,
	);
	if (direct.length) {
		test.each(direct.map((row): [string, ParameterRow] => [titleOf(row), row]))('%s', async (_name, row) => {
			for (const [value, expected] of casesOf(entry, row)) {
				// A person's copy to a name that is taken is left out, or fails, before anything is sent.
				if (entry.id === 'userFileCopy' && ['fail', 'skip'].includes(String(value))) continue;
				const sent = await paramsSent(entry, exampleWith(entry, row, value), row.wire);
				expect({ value, wire: sent[row.wire] ?? null }).toEqual({ value, wire: expected });
			}
		});
	}

	test('no parameter is sent that was not entered', async () => {
		const given = Object.fromEntries(Object.entries(entry.example).filter(([key]) => key !== 'options'));
		const [change = '', more] = entry.updates ?? [];
		// An update of options only has to have one of them.
		const bare = change.startsWith('options.') && more ? withValue(given, change, 'x') : given;
		if (entry.covers.length === 0) return await expectNothingSent(entry, bare);
		const sent = await paramsSent(entry, bare);
		const target = contractOf(operations.has(entry.id) ? entry.id : (entry.covers[0] ?? ''));
		const asked = entry.parameters
			.filter(({ path }) => path === change || !path.startsWith('options.'))
			.map(({ wire }) => wire);
		const always = ALWAYS_SENT[entry.id] ?? {};
		for (const name of Object.keys(sent)) {
			if (target.extraPrefix && name.startsWith(target.extraPrefix)) continue;
			const schema = resolve(target.parameters.get(name)?.schema ?? {});
			if (![...IDENTITY, ...asked, ...entry.automatic].includes(name) && !target.parameters.get(name)?.required)
				expect(`${name}=${sent[name]}`).toBe(`${name}=${always[name] ?? String(schema.default)}`);
		}
		expect(sent).toMatchObject(always);
	});

	const required = entry.parameters.filter((row) => row.required && !row.path.includes('[]'));
	const wanted = someCases([...new Map(required.map((row) => [row.path, row])).values()], at);
	if (wanted.length) {
		test.each(wanted.map((row): [string, ParameterRow] => [row.path, row]))('%s is required', async (path, row) => {
			const property = propertyOf(entry, path);
			const left = await run(entry, withValue(entry.example, path, undefined));
			if (hasStartValue(property)) {
				expect(left.error).toBeUndefined();
				expect(server.problems()).toEqual([]);
			} else {
				expect(left.error?.message ?? '').toMatch(new RegExp(`${emptyOne(row.label).source}|has issues`));
				expect(server.requests).toEqual([]);
			}
			const isLocator = property.type === 'resourceLocator';
			if (hasStartValue(property) && ['options', 'boolean'].includes(property.type)) return;
			if (isLocator && hasStartValue(property)) return;
			if (property.type === 'string' && property.required === undefined) return; // an empty text is a value
			server.reset();
			// n8n takes an expression for a value; the node has to see that it is empty.
			const empty = isLocator ? by(row.mode ?? '', '={{ "" }}') : '={{ "" }}';
			const { error } = await run(entry, withValue(entry.example, path, empty));
			expect(error?.message).toMatch(emptyOne(row.label));
			expect(server.requests).toEqual([]);
		});
	}
});

function titleOf({ path, mode, wire }: ParameterRow): string {
	return `${path}${mode ? ` (${mode})` : ''} is sent as ${wire}`;
}

/** The error for an empty field: what to do first, or that its expression gave nothing. */
const emptyOne = (label: string): RegExp => {
	const name = label.replace(/[()]/g, '\\$&');
	const first = `^(?:Fill in|Choose(?: something in)?) ${name} first`;
	return new RegExp(`${first}|^${name}: the expression gave nothing|at least one`);
};

/** Whether the form of a new node has a value for the property already. */
function hasStartValue({ type, default: initial, required }: INodeProperties): boolean {
	if (type === 'boolean' || (type === 'options' && initial !== '')) return true;
	if (type === 'string' && required === undefined) return true;
	const start = type === 'resourceLocator' ? (initial as { value: unknown }).value : initial;
	return start !== '' && !Array.isArray(start) && type !== 'fixedCollection';
}

function propertyOf(entry: OperationEntry, path: string): INodeProperties {
	const found = strict
		.propertiesOf(entry.node)
		.find(
			({ name, displayOptions }) =>
				name === path.split('.')[0] &&
				displayOptions?.show?.resource?.includes(entry.resource) &&
				displayOptions.show.operation?.includes(entry.operation),
		);
	if (!found) throw new Error(`the form of ${entry.id} has no ${path}`);
	return found;
}
