import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { operationProperties, triggerFields } from '../n8n/form/operationLayout';
import type { AnyOperation } from '../protocol/operation/define';
import { defined } from '../protocol/wire/json';

/* The fields of a form as a person sees them, read from the derived form itself, so that none is missing. */

/** One field of a form. */
export interface FormField {
	/** Dotted path inside the node's parameters; `rows[]` stands for each row of a fixedCollection. */
	path: string;
	label: string;
	/** Titles of the collections that contain it, outermost first. */
	inside?: string[];
	kind: string;
	required?: true;
	/** Several values can be entered, one in each row. */
	several?: true;
	/** What it contains at first; absent where it is empty. */
	default?: unknown;
	/** What can be chosen, by what is stored. */
	choices?: Record<string, string>;
	/** The ways of a locator, by the name of the mode. */
	modes?: Record<string, string>;
	min?: number;
	max?: number;
	/** Shown only while these fields have one of these values. */
	shownFor?: Readonly<Record<string, unknown[]>>;
	help: string;
}

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;
const isProperty = (entry: Entry): entry is INodeProperties => 'displayName' in entry && 'type' in entry;
const isChoice = (entry: Entry): entry is INodePropertyOptions => 'value' in entry;
const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;

const isEmpty = (value: unknown): boolean =>
	value === '' || value === '{}' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** What a field contains at first; a locator that has a mode only is empty. */
function defaultOf({ default: value, type }: INodeProperties): unknown {
	if (type !== 'resourceLocator') return isEmpty(value) ? undefined : value;
	const inner = (value as { value?: unknown } | undefined)?.value;
	return isEmpty(inner) ? undefined : inner;
}

const choicesOf = ({ options = [] }: INodeProperties): Record<string, string> | undefined => {
	const choices = (options as Entry[]).filter(isChoice).map(({ value, name }) => [String(value), name]);
	return choices.length > 0 ? (Object.fromEntries(choices) as Record<string, string>) : undefined;
};

/** Where a property stands: the path before its name, the titles of its collections, and what they depend on. */
interface Surroundings {
	readonly start: string;
	readonly inside: readonly string[];
	readonly shown: NonNullable<FormField['shownFor']>;
}

/**
 * The settings of other fields that it depends on, by their paths and without the choice of the operation. A name in
 * n8n's displayOptions means a field beside the property, so that in a row it is a field of that row.
 */
function shownFor({ displayOptions }: INodeProperties, { start, shown }: Surroundings): Surroundings['shown'] {
	const { resource: _resource, operation: _operation, ...show } = displayOptions?.show ?? {};
	const pathOf = (name: string): string =>
		name.startsWith('@') ? name : name.startsWith('/') ? name.slice(1) : `${start}${name}`;
	const own = Object.entries(show).map(([name, values]) => [pathOf(name), values]);
	return { ...shown, ...(Object.fromEntries(own) as Surroundings['shown']) };
}

const fieldOf = (property: INodeProperties, path: string, { inside, shown }: Surroundings): FormField => ({
	path,
	label: property.displayName,
	...(inside.length > 0 ? { inside: [...inside] } : {}),
	kind: property.type,
	// n8n's editor reads it as JSON, where a wrapped true is true (form/fieldProperty.ts).
	...(JSON.stringify(property.required) === 'true' ? { required: true as const } : {}),
	...(property.typeOptions?.multipleValues ? { several: true as const } : {}),
	...defined({
		default: defaultOf(property),
		choices: choicesOf(property),
		modes: property.modes && Object.fromEntries(property.modes.map(({ name, displayName }) => [name, displayName])),
		min: property.typeOptions?.minValue,
		max: property.typeOptions?.maxValue,
		shownFor: Object.keys(shown).length > 0 ? shown : undefined,
	}),
	help: property.hint ?? property.description ?? '',
});

const isFormer = ({ name, displayOptions }: INodeProperties): boolean => displayOptions?.show?.[name] !== undefined;

function fieldsOf(property: INodeProperties, around: Surroundings): FormField[] {
	if (isFormer(property)) return [];
	const path = `${around.start}${property.name}`;
	const entries = (property.options ?? []) as Entry[];
	const shown = shownFor(property, around);
	const within = { inside: [...around.inside, property.displayName], shown };
	const repeated = property.typeOptions?.multipleValues ? '[]' : '';
	switch (property.type) {
		case 'notice':
		case 'hidden':
			return [];
		case 'collection':
			return entries.filter(isProperty).flatMap((one) => fieldsOf(one, { ...within, start: `${path}.` }));
		case 'fixedCollection':
			return entries
				.filter(isGroup)
				.flatMap(({ name, values }) =>
					values.flatMap((one) => fieldsOf(one, { ...within, start: `${path}.${name}${repeated}.` })),
				);
		default:
			return [fieldOf(property, path, { ...around, shown })];
	}
}

/** All fields of the form of an operation, in their order. `isTrigger`: of a trigger node. */
export const formFields = (op: AnyOperation, isTrigger: boolean): FormField[] =>
	(isTrigger ? triggerFields(op) : operationProperties(op, {}))
		.flatMap((property) => fieldsOf(property, { start: '', inside: [], shown: {} }))
		.map((field) => {
			const details = op.input[field.path.split('.').at(-1) ?? '']?.details;
			return details === undefined ? field : { ...field, help: `${field.help.replace(/\.$/, '')}. ${details}` };
		});

/* What can be entered in a field, in words: what it contains at first is in bold. */

const bold = (text: string): string => `**${text}**`;

/** Names of which those that are there at first are in bold. */
const choices = (all: Readonly<Record<string, string>>, initial: unknown): string => {
	const first = [initial].flat().map(String);
	return Object.entries(all)
		.map(([value, label]) => (first.includes(value) ? bold(label) : label))
		.join(' / ');
};

const ON_OFF: Readonly<Record<string, string>> = { true: 'on', false: 'off' };

function boundsOf({ min, max }: FormField): string {
	if (min === undefined) return max === undefined ? '' : `, at most ${max}`;
	return max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;
}

const KINDS: Readonly<Record<string, string>> = { dateTime: 'date and time', json: 'JSON', color: 'color' };

function values(field: FormField): string {
	const { kind, modes, choices: all, several, default: initial } = field;
	if (all) return choices(all, initial);
	if (kind === 'boolean') return choices(ON_OFF, initial ?? false);
	const entered =
		kind === 'number' ? `number${boundsOf(field)}` : `${KINDS[kind] ?? 'text'}${several ? ', several' : ''}`;
	const what = modes ? Object.values(modes).join(' / ') : entered;
	return initial === undefined ? what : `${what}; ${bold(String(initial))}`;
}

/** The cell of the reference: the values, and when the field is shown; `form` has the fields that decide. */
export function valuesOf(field: FormField, form: readonly FormField[]): string {
	const when = Object.entries(field.shownFor ?? {}).map(([path, wanted]) => {
		const { label = path, choices: all = ON_OFF } = form.find((one) => one.path === path) ?? {};
		return `${label} is ${wanted.map((value) => all[String(value)] ?? String(value)).join(' or ')}`;
	});
	return when.length > 0 ? `${values(field)} (shown while ${when.join(' and ')})` : values(field);
}
