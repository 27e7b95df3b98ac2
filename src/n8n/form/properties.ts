import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { RESOURCE_NOTES } from '../../protocol/catalogue';
import { nameOf, type AnyOperation } from '../../protocol/operation/define';
import { operationProperties, triggerFields } from './operationLayout';
import { byTitle, resourceTitle } from './titles';

/** The whole form of a node, derived from its operations. `first` is the resource that a new node shows. */
export function propertiesOf(ops: readonly AnyOperation[], first: string): INodeProperties[] {
	const resources = [...new Set(ops.map(({ resource }) => resource))];
	return [
		resourceProperty(resources, first),
		...resources.map((resource) => operationProperty(resource, ops)),
		...ops.flatMap((op) => operationProperties(op, { resource: [op.resource], operation: [op.operation] })),
	];
}

/** The form of a trigger: its fields are always shown. */
export function triggerProperties(op: AnyOperation): INodeProperties[] {
	return triggerFields(op).map(({ displayOptions, ...property }) =>
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
	options: resources.map(resourceOption).sort(byTitle),
});

/** By title; operations that only other programs need come last. */
const byMenu = (a: AnyOperation, b: AnyOperation): number =>
	Number(a.menu === 'technical') - Number(b.menu === 'technical') ||
	byTitle({ name: nameOf(a) }, { name: nameOf(b) });

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
