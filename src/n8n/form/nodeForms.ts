import type { INodeProperties, INodePropertyOptions, INodeTypeDescription, NodeHint } from 'n8n-workflow';
import { cautionsOf, nameOf, type AnyOperation } from '../../protocol/operation/define';
import { titleCase, type Choice, type Field } from '../../protocol/operation/fields';
import { operationProperties, triggerFields } from './operationLayout';
import { AUTHENTICATION } from './fixedProperties';
import { byTitle, fieldProperty } from './fieldProperty';
import { libraryField } from '../../protocol/catalogue/sharedEnterprise';

/* How menus show the resources of the nodes, and their operations. */

/** What people look for first, `OTHERS` for all else by title, and what few need. */
type MenuOrder = readonly string[];
const OTHERS = '…';

/** The order of the operations, by resource; of all other resources the one of a new form comes first. */
const OPERATION_ORDER: Readonly<Record<string, MenuOrder>> = {
	file: [
		...['upload', 'download', 'search', 'get', OTHERS],
		...['getReadingLink', 'waitForReading', 'closeReadingLink', 'getUploadKey', 'getUploadServer'],
	],
	link: ['create', 'getMany', 'close', 'closeMany', OTHERS],
	permission: ['set', 'getTable', 'applyTable', OTHERS],
};

const RESOURCE_ORDER: MenuOrder = [
	...['file', 'folder', 'link', 'tag', 'metadata', 'permission', 'history', 'recycleBin', OTHERS],
	...['change', 'copyTask', 'folderPermission'],
];

/** Notes on resources whose names alone do not tell which one to take, and other titles than the name in Title Case. */
const RESOURCE_NOTES: Readonly<Record<string, { readonly name?: string; readonly help: string }>> = {
	permission: { help: 'To share: roles and single permissions' },
	folderPermission: {
		name: 'Folder Permission (Classic)',
		help: 'To see who has access: six permissions on folders',
	},
};

/** The title of a resource. */
export const resourceTitle = (resource: string): string => RESOURCE_NOTES[resource]?.name ?? titleCase(resource);

/** The whole form of a node; `first` is the resource that a new node shows. */
function propertiesOf(ops: readonly AnyOperation[], first: string): INodeProperties[] {
	const menu = resourceProperty([...new Set(ops.map(({ resource }) => resource))], first);
	const resources = (menu.options as INodePropertyOptions[]).map(({ value }) => String(value));
	return [
		menu,
		...resources.map((resource) => operationProperty(resource, ops)),
		...ops.flatMap((op) => operationProperties(op, { resource: [op.resource], operation: [op.operation] })),
	];
}

const resourceProperty = (resources: readonly string[], first: string): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: first,
	options: resources
		.map((value): INodePropertyOptions => {
			const help = RESOURCE_NOTES[value]?.help;
			return { name: resourceTitle(value), value, ...(help ? { description: help } : {}) };
		})
		.sort(byUse(RESOURCE_ORDER)),
});

function byUse(order: MenuOrder): (a: INodePropertyOptions, b: INodePropertyOptions) => number {
	const placeOf = ({ value }: INodePropertyOptions): number =>
		order.indexOf(order.includes(String(value)) ? String(value) : OTHERS);
	return (a, b) => placeOf(a) - placeOf(b) || byTitle(a, b);
}

function operationProperty(resource: string, ops: readonly AnyOperation[]): INodeProperties {
	const offered = ops.filter((op) => op.resource === resource);
	const chosen = offered.find(({ menu }) => menu === 'default')?.operation ?? '';
	const titled = offered.map((op) => ({
		name: nameOf(op),
		value: op.operation,
		action: op.action,
		description: op.summary,
	}));
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: chosen,
		options: titled.sort(byUse(OPERATION_ORDER[resource] ?? [chosen, OTHERS])),
		displayOptions: { show: { resource: [resource] } },
	};
}

/** What a node tells n8n about the output of these operations; older versions of n8n ignore it. */
export const outputNotices = (
	operations: readonly AnyOperation[],
): Pick<INodeTypeDescription, 'hints' | 'sensitiveOutputFields'> => ({
	hints: cautionHints(operations),
	// n8n hides these fields in the items of all operations of a node.
	sensitiveOutputFields: [...new Set(operations.flatMap(({ secrets }) => secrets ?? []))].sort(),
});

function cautionHints(operations: readonly AnyOperation[]): NodeHint[] {
	const permanent = operations.filter((op) => cautionsOf(op).some(({ kind, when }) => kind === 'permanent' && !when));
	if (permanent.length === 0) return [];
	const names = JSON.stringify(permanent.map(({ resource, operation }) => `${resource} ${operation}`));
	return [
		{
			message: 'This operation deletes permanently: nothing can bring it back',
			type: 'warning',
			location: 'outputPane',
			whenToDisplay: 'beforeExecution',
			displayCondition: `={{ ${names}.includes($parameter["resource"] + " " + $parameter["operation"]) }}`,
		},
	];
}

/** What a node's description takes from the catalogue: its properties, what n8n says of them, its subtitle. */
export type NodeForm = Pick<INodeTypeDescription, 'hints' | 'properties' | 'sensitiveOutputFields' | 'subtitle'>;

/** The form of a node with these operations. `first` is the resource that a new node shows. */
export const actionForm = (operations: readonly AnyOperation[], first: string): NodeForm => ({
	...outputNotices(operations),
	subtitle: operationSubtitle(operations),
	properties: propertiesOf(operations, first),
});

/** The same for a node that works with one library, which its form begins with. */
export function libraryForm(operations: readonly AnyOperation[], first: string): NodeForm {
	const form = actionForm(operations, first);
	return { ...form, properties: [...libraryAccess(operations), ...form.properties] };
}

/** The form of a trigger, whose subtitle names the choices of its field Events. */
export const triggerForm = (op: AnyOperation, access: readonly INodeProperties[] = []): NodeForm => ({
	subtitle: choiceSubtitle('events', op.input.events),
	properties: [
		...(op.notice ? [{ displayName: op.notice, name: 'notice', type: 'notice' as const, default: '' }] : []),
		...access,
		...triggerFields(op),
	],
});

/**
 * The operations that work in the library of the node, and not in libraries that they name themselves (Mirror). They
 * are listed, because n8n tells a model once for each operation what hides a field.
 */
function inLibraryOfNode(ops: readonly AnyOperation[]): string[] {
	const others = ops.filter(({ input }) => !('sourceLibrary' in input));
	return others.length === ops.length ? [] : ['', ...new Set(others.map(({ operation }) => operation))];
}

/**
 * The first properties of a node that works with one library: which credential opens it, and which one it is. `ops` are
 * its operations, if it has a choice of them.
 */
export function libraryAccess(ops: readonly AnyOperation[] = []): INodeProperties[] {
	const operation = inLibraryOfNode(ops);
	const show = { authentication: ['enterprise'], ...(operation.length > 0 ? { operation } : {}) };
	return [AUTHENTICATION, { ...fieldProperty('library', libraryField), displayOptions: { show } }];
}

/* What a node shows under its name on the canvas, in words instead of the values of its parameters. */

/** A title as it stands inside a sentence: "Delete Many Permanently" as "delete many permanently", "ZIP" as it is. */
const inSentence = (title: string): string => title.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());

/** How the subtitle makes words of a value that has no title of its own. */
const wordsOf = (value: string): string => value.replace(/([A-Z])/g, ' $1').toLowerCase();

/** The titles in a sentence that are not the words of their values. */
const titlesBeside = (titles: ReadonlyArray<readonly [value: string, words: string, title: string]>): string =>
	JSON.stringify(
		Object.fromEntries(
			titles.flatMap(([value, words, title]) =>
				inSentence(title) === words ? [] : [[value, inSentence(title)]],
			),
		),
	);

/**
 * The operation and the resource of a node, e.g. "Delete many permanently · dry run: recycle bin": the canvas cuts what
 * is longer than about 32 characters.
 */
function operationSubtitle(ops: readonly AnyOperation[]): string {
	const keyOf = ({ resource, operation }: AnyOperation): string => `${resource} ${operation}`;
	const operations = titlesBeside(ops.map((op) => [keyOf(op), wordsOf(op.operation), nameOf(op)]));
	const resources = titlesBeside(ops.map(({ resource }) => [resource, wordsOf(resource), resourceTitle(resource)]));
	const dry = JSON.stringify(ops.filter(({ input }) => 'dryRun' in input).map(keyOf));
	const words = (parameter: string): string =>
		`String($parameter["${parameter}"] ?? "").replace(/([A-Z])/g, " $1").toLowerCase()`;
	const key = '$parameter["resource"] + " " + $parameter["operation"]';
	return (
		`={{ ((${operations})[${key}] ?? ${words('operation')}).replace(/^./, (first) => first.toUpperCase())` +
		` + (${dry}.includes(${key}) && $parameter["dryRun"] === true ? " · dry run" : "")` +
		` + ": " + ((${resources})[$parameter["resource"]] ?? ${words('resource')}) }}`
	);
}

/** The titles of what is chosen in a parameter with several choices, e.g. "File Created, Restored". */
function choiceSubtitle(parameter: string, field: Field | undefined): string {
	const choices: Readonly<Record<string, Choice>> = field && 'choices' in field ? field.choices : {};
	const titles = Object.fromEntries(Object.entries(choices).map(([value, { label }]) => [value, label]));
	const chosen = `[].concat($parameter["${parameter}"] ?? [])`;
	return `={{ ${chosen}.map((value) => (${JSON.stringify(titles)})[value] ?? value).join(", ") }}`;
}
