import type { INodeProperties, INodePropertyOptions, INodeTypeDescription, NodeHint } from 'n8n-workflow';
import { operationsByNode, type ActionNode, RESOURCE_NOTES, RESOURCE_ORDER } from '../../protocol/catalogue';
import { activityTrigger, changeTrigger } from '../../protocol/catalogue/triggers';
import { previewTrigger } from '../../protocol/catalogue/viewerPages';
import { cautionsOf, nameOf, type AnyOperation } from '../../protocol/operation/define';
import { libraryAccess } from './libraryAccess';
import { operationProperties, triggerFields } from './operationLayout';
import { choiceSubtitle } from './description';
import { byTitle, resourceTitle } from './fieldProperty';

/** The whole form of a node, derived from its operations. `first` is the resource that a new node shows. */
function propertiesOf(ops: readonly AnyOperation[], first: string): INodeProperties[] {
	const resources = [...new Set(ops.map(({ resource }) => resource))];
	return [
		resourceProperty(resources, first),
		...resources.map((resource) => operationProperty(resource, ops)),
		...ops.flatMap((op) => operationProperties(op, { resource: [op.resource], operation: [op.operation] })),
	];
}

/** The form of a trigger: its fields are always shown. */
function triggerProperties(op: AnyOperation): INodeProperties[] {
	const notice: INodeProperties[] = op.notice
		? [{ displayName: op.notice, name: 'notice', type: 'notice', default: '' }]
		: [];
	return [...notice, ...triggerFields(op)].map(({ displayOptions, ...property }) =>
		displayOptions && Object.keys(displayOptions.show ?? {}).length > 0
			? { ...property, displayOptions }
			: property,
	);
}

function resourceOption(value: string): INodePropertyOptions {
	const help = RESOURCE_NOTES[value]?.help;
	return { name: resourceTitle(value), value, ...(help ? { description: help } : {}) };
}

const resourceProperty = (resources: readonly string[], first: string): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: first,
	options: resources.map(resourceOption).sort(byUse),
});

/** The one of a new node, then those that people look for first; what only other programs need comes last. */
const MENU = ['default', 'first1', 'first2', 'first3', undefined, 'technical'];
const byMenu = (a: AnyOperation, b: AnyOperation): number =>
	MENU.indexOf(a.menu) - MENU.indexOf(b.menu) || byTitle({ name: nameOf(a) }, { name: nameOf(b) });

/** What people look for first at the top, what few need at the bottom, all else by title. */
function byUse(a: INodePropertyOptions, b: INodePropertyOptions): number {
	const { first, last } = RESOURCE_ORDER;
	const placeOf = ({ value }: INodePropertyOptions): number =>
		(first.includes(String(value)) ? first.indexOf(String(value)) : first.length) +
		(last.includes(String(value)) ? last.indexOf(String(value)) + 1 : 0);
	return placeOf(a) - placeOf(b) || byTitle(a, b);
}

function operationProperty(resource: string, ops: readonly AnyOperation[]): INodeProperties {
	const offered = ops.filter((op) => op.resource === resource).sort(byMenu);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: offered.find(({ menu }) => menu === 'default')?.operation ?? '',
		options: offered.map((op) => ({
			name: nameOf(op),
			value: op.operation,
			action: op.action,
			description: op.summary,
		})),
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

/** A hint before a run of an operation that always deletes for good. */
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

/** What a node's description takes from the catalogue: its properties, what n8n says of them, a trigger's subtitle. */
export type NodeForm = Pick<INodeTypeDescription, 'hints' | 'properties' | 'sensitiveOutputFields' | 'subtitle'>;

/** `first` is the resource that a new node shows. */
function actionForm(node: ActionNode, first: string): NodeForm {
	const operations = operationsByNode[node];
	return {
		...outputNotices(operations),
		properties: [...(node === 'fileLibrary' ? libraryAccess(operations) : []), ...propertiesOf(operations, first)],
	};
}

const FORMS = {
	fileLibrary: () => actionForm('fileLibrary', 'file'),
	fileLibraryAdmin: () => actionForm('fileLibraryAdmin', 'library'),
	fileLibraryPartner: () => actionForm('fileLibraryPartner', 'enterprise'),
	fileLibraryUser: () => actionForm('fileLibraryUser', 'file'),
	fileLibraryActivityTrigger: () => ({
		subtitle: choiceSubtitle('events', activityTrigger.input.events.choices),
		properties: triggerProperties(activityTrigger),
	}),
	fileLibraryPreviewTrigger: () => ({
		subtitle: choiceSubtitle('events', previewTrigger.input.events.choices),
		properties: [...libraryAccess(), ...triggerProperties(previewTrigger)],
	}),
	fileLibraryTrigger: () => ({
		subtitle: choiceSubtitle('events', changeTrigger.input.events.choices),
		properties: [...libraryAccess(), ...triggerProperties(changeTrigger)],
	}),
} as const satisfies Readonly<Record<string, () => NodeForm>>;

/** The nodes of the package, by the names that n8n knows them by. */
export type NodeName = keyof typeof FORMS;
export const NODE_NAMES = Object.keys(FORMS) as NodeName[];

/** The form of a node, made anew each time, because n8n changes what it gets. */
export const nodeForm = (node: NodeName): NodeForm => FORMS[node]();
