import type { INodeProperties, INodePropertyCollection, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import { labelOf } from '../../protocol/operation/check';
import type { AnyOperation } from '../../protocol/operation/define';
import type { Choice, Field, RefField } from '../../protocol/operation/fields';

/** Titles of the collections that fields are placed in. */
const PLACES: Readonly<Record<string, { displayName: string; placeholder: string }>> = {
	options: { displayName: 'Options', placeholder: 'Add option' },
	fieldNames: { displayName: 'Field Names', placeholder: 'Add field name' },
	subjects: { displayName: 'Members and Departments', placeholder: 'Add members or departments' },
};
const titleOf = (resource: string): string => resource.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());
const titleIn = ({ displayName, name }: { name: string; displayName?: string }): string =>
	(displayName ?? name).toLowerCase();
/** By what the form shows. Not localeCompare: its first use loads the collation tables, a third of the time that n8n needs to load the package. */
const byName = (a: { name: string; displayName?: string }, b: { name: string; displayName?: string }): number => {
	const [one, other] = [titleIn(a), titleIn(b)];
	return one < other ? -1 : Number(one > other);
};

/** Where a field stands in the form: `top`, or the name of a collection. Required fields and locators stand on top. */
export const placeOf = (field: Field): string =>
	field.place ?? (field.required || field.kind === 'ref' ? 'top' : 'options');

const choices = (given: Readonly<Record<string, Choice>>): INodePropertyOptions[] =>
	Object.entries(given)
		.map(([value, { label, help }]) => ({ name: label, value, ...(help ? { description: help } : {}) }))
		.sort(byName);

const modes = (field: RefField<string, boolean>): INodePropertyMode[] =>
	Object.entries(field.modes).map(([name, mode]) => ({
		displayName: mode.label,
		name,
		type: mode.search ? 'list' : 'string',
		...(mode.placeholder ? { placeholder: mode.placeholder } : {}),
		...(mode.search ? { typeOptions: { searchListMethod: mode.search, searchable: true } } : {}),
	}));

function refDefault(field: RefField<string, boolean>): INodeProperties['default'] {
	const mode = Object.keys(field.modes)[0] ?? 'id';
	return field.modes[mode]?.root
		? { mode, value: '/', cachedResultName: `/ (${field.modes[mode].rootName ?? 'Library Root'})` }
		: { mode, value: '' };
}

/** One field as n8n shows it. */
export function property(name: string, field: Field): INodeProperties {
	const base = {
		displayName: labelOf(name, field),
		name,
		description: field.help,
		...(field.placeholder ? { placeholder: field.placeholder } : {}),
		// The root of the library is an empty value, which n8n would refuse in a required field.
		...(field.required && !(field.kind === 'flag' || field.kind === 'choice') ? { required: true } : {}),
	};
	switch (field.kind) {
		case 'text':
			return {
				...base,
				type: 'string',
				default: field.fallback ?? '',
				...(field.password ? { typeOptions: { password: true } } : {}),
			};
		case 'int':
			return {
				...base,
				type: 'number',
				default: field.fallback,
				...(field.min !== undefined || field.max !== undefined
					? {
							typeOptions: {
								...(field.min === undefined ? {} : { minValue: field.min }),
								...(field.max === undefined ? {} : { maxValue: field.max }),
							},
						}
					: {}),
			};
		case 'flag':
			return { ...base, type: 'boolean', default: field.fallback ?? false };
		case 'choice':
			return { ...base, type: 'options', default: field.fallback, options: choices(field.choices) };
		case 'multi':
			return {
				...base,
				type: 'multiOptions',
				default: [...(field.fallback ?? [])],
				options: choices(field.choices),
			};
		case 'list':
			return {
				...base,
				type: 'string',
				default: [],
				typeOptions: { multipleValues: true, multipleValueButtonText: field.button },
			};
		case 'date':
			return { ...base, type: 'dateTime', default: '' };
		case 'json':
			return { ...base, type: 'json', default: '{}' };
		case 'binary':
			return {
				...base,
				type: 'string',
				default: 'data',
				...(field.direction === 'in'
					? { hint: field.help, description: 'Find it in the Binary tab of the input panel' }
					: { hint: field.help }),
			};
		case 'ref':
			return {
				...base,
				type: 'resourceLocator',
				default: refDefault(field),
				modes: modes(field),
				...(field.dependsOn ? { typeOptions: { loadOptionsDependsOn: [`${field.dependsOn}.value`] } } : {}),
			};
		case 'rows':
			return {
				...base,
				type: 'fixedCollection',
				default: {},
				placeholder: field.button,
				typeOptions: { multipleValues: true },
				options: [
					{
						name: 'rows',
						displayName: labelOf(name, field),
						values: Object.entries(field.cells).map(([key, cell]) => property(key, cell)),
					} satisfies INodePropertyCollection,
				],
			};
	}
}

const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};
const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
};
const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
const WAIT: INodeProperties = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	type: 'boolean',
	default: true,
	description: 'Whether to wait until the service has finished a copy that it does in the background',
};
const WAIT_LIMIT: INodeProperties = {
	displayName: 'Wait at Most (Seconds)',
	name: 'waitLimit',
	type: 'number',
	default: 600,
	typeOptions: { minValue: 1 },
	description: 'How long to wait for completion',
};
/** How many items one run works on at the same time: an option of every operation that works item by item. */
export const CONCURRENCY: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	default: 8,
	typeOptions: { minValue: 1 },
	description:
		'How many items to work on at the same time; with 1 each item waits for the one before. Items that change the same file always keep their order.',
};

type Show = Record<string, string[]>;

/** All fields of one operation, shown where `show` says. */
function fieldsOf(op: AnyOperation, show: Show): INodeProperties[] {
	const placed = Object.entries(op.input).map(([key, field]) => ({
		place: placeOf(field),
		entry: {
			...property(key, field),
			...(field.showFor
				? { displayOptions: { show: { ...show, [field.showFor.field]: [...field.showFor.values] } } }
				: {}),
		},
	}));
	const own = placed.filter(({ place }) => place === 'top').map(({ entry }) => entry);
	const collections = new Map<string, INodeProperties[]>();
	for (const { place, entry } of placed)
		if (place !== 'top') collections.set(place, [...(collections.get(place) ?? []), entry]);
	if (op.queue) {
		own.push(WAIT);
		collections.set('options', [...(collections.get('options') ?? []), WAIT_LIMIT]);
	}
	if (!op.oncePerRun) collections.set('options', [...(collections.get('options') ?? []), CONCURRENCY]);
	for (const [name, options] of [...collections].sort(
		([a], [b]) => Number(a === 'options') - Number(b === 'options'),
	)) {
		own.push({
			...(PLACES[name] ?? { displayName: titleOf(name), placeholder: 'Add' }),
			name,
			type: 'collection',
			default: {},
			options: options.sort(byName),
		});
	}
	const paging = op.paging
		? [RETURN_ALL, { ...LIMIT, displayOptions: { show: { ...show, returnAll: [false] } } }]
		: [];
	const simplify = op.simplify ? [SIMPLIFY] : [];
	const at = own.findIndex(({ type }) => type === 'collection');
	const ordered =
		at < 0 ? [...own, ...paging, ...simplify] : [...own.slice(0, at), ...paging, ...simplify, ...own.slice(at)];
	return ordered.map((entry) => ({ ...entry, displayOptions: entry.displayOptions ?? { show } }));
}

/** The form of a trigger: its fields are always shown. */
export function triggerProperties(op: AnyOperation): INodeProperties[] {
	return fieldsOf(op, {}).map(
		({ displayOptions, ...entry }) =>
			(Object.keys(displayOptions?.show ?? {}).length ? { ...entry, displayOptions } : entry) as INodeProperties,
	);
}

/** The whole form of a node, derived from its operations. */
export function propertiesOf(ops: readonly AnyOperation[], first: string): INodeProperties[] {
	const resources = [...new Set(ops.map(({ resource }) => resource))];
	const form: INodeProperties[] = [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			default: first,
			options: resources.map((value) => ({ name: titleOf(value), value })).sort(byName),
		},
	];
	for (const resource of resources) {
		const mine = ops.filter((op) => op.resource === resource);
		const options = mine
			.map((op) => ({ name: op.name, value: op.operation, action: op.action, description: op.summary }))
			.sort(byName);
		form.push({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			default: options[0]?.value ?? '',
			options,
			displayOptions: { show: { resource: [resource] } },
		});
	}
	return [...form, ...ops.flatMap((op) => fieldsOf(op, { resource: [op.resource], operation: [op.operation] }))];
}
