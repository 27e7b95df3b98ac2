import { credentialType } from '../n8n/credentials/data';
import { handlerOf } from '../handlers';
import { fieldProperty } from '../n8n/form/fieldProperty';
import { placeOf } from '../n8n/form/operationLayout';
import { operationsByNode, triggersByNode } from '../entries';
import { getQueueTask } from '../protocol/catalogue/libraryHistory';
import * as define from '../protocol/operation/define';
import { defined } from '../protocol/wire/json';
import { formFields, type FormField } from './formFields';
import * as fields from '../protocol/operation/fields';
import { BYTES_PER } from '../protocol/operation/check/number';
import { wireName } from '../protocol/operation/encode';

/* The rows of the reference: one for each way to enter a wire parameter. */

/** One way to enter a wire parameter: the property of the node it is entered in. */
export interface ParameterRow {
	wire: string;
	/** Dotted path inside the node's parameters; `rows[]` stands for each row of a fixedCollection. */
	path: string;
	/** n8n property type, or `binary` for the name of an input field. */
	kind: string;
	/** Locator mode that picks this wire name. */
	mode?: string;
	/** A mode that takes whole numbers only. */
	whole?: true;
	required: boolean;
	label: string;
	help: string;
	multipleValues?: true;
	/** How several values are sent: joined by this separator, or `json`. */
	separator?: string;
	/** Unit of what is entered. */
	unit?: string;
	/** Units of the wire parameter in one unit of what is entered; 1 when absent. */
	factor?: number;
	/** Wire value of each choice where it is not the choice itself; null is not sent. */
	values?: Record<string, string | null>;
	choices?: string[];
	/** Characters that it can't contain. */
	forbid?: string;
	/** A calendar day, sent as YYYY-MM-DD. */
	format?: 'date';
	/** Only the calendar day counts: midnight UTC is sent. */
	dayOnly?: true;
	/** Shown, and then required, only while the property `field` has one of `values`. */
	showFor?: fields.ShowFor;
	/** What an empty value says that was added to a collection: it clears what is there, or is refused. */
	empty?: 'clears' | 'refused';
	/** A time in the past is refused. */
	future?: true;
	/** The wire value is composed of several properties. */
	composed?: true;
	/** What the form contains at first; a required parameter that has one is sent with it. */
	default?: unknown;
}

function valuesOf(choices: Readonly<Record<string, fields.Choice>>): Record<string, string | null> | undefined {
	const different = Object.entries(choices).flatMap(([key, { wire }]): Array<[string, string | null]> =>
		wire === undefined ? [] : [[key, wire]],
	);
	return different.length ? Object.fromEntries(different) : undefined;
}

function kindDetails(field: fields.Field): Partial<ParameterRow> {
	switch (field.kind) {
		case 'text':
			return defined({ forbid: field.forbid || undefined });
		case 'int':
			return field.required ? defined({ default: field.default }) : {};
		case 'size':
			return { unit: field.unit ?? 'GB', factor: BYTES_PER[field.unit ?? 'GB'] };
		case 'list':
			return { multipleValues: true, separator: field.form };
		case 'multi':
			return { separator: field.form, choices: Object.keys(field.choices) };
		case 'date':
			return {
				...(field.unit === 'day' ? { format: 'date' } : { unit: field.unit }),
				...defined({ dayOnly: field.dayOnly, future: field.future }),
			};
		case 'flag':
			return {
				...(field.required ? { default: field.default ?? false } : {}),
				// What is no parameter is not sent.
				values: { true: field.on ?? '1', false: field.off === 'omit' || field.wire === '' ? null : field.off },
			};
		case 'choice':
			return {
				choices: Object.keys(field.choices),
				...defined({ values: valuesOf(field.choices) }),
				...(field.required ? defined({ default: field.default }) : {}),
			};
		default:
			return {};
	}
}

const detailsOf = (field: fields.Field): Partial<ParameterRow> => ({
	...kindDetails(field),
	...defined({ composed: field.composed, showFor: field.showFor, empty: field.empty }),
});

/** Cells are entered in rows, and make one value: composed, or those of pickers joined by a separator. */
function cellRows(key: string, field: fields.RowsField, path: string): ParameterRow[] {
	const wire = field.wire ?? wireName(key, field);
	const made = {
		...(field.form ? { separator: field.form } : { composed: true as const }),
		...defined({ showFor: field.showFor }),
	};
	return Object.entries(field.cells).flatMap(([name, cell]) =>
		rowsOf(name, { ...cell, wire } as fields.Field, `${path}.rows[].${name}`).map((row) => ({
			...row,
			wire,
			...made,
			...(cell.showFor ? { showFor: { ...cell.showFor, field: `${path}.rows[].${cell.showFor.field}` } } : {}),
		})),
	);
}

function locatorRows(field: fields.RefField, common: Omit<ParameterRow, 'wire' | 'required'>): ParameterRow[] {
	return Object.entries(field.modes).map(([mode, { wire, root, of }]) => ({
		...common,
		wire,
		mode,
		required: !field.showFor && (field.required || (root === true && !field.composed)),
		...detailsOf(field),
		...(of === 'link' ? { forbid: '/' } : {}),
		...(of === 'int' ? { whole: true as const } : {}),
		...(root === true ? { default: '/' } : {}),
	}));
}

/** The rows of one field at a path. `own`: also of a field that is a setting of the node itself. */
function rowsOf(key: string, field: fields.Field, path: string, own = false): ParameterRow[] {
	if (field.kind === 'rows') return cellRows(key, field, path);
	const kind = field.kind === 'binary' ? 'binary' : fieldProperty(key, field).type;
	const common = { path, kind, label: fields.labelOf(key, field), help: field.help };
	if (field.kind === 'ref') return locatorRows(field, common).filter((row) => row.wire !== '' || own);
	const wire = field.kind === 'binary' ? 'file' : wireName(key, field);
	if ((wire === '' && !own) || (field.kind === 'binary' && field.direction === 'out')) return [];
	return [{ ...common, wire, required: field.required && !field.showFor, ...detailsOf(field) }];
}

/** A value that is asked for by a choice (`showFor`) comes before that choice, where both make the same parameter. */
function valuesFirst(rows: readonly ParameterRow[]): ParameterRow[] {
	const serves = (row: ParameterRow, choice: ParameterRow): boolean =>
		row.showFor?.field === choice.path && row.wire === choice.wire && row.wire !== '';
	return rows
		.filter((row) => !rows.some((choice) => serves(row, choice)))
		.flatMap((row) => [...rows.filter((other) => serves(other, row)), row]);
}

/** One operation or trigger of build/operations.json. */
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
	/** A row without `wire` is a setting of the node itself. */
	parameters: ParameterRow[];
	automatic: string[];
	paging?: 'offset' | 'cursor' | 'whole';
	simplify?: true;
	waitForCompletion?: true;
	/** Paths of the parameters of an update, at least one of which must be set. */
	updates?: string[];
	output?: 'binary';
	/** Every field of the form, those that send nothing included. */
	fields: FormField[];
	/** Output fields that n8n hides, because they open something to whoever reads them. */
	secrets?: readonly string[];
	/** What a model may do only while a switch is on. */
	cautions?: Array<{ kind: define.Caution; when?: 'some inputs' }>;
	/** A trigger node: it has no resource and operation to choose. */
	trigger?: true;
	example: Record<string, unknown>;
}

/** The parameters that the node makes by itself: those of every request of its kind, and those of its handler. */
function automaticOf(op: define.AnyOperation): string[] {
	const { automatic = [] } = handlerOf(op);
	if (op.signed === false) return [...automatic];
	const identity = op.credential === 'token' ? 'token' : op.credential === 'org' ? 'org_client_id' : 'client_id';
	const dateline = define.isDated(op) ? ['dateline'] : [];
	const paging = op.paging?.kind === 'offset' ? ['start'] : [];
	return [identity, ...dateline, 'sign', ...paging, ...automatic];
}

const returnsBinary = ({ input }: define.AnyOperation): boolean =>
	Object.values(input).some((field) => field.kind === 'binary' && field.direction === 'out');

/** The addresses that an operation may use, each once: preview_url, for instance, serves two operations. */
function addressesOf(op: define.AnyOperation): OperationEntry['requests'] {
	const requests = [...define.requestsOf(op), ...(op.queue ? [getQueueTask] : [])];
	const byRoute = new Map(requests.map((request) => [request.route, request]));
	return [...byRoute.values()].map((request) => ({ method: define.methodOf(request), path: define.pathOf(request) }));
}

const LIMIT_ROW: ParameterRow = {
	wire: 'size',
	path: 'limit',
	kind: 'number',
	required: false,
	label: 'Limit',
	help: 'Max number of results to return',
};

/** The dotted path of a field inside the node's parameters. */
const pathIn = ({ input }: define.AnyOperation, key: string): string => {
	const place = input[key] ? placeOf(input[key]) : 'top';
	return place === 'top' ? key : `${place}.${key}`;
};

const fieldRows = (op: define.AnyOperation, own = false): ParameterRow[] =>
	Object.entries(op.input).flatMap(([key, field]) => (field.former ? [] : rowsOf(key, field, pathIn(op, key), own)));

const entriesOfCautions = (op: define.AnyOperation): OperationEntry['cautions'] =>
	define.cautionsOf(op).map(({ kind, when }) => ({ kind, ...(when ? { when: 'some inputs' } : {}) }));

function entryOf(op: define.AnyOperation, node: string): OperationEntry {
	const isLimited = op.paging?.kind === 'offset' || (op.paging?.kind === 'whole' && op.paging.maxSize !== undefined);
	return {
		id: op.id,
		covers: (op.covers ?? [op]).map(({ id }) => id),
		node,
		resource: op.resource,
		operation: op.operation,
		credential: credentialType(op.credential),
		name: define.nameOf(op),
		summary: op.summary,
		requests: addressesOf(op),
		// What an operation over the whole input is told is no parameter of one request, so all its fields are listed.
		parameters: valuesFirst([...fieldRows(op, op.wholeInput), ...(isLimited ? [LIMIT_ROW] : [])]),
		automatic: automaticOf(op),
		...defined({ paging: op.paging?.kind }),
		...(op.simplify ? { simplify: true } : {}),
		...(op.queue ? { waitForCompletion: true } : {}),
		...defined({ updates: op.updates?.map((key) => pathIn(op, key)) }),
		...(returnsBinary(op) ? { output: 'binary' } : {}),
		fields: formFields(op, false),
		...defined({ secrets: op.secrets, cautions: op.caution && entriesOfCautions(op) }),
		example: { resource: op.resource, operation: op.operation, ...op.example },
	};
}

const triggerEntry = (op: define.AnyOperation, node: string): OperationEntry => ({
	...entryOf(op, node),
	parameters: fieldRows(op, true),
	fields: formFields(op, true),
	trigger: true,
	example: { ...op.example },
});

/** The reference of the whole package: one entry for each operation and trigger. */
export const reference = (): OperationEntry[] => [
	...Object.entries(operationsByNode).flatMap(([node, operations]) => operations.map((op) => entryOf(op, node))),
	...Object.entries(triggersByNode).map(([node, op]) => triggerEntry(op, node)),
];
