import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import { labelOf, type Choice, type Field, type RefField } from '../../protocol/operation/fields';
import { countsDays } from '../../protocol/operation/check/date';
import { defined } from '../../protocol/wire/json';
import { digitsInEditor, requiredInEditor } from './formJson';

/* One field of the catalogue as a property of n8n. */

type Kind = Field['kind'];
type FieldOf<K extends Kind> = Extract<Field, { readonly kind: K }>;
type Shape = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** The shape of each kind of field; a kind without one does not compile. */
const SHAPES: { readonly [K in Kind]: (field: FieldOf<K>, label: string) => Shape } = {
	text: ({ default: value = '', password, format }) => ({
		type: 'string',
		default: value,
		...(password ? { typeOptions: { password } } : {}),
		...(format === 'content' ? { typeOptions: { rows: 5 } } : {}),
	}),
	int: ({ default: value = '', min, max }) => {
		const typeOptions = defined({ minValue: min, maxValue: max });
		const isBounded = min !== undefined || max !== undefined;
		return { type: 'number', default: value, ...(isBounded ? { typeOptions } : {}) };
	},
	// Without a precision, which would show 10 as 10.000000, the editor takes decimals too.
	size: ({ default: value = '' }) => ({ type: 'number', default: value, typeOptions: { minValue: 0 } }),
	flag: ({ default: value = false }) => ({ type: 'boolean', default: value }),
	choice: ({ default: value = '', choices }) => ({ type: 'options', default: value, options: optionsOf(choices) }),
	multi: ({ default: value = [], choices }) => ({
		type: 'multiOptions',
		default: [...value],
		options: optionsOf(choices),
	}),
	list: ({ button }, label) => ({
		type: 'string',
		default: [],
		typeOptions: { multipleValues: true, multipleValueButtonText: button ?? addOne(label) },
	}),
	date: (field) => ({
		type: 'dateTime',
		default: '',
		...(countsDays(field) ? { typeOptions: { dateOnly: true } } : {}),
	}),
	json: () => ({ type: 'json', default: '{}' }),
	binary: ({ direction, help }) => ({
		type: 'string',
		default: 'data',
		hint: help,
		...(direction === 'in' ? { description: INPUT_BINARY } : {}),
	}),
	ref: (field, label) => ({
		type: 'resourceLocator',
		default: firstMode(field),
		modes: modesOf(field, label),
		...(field.dependsOn ? { typeOptions: { loadOptionsDependsOn: [`${field.dependsOn}.value`] } } : {}),
	}),
	rows: ({ button, cells, whenNone, required: isRequired }, label) => {
		// What a cell is shown for is another cell of the same row.
		const values = Object.entries(cells).map(([key, cell]) => ({
			...fieldProperty(key, cell),
			...(cell.showFor ? { displayOptions: { show: { [cell.showFor.field]: [...cell.showFor.values] } } } : {}),
		}));
		return {
			type: 'fixedCollection',
			default: {},
			placeholder: button ?? addOne(label),
			// n8n marks no group as required.
			...(whenNone ? { displayName: `${label} (Empty: ${whenNone})` } : {}),
			...(isRequired ? { displayName: `${label} (Required)` } : {}),
			typeOptions: { multipleValues: true },
			options: [{ name: 'rows', displayName: label, values }],
		};
	},
};

/** What adds one of several: `Add Member or Department` for Members and Departments. */
const addOne = (label: string): string => {
	const names = label.split(' and ').map((several) => several.replace(/ies$/, 'y').replace(/s$/, ''));
	return `Add ${names.join(' or ')}`;
};

/** Below the field, beside its hint. */
const INPUT_BINARY =
	'The input binary field of the file, or several separated by commas; a path such as _files.data works in ' +
	'Execution Logic v2, and so does an expression that returns binary data';

const shapeOf = <K extends Kind>(kind: K, field: FieldOf<K>, label: string): Shape => SHAPES[kind](field, label);

function requiredBy(field: Field): boolean {
	if (field.kind === 'ref') return field.required || field.marked ? requiredInEditor : false;
	// A choice without a value to begin with has to be made.
	const isAlwaysFilled = field.kind === 'flag' || (field.kind === 'choice' && field.default !== undefined);
	// An empty text that is a value: only an expression that gives nothing is refused.
	const mayBeEmpty = field.kind === 'text' && field.empty === 'clears';
	return field.required && !isAlwaysFilled && !mayBeEmpty;
}

/**
 * An option that n8n does not tell a model: its generator of type definitions takes what has `values` for a group of a
 * fixedCollection, and leaves it out. The editor and the engine look at `values` in a fixedCollection only.
 */
export const leftOut = (property: INodeProperties): INodeProperties => Object.assign({}, property, { values: [] });

/** One field as n8n shows it. */
export function fieldProperty(name: string, field: Field): INodeProperties {
	const displayName = labelOf(name, field);
	const required = requiredBy(field);
	const saysMore = field.help.toLowerCase() !== `the ${displayName.toLowerCase()}`;
	const property: INodeProperties = {
		displayName,
		name,
		...(field.kind !== 'binary' && saysMore ? { description: field.help } : {}),
		...defined({ placeholder: field.placeholder ?? emptyText(field), hint: field.hint }),
		...(field.forBuilder ? { builderHint: { propertyHint: field.forBuilder } } : {}),
		...(required ? { required } : {}),
		...shapeOf(field.kind, field, displayName),
	};
	return field.saidOnce ? leftOut(property) : property;
}

const optionsOf = (choices: Readonly<Record<string, Choice>>): INodePropertyOptions[] =>
	Object.entries(choices)
		.map(([value, { label, help }]) => ({ name: label, value, ...(help ? { description: help } : {}) }))
		.sort(byTitle);

/** What an empty field that need not be filled in means, by its help text; undefined where that says nothing of it. */
function emptyText({ kind, help }: Field): string | undefined {
	const [, meaning] = /(?:^|; )([^;.]+) when left empty/.exec(help) ?? [];
	return meaning === undefined || (kind !== 'text' && kind !== 'ref') ? undefined : `empty: ${meaning}`;
}

/** What the editor says when a list of members has not come after 5 seconds; n8n 1 says nothing. */
const MANY_MEMBERS = {
	message: 'A large enterprise takes a while: type a part of the name, or choose another way.',
	timeout: 5_000,
};
const slowLoad = (search: string) => (search.startsWith('members') ? { slowLoadNotice: MANY_MEMBERS } : {});

function modesOf(field: RefField, title: string): INodePropertyMode[] {
	// What an empty list shows, as n8n's own nodes have it: the kind of thing to choose.
	const select = `Select ${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title.toLowerCase()}...`;
	return Object.entries(field.modes).map(([name, mode]) => {
		const { label, placeholder, search, hint, root, rootName = 'Library Root', of } = mode;
		// How the root is written, where it is a value.
		const rootText = search || root === undefined ? '' : `, or / for the ${rootName.toLowerCase()}`;
		const whenEmpty = search ? (emptyText(field) ?? select) : undefined;
		return {
			displayName: label,
			name,
			type: search ? 'list' : 'string',
			...defined({ placeholder: (placeholder && placeholder + rootText) ?? whenEmpty, hint }),
			...(search ? { typeOptions: { searchListMethod: search, searchable: true, ...slowLoad(search) } } : {}),
			...(of === 'int' && !search ? { validation: digitsInEditor } : {}),
		};
	});
}

/** The locator as it starts: the first mode, at the root where the root is a value. */
function firstMode({ modes }: RefField): INodeProperties['default'] {
	const [[mode, { root, rootName = 'Library Root' }] = ['id', {}]] = Object.entries(modes);
	return root === true ? { mode, value: '/', cachedResultName: `/ (${rootName})` } : { mode, value: '' };
}

interface Titled {
	readonly name: string;
	readonly displayName?: string;
}

const sortKey = ({ displayName, name }: Titled): string => (displayName ?? name).toLowerCase();

/**
 * Sorts entries of a form by what it shows. Not with localeCompare, whose order depends on the locale of the machine.
 */
export function byTitle(a: Titled, b: Titled): number {
	const [one, other] = [sortKey(a), sortKey(b)];
	return one < other ? -1 : Number(one > other);
}
