import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { someCases } from '../../support/runs';
import type { RunResult } from './engine';
import { drawFor, someDoubtful, someNonsense, someWays } from './drawnValues';
import { formFields, type FormField } from './formFields';
import { NONSENSE, type Hostile } from './hostileValues';
import { by, withValue } from './library';

/* Enters hostile values in one field of a node, each for an item of its own, and judges what became of the items. */

type Parameters = Readonly<Record<string, unknown>>;

/** A node with a service that records requests. */
export interface SweptNode {
	readonly properties: readonly INodeProperties[];
	/** Runs all items; an item that fails becomes an item with an error. */
	run(parameters: Parameters, items: INodeExecutionData[]): Promise<RunResult>;
	/** Names that an error may begin with, beside those of the form. */
	readonly otherNames?: readonly string[];
	/** Values that a field takes and this service does not. */
	isLeftOut?(field: string, value: unknown): boolean;
	/** Whether the operation takes all items together, by the parameters of the first one. */
	readonly isOncePerRun?: boolean;
	/** What an item has beside the value that is entered, e.g. the file that an upload sends. */
	readonly input?: INodeExecutionData;
	/** Everything that was sent, as text. */
	sent(): string[];
	/** What the service had to say against it. */
	problems(): string[];
	reset(): void;
}

/** One way to enter a value in a field: what the parameter is then. */
type Way = readonly [name: string, parameter: unknown];

const VALUE = '={{ $json.value }}';

function waysInto({ type, modes, isList }: FormField): Way[] {
	const whole: Way = ['whole', VALUE];
	// n8n itself makes something else of what is no set of fields and no list of rows.
	if (type === 'collection' || type === 'fixedCollection') return [];
	if (type === 'resourceLocator')
		return [whole, ...modes.map((mode): Way => [mode, by(mode, VALUE)]), ['mode', by(VALUE, 'x')]];
	return isList ? [whole, ['row', [VALUE]], ['second row', ['a', VALUE]]] : [whole];
}

/** The content of a file that is entered as text (Create From Text), which may have 10 MB. */
const CONTENT = 'text';

/** Objects are values of JSON fields, and long texts are contents of files. */
const isNonsense = ({ type, path }: FormField, value: unknown): boolean =>
	!(type === 'json' && typeof value === 'object' && !(value instanceof Date)) &&
	!(path === CONTENT && typeof value === 'string' && value.length > 20_000);

/** The parameters of the example, with one field filled in another way, and shown. */
function parametersWith(example: Parameters, { path, shownWith }: FormField, value: unknown): Record<string, unknown> {
	return withValue(
		Object.entries(shownWith).reduce((all, [key, shown]) => withValue(all, key, shown), example),
		path,
		value,
	);
}

/** Texts that only a value that was not read right puts into a request. */
const TRACES = /\ufffd|%EF%BF%BD|\u0000|\[object|\bNaN\b|Infinity|\bundefined\b/i;
/** Texts of errors that are none of ours. */
const FOREIGN = /Cannot read|is not a function|is not iterable|reading '|of undefined|Invalid time|call stack/;

/** Whether an error is about one of these fields: by its first words, or by what they ask for. */
const startsWith = (message: string, names: readonly string[]): boolean =>
	names.some((name) => message.replace(/^(?:Fill in|Choose(?: something in)?) /, '').startsWith(name)) ||
	(message.startsWith('Add a member or a department') && names.some((name) => name.startsWith('Members'))) ||
	(message.startsWith('Choose a permission to grant, to deny') && names.some((name) => /^(Grant|Deny)/.test(name)));

/** What is wrong with the error of an item; undefined when nothing is. */
function wrongError(message: string, labels: readonly string[]): string | undefined {
	const said = `gives the error ${message}`;
	if (FOREIGN.test(message)) return `${said}, which is not ours`;
	if (message.length > 600) return `${said}, which is too long`;
	if (/[\p{Cs}\p{Cc}]/u.test(message)) return `${said}, which contains what cannot be shown`;
	return startsWith(message, labels) ? undefined : `${said}, which names another field`;
}

/** Names by which an error may call a field: its own, with the row, or that of the row with the name it was given. */
const namesOf = ({ label, inside }: FormField): string[] => [
	label,
	...(inside === undefined ? [] : [inside, 'Property "']),
];

const itemOf = (node: SweptNode, value: unknown): INodeExecutionData => ({
	...node.input,
	json: { value } as INodeExecutionData['json'],
});

/** The error of each value that was refused. */
type Refused = ReadonlyMap<Hostile, string>;

/** Each value as an item of one run. */
async function enterTogether(node: SweptNode, parameters: Parameters, values: readonly Hostile[]): Promise<Refused> {
	const { items, error } = await node.run(
		parameters,
		values.map(([, value]) => itemOf(node, value)),
	);
	if (error) throw new Error(`one of these values ends the run: ${error.message}`, { cause: error });
	const refused = new Map<Hostile, string>();
	for (const { json, pairedItem } of items) {
		const value = values[(pairedItem as { item: number }).item];
		if (typeof json.error === 'string' && value) refused.set(value, json.error);
	}
	return refused;
}

/** Each value in a run of its own. */
async function enterOneByOne(node: SweptNode, parameters: Parameters, values: readonly Hostile[]): Promise<Refused> {
	const refused = new Map<Hostile, string>();
	for (const value of values) {
		const { error, items } = await node.run(parameters, [itemOf(node, value[1])]);
		const message = error?.message ?? items.find(({ json }) => json.error !== undefined)?.json.error;
		if (message !== undefined) refused.set(value, String(message));
	}
	return refused;
}

/** Concurrency belongs to the run, which a wrong value ends. */
const enter = async (node: SweptNode, parameters: Parameters, field: FormField, values: readonly Hostile[]) =>
	await (node.isOncePerRun || field.path === 'options.concurrency' ? enterOneByOne : enterTogether)(
		node,
		parameters,
		values,
	);

/** Complaints about one way to enter values in one field. */
async function sweepWay(
	node: SweptNode,
	parameters: Parameters,
	field: FormField,
	names: readonly string[],
): Promise<string[]> {
	const values = [...someNonsense(), ...someDoubtful()].filter(([, value]) => !node.isLeftOut?.(field.path, value));
	node.reset();
	const refused = await enter(node, parameters, field, values);
	const wrongly = node.sent().filter((text) => TRACES.test(text));
	const complaints = [...node.problems(), ...wrongly.map((text) => `sent ${text}`)];
	for (const value of values) {
		const message = refused.get(value);
		const isSenseless = NONSENSE.includes(value) && isNonsense(field, value[1]);
		const wrong =
			message === undefined
				? isSenseless && 'is taken'
				: wrongError(message, isSenseless ? namesOf(field) : [...names, ...(node.otherNames ?? [])]);
		if (wrong) complaints.push(`${value[0]} ${wrong}`);
	}
	node.reset();
	// What only the service's answers show to be wrong may follow requests.
	const others = node.otherNames ?? [];
	const isAtOnce = (message: string): boolean => startsWith(message, names) && !startsWith(message, others);
	const atOnce = [...refused].filter(([, message]) => isAtOnce(message)).map(([value]) => value);
	await enter(node, parameters, field, atOnce);
	return [...complaints, ...node.sent().map((text) => `sent for values that are refused: ${text}`)];
}

/** What a workflow file may have where a locator should be. */
const NO_LOCATORS = [null, 7, [], { __rl: true }, { __rl: true, mode: 'id' }, by('id', null), by('constructor', 'x')];

/** Complaints about a locator that is none in the workflow itself, without an expression. */
async function sweepLiterals(node: SweptNode, example: Parameters, field: FormField): Promise<string[]> {
	const complaints: string[] = [];
	for (const literal of field.type === 'resourceLocator' ? NO_LOCATORS : []) {
		node.reset();
		const { error, items } = await node.run(parametersWith(example, field, literal), [itemOf(node, 'x')]);
		const message = error?.message ?? items.find(({ json }) => json.error !== undefined)?.json.error;
		const wrong =
			message === undefined
				? node.problems()[0]
				: wrongError(String(message), [...namesOf(field), ...(node.otherNames ?? [])]);
		if (wrong !== undefined) complaints.push(`${field.path} as ${JSON.stringify(literal)}: ${wrong}`);
		const isOther = startsWith(String(message), node.otherNames ?? []);
		if (message !== undefined && !isOther && node.sent().length > 0)
			complaints.push(`${field.path}: sent ${node.sent().join()}`);
	}
	return complaints;
}

/** Complaints about the fields of one operation; in `npm test` about a few of them, which its name chooses. */
export async function sweep(node: SweptNode, example: Parameters): Promise<string[]> {
	const fields = formFields(node.properties, String(example.resource), String(example.operation));
	const names = fields.flatMap(namesOf);
	const complaints: string[] = [];
	const drawn = drawFor(`${String(example.resource)} ${String(example.operation)}`);
	for (const field of someCases(fields, drawn)) {
		complaints.push(...(await sweepLiterals(node, example, field)));
		for (const [way, parameter] of someWays(waysInto(field))) {
			const found = await sweepWay(node, parametersWith(example, field, parameter), field, names);
			complaints.push(...found.map((complaint) => `${field.path} (${way}): ${complaint}`));
		}
	}
	return complaints;
}
