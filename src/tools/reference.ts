import { credentialType } from '../n8n/credentials/caller';
import { handlerOf } from '../handlers';
import { placeOf } from '../n8n/form/operationLayout';
import { operationsByNode, triggersByNode } from '../entries';
import { getQueueTask } from '../protocol/catalogue/libraryHistory';
import * as define from '../protocol/operation/define';
import { defined } from '../protocol/wire/json';
import { formFields, type FormField } from './formFields';
import { rowsOf, valuesFirst, type ParameterRow } from './parameterRows';
import { outputFields, type OutputField } from './schemas/schemaFile';

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
	/** The fields of the items, simplified where that can be chosen. */
	outputFields: OutputField[];
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
		outputFields: outputFields({ node, resource: op.resource, operation: op.operation }),
		...defined({ secrets: op.secrets, cautions: op.caution && entriesOfCautions(op) }),
		example: { resource: op.resource, operation: op.operation, ...op.example },
	};
}

const triggerEntry = (op: define.AnyOperation, node: string): OperationEntry => ({
	...entryOf(op, node),
	parameters: fieldRows(op, true),
	fields: formFields(op, true),
	outputFields: outputFields({ node, resource: op.resource, operation: op.operation, trigger: true }),
	trigger: true,
	example: { ...op.example },
});

/** The reference of the whole package: one entry for each operation and trigger. */
export const reference = (): OperationEntry[] => [
	...Object.entries(operationsByNode).flatMap(([node, operations]) => operations.map((op) => entryOf(op, node))),
	...Object.entries(triggersByNode).map(([node, op]) => triggerEntry(op, node)),
];
