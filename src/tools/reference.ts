import { placeOf } from '../n8n/form/properties';
import { credentialType } from '../n8n/credentials/caller';
import { operationsByNode, triggersByNode } from '../protocol/catalogue';
import { labelOf } from '../protocol/operation/check';
import { getQueueTask } from '../protocol/catalogue/libraryState';
import { isDated, requestsOf, type AnyOperation } from '../protocol/operation/define';
import { wireName } from '../protocol/operation/encode';
import type { Choice, Field, ShowFor } from '../protocol/operation/fields';

/** One way to give a wire parameter: the property of the node it is entered in. */
export interface ParameterRow {
	wire: string;
	/** Dotted path inside the node's parameters; `rows[]` stands for each row of a fixedCollection. */
	path: string;
	/** n8n property type, or `binary` for the name of an input field. */
	kind: string;
	/** Locator mode that picks this wire name. */
	mode?: string;
	required: boolean;
	label: string;
	help: string;
	multipleValues?: true;
	/** How several values travel: joined by this separator, or `json`. */
	separator?: string;
	unit?: string;
	/** Wire value of each choice where it is not the choice itself; null is not sent. */
	values?: Record<string, string | null>;
	choices?: string[];
	/** Characters that may not occur. */
	forbid?: string;
	/** A calendar day, sent as YYYY-MM-DD. */
	format?: 'date';
	/** Only the calendar day counts: midnight UTC is sent. */
	dayOnly?: true;
	/** Asked for, and then required, only where the property `field` has one of `values`. */
	showFor?: ShowFor;
	/** The wire value is composed of several properties. */
	composed?: true;
	/** What the form holds at first; a required parameter that has one is sent with it when nothing else is entered. */
	default?: unknown;
}
export interface OperationEntry {
	id: string;
	covers: string[];
	node: string;
	resource: string;
	operation: string;
	credential: string;
	name: string;
	summary: string;
	requests: Array<{ method: string; path: string }>;
	parameters: ParameterRow[];
	/** Wire parameters that the node makes by itself. */
	automatic: string[];
	paging?: 'offset' | 'cursor' | 'whole';
	simplify?: true;
	waitForCompletion?: true;
	output?: 'binary';
	/**
	 * A trigger node: it has no resource and operation to choose, and a row without `wire` is a setting of the node
	 * itself.
	 */
	trigger?: true;
	example: Record<string, unknown>;
}

const KINDS: Readonly<Record<Field['kind'], string>> = {
	text: 'string',
	int: 'number',
	flag: 'boolean',
	choice: 'options',
	multi: 'multiOptions',
	list: 'string',
	date: 'dateTime',
	json: 'json',
	binary: 'binary',
	rows: 'fixedCollection',
	ref: 'resourceLocator',
};

function valuesOf(choices: Readonly<Record<string, Choice>>): Record<string, string | null> | undefined {
	const different = Object.entries(choices).flatMap(([key, { wire }]): Array<[string, string | null]> =>
		wire === undefined ? [] : [[key, wire]],
	);
	return different.length ? Object.fromEntries(different) : undefined;
}

function detailsOf(field: Field): Partial<ParameterRow> {
	const composed = {
		...(field.composed ? { composed: true as const } : {}),
		...(field.showFor ? { showFor: field.showFor } : {}),
	};
	switch (field.kind) {
		case 'text':
			return { ...(field.forbid ? { forbid: field.forbid } : {}), ...composed };
		case 'int':
			return { ...(field.required ? { default: field.fallback } : {}), ...composed };
		case 'list':
			return { multipleValues: true, separator: field.form, ...composed };
		case 'multi':
			return { separator: field.form, choices: Object.keys(field.choices), ...composed };
		case 'date':
			return {
				...(field.unit === 'day' ? { format: 'date' } : { unit: field.unit }),
				...(field.dayOnly ? { dayOnly: true } : {}),
				...composed,
			};
		case 'flag':
			return {
				...(field.required ? { default: field.fallback ?? false } : {}),
				values: { true: field.on ?? '1', false: field.off === 'omit' ? null : field.off },
				...composed,
			};
		case 'choice': {
			const values = valuesOf(field.choices);
			return {
				choices: Object.keys(field.choices),
				...(values ? { values } : {}),
				...(field.required ? { default: field.fallback } : {}),
				...composed,
			};
		}
		default:
			return composed;
	}
}

function rowsOf(key: string, field: Field, path: string, own = false): ParameterRow[] {
	const common = { path, kind: KINDS[field.kind], label: labelOf(key, field), help: field.help };
	if (field.kind === 'rows') {
		return Object.entries(field.cells).flatMap(([name, cell]) =>
			rowsOf(name, { ...cell, wire: field.wire ?? wireName(key, field) } as Field, `${path}.rows[].${name}`).map(
				(row) => ({ ...row, composed: true as const }),
			),
		);
	}
	if (field.kind === 'ref') {
		return Object.entries(field.modes).map(([mode, { wire, root, of }]) => ({
			...common,
			wire,
			mode,
			required: !field.showFor && (field.required || (root === true && !field.composed)),
			...detailsOf(field),
			...(of === 'tags' ? { separator: ';' } : {}),
			...(root ? { default: '/' } : {}),
		}));
	}
	const wire = field.kind === 'binary' ? 'file' : wireName(key, field);
	if ((wire === '' && !own) || (field.kind === 'binary' && field.direction === 'out')) return [];
	return [{ ...common, wire, required: field.required && !field.showFor, ...detailsOf(field) }];
}

function automaticOf(op: AnyOperation): string[] {
	if (op.signed === false) return ['client_id', 'ticket', ...(op.special === 'signOnKey' ? ['format'] : [])];
	const paging = op.paging?.kind === 'offset' ? ['start'] : [];
	const upload =
		op.special === 'upload' ? ['filehash', 'filesize', 'timeout', 'rand', 'key', 'path', 'name', 'filefield'] : [];
	// It reads whole lists, page by page.
	const reading = op.special === 'synchronize' ? ['start', 'size'] : [];
	const basics = op.special === 'viewerLink' ? ['attribute'] : [];
	const dateline = isDated(op) ? ['dateline'] : [];
	const identity = op.credential === 'token' ? 'token' : op.credential === 'org' ? 'org_client_id' : 'client_id';
	return [identity, ...dateline, 'sign', ...paging, ...upload, ...reading, ...basics];
}

/** A value that is asked for by a choice (`showFor`) comes before that choice, where both make the same parameter. */
function valuesFirst(rows: readonly ParameterRow[]): ParameterRow[] {
	const serves = (row: ParameterRow, choice: ParameterRow): boolean =>
		row.showFor?.field === choice.path && row.wire === choice.wire;
	return rows
		.filter((row) => !rows.some((choice) => serves(row, choice)))
		.flatMap((row) => [...rows.filter((other) => serves(other, row)), row]);
}

function entryOf(op: AnyOperation, node: string): OperationEntry {
	// The same address may serve two operations, as preview_url does.
	const requests = [...new Set([...requestsOf(op), ...(op.queue ? [getQueueTask] : [])].map(({ route }) => route))];
	const parameters = Object.entries(op.input).flatMap(([key, field]) => {
		const place = placeOf(field);
		return rowsOf(key, field, place === 'top' ? key : `${place}.${key}`);
	});
	if (op.paging?.kind === 'offset' || (op.paging?.kind === 'whole' && op.paging.maxSize))
		parameters.push({
			wire: 'size',
			path: 'limit',
			kind: 'number',
			required: false,
			label: 'Limit',
			help: 'Max number of results to return',
		});
	return {
		id: op.id,
		covers: (op.covers ?? [op]).map(({ id }) => id),
		node,
		resource: op.resource,
		operation: op.operation,
		credential: credentialType(op.credential),
		name: op.name,
		summary: op.summary,
		requests: requests.map((request) => ({
			method: request.split(' ')[0] ?? '',
			path: request.split(' ')[1] ?? '',
		})),
		parameters: valuesFirst(parameters),
		automatic: automaticOf(op),
		...(op.paging ? { paging: op.paging.kind } : {}),
		...(op.simplify ? { simplify: true as const } : {}),
		...(op.queue ? { waitForCompletion: true as const } : {}),
		...(op.special === 'download' ? { output: 'binary' as const } : {}),
		example: { resource: op.resource, operation: op.operation, ...op.example },
	};
}

function triggerEntry(op: AnyOperation, node: string): OperationEntry {
	const parameters = Object.entries(op.input).flatMap(([key, field]) =>
		rowsOf(key, field, placeOf(field) === 'top' ? key : `${placeOf(field)}.${key}`, true),
	);
	return { ...entryOf(op, node), parameters, trigger: true, example: { ...op.example } };
}

/** The reference of the whole package, one entry for each operation and trigger (DESIGN section 9). */
export const reference = (): OperationEntry[] => [
	...Object.entries(operationsByNode).flatMap(([node, operations]) => operations.map((op) => entryOf(op, node))),
	...Object.entries(triggersByNode).map(([node, op]) => triggerEntry(op, node)),
];
