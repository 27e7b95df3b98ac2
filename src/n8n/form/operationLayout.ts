import type { INodeProperties } from 'n8n-workflow';
import type { AnyOperation } from '../../protocol/operation/define';
import { saidOnce, titleCase, type Field, type Fields, type ShowFor } from '../../protocol/operation/fields';
import { fieldProperty, byTitle, leftOut } from './fieldProperty';
import { SETTINGS, TOOL } from './fixedProperties';
import { toolProperties } from './toolProperties';
import { defined } from '../../protocol/wire/json';

type Show = Record<string, string[]>;
interface Placed {
	readonly place: string;
	readonly property: INodeProperties;
}

const COLLECTIONS: Readonly<Record<string, { displayName: string; placeholder: string }>> = {
	filters: { displayName: 'Filters', placeholder: 'Add filter' },
	options: { displayName: 'Options', placeholder: 'Add option' },
	fieldNames: { displayName: 'Field Names', placeholder: 'Add field name' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
};

/** Where a field is in the form: `top`, or the name of a collection. Required fields and locators are on top. */
export const placeOf = (field: Field): string =>
	field.place ?? (field.required || field.kind === 'ref' ? 'top' : 'options');

/** The title of a collection as the form shows it. */
export const titleOfPlace = (place: string): string => COLLECTIONS[place]?.displayName ?? titleCase(place);

/**
 * The form of one operation, shown where `show` says: what only a tool has, its fields on top, then Return All, Limit
 * and Simplify, then the collections with Options last.
 */
export function operationProperties(op: AnyOperation, show: Show): INodeProperties[] {
	const placed = [
		...ownFields(op.input, show),
		...formerWait(op),
		...ownFields(optionsOf(op), show),
		...formerFields(op.input),
		...ownFields(listSettingsOf(op), show),
	];
	return [...toolProperties(op, show), ...arranged(placed, show)];
}

/** The form of a trigger: its polls and pages have no items that could be processed in parallel. */
export const triggerFields = ({ input }: AnyOperation): INodeProperties[] =>
	arranged([...ownFields(input), ...ownFields({ requestTimeout }), ...formerFields(input)]);

/** The fields of a form where they belong; `show` is undefined where they are shown always. */
function arranged(placed: readonly Placed[], show?: Show): INodeProperties[] {
	const top = hintedOnce(placed.filter(({ place }) => place === 'top').map(({ property }) => property));
	const names = [...new Set(placed.map(({ place }) => place))].filter((name) => name !== 'top');
	names.sort((a, b) => Number(a === 'options') - Number(b === 'options'));
	const collections = names.map((name) => collection(name, placed));
	return [...top, ...collections].map((property) =>
		property.displayOptions || !show ? property : { ...property, displayOptions: { show } },
	);
}

/** The same fields with the hint of the pickers below the first of them only. */
function hintedOnce(properties: readonly INodeProperties[]): INodeProperties[] {
	const first = properties.find(({ modes }) => modes?.some(({ hint }) => hint !== undefined));
	return properties.map((property) => {
		if (!property.modes || property === first) return property;
		return { ...property, modes: property.modes.map(({ hint: _said, ...mode }) => mode) };
	});
}

const ownFields = (fields: Fields, show?: Show): Placed[] =>
	Object.entries(fields).map(([key, field]) => {
		const property = fieldProperty(key, field);
		const { showFor } = field;
		const place = placeOf(field);
		// What depends on another option of its collection is offered beside it, and left out where it says nothing.
		const chosen = showFor && fields[showFor.field];
		const isBeside = place !== 'top' && chosen !== undefined && placeOf(chosen) === place;
		const isHere = place === 'top' || showFor?.field === TOOL;
		const values = showFor && !isBeside && { [`${isHere ? '' : '/'}${showFor.field}`]: valuesFor(fields, showFor) };
		const former = field.former && isThere(key);
		const hide = field.unless === undefined ? undefined : isThere(field.unless);
		if (!values && !former && !hide) return { place, property };
		const around = place === 'top' ? show : {};
		const displayOptions = { show: { ...around, ...values, ...former }, ...defined({ hide }) };
		return { place, property: { ...(former ? leftOut(property) : property), displayOptions } };
	});

/** That a workflow has a field: n8n drops what a form does not show. */
const isThere = (name: string) => ({ [name]: [{ _cnd: { exists: true as const } }] });

const hidden = (name: string): INodeProperties => ({ displayName: titleCase(name), name, type: 'hidden', default: '' });

/** Where earlier versions had a field: kept when a workflow is loaded that has it there, and offered to nobody. */
function formerFields(input: Fields): Placed[] {
	const former = Object.entries(input).flatMap(([key, { formerPlace }]): Array<[string, Placed]> => {
		if (formerPlace === undefined) return [];
		const [place = '', name = key] = formerPlace.split('.');
		// A collection that has nothing else any more is not shown itself; Options are in every form.
		if (place !== 'options' && !Object.values(input).some((field) => placeOf(field) === place))
			return [[place, { place: 'top', property: { ...hidden(place), default: {} } }]];
		const property = leftOut({ ...hidden(name), displayOptions: { show: isThere(name) } });
		return [[`${place}.${name}`, { place, property }]];
	});
	return [...new Map(former).values()];
}

/** The values for which a field is shown, as the form stores them: those of a flag are no texts. */
const valuesFor = (fields: Fields, { field, values }: ShowFor): Array<string | boolean> =>
	field === TOOL || fields[field]?.kind === 'flag' ? values.map((value) => value === 'true') : [...values];

const { returnAll, limit, simplify, waitForCompletion, waitLimit, selectedFields, concurrency, requestTimeout } =
	SETTINGS;

/** The settings above the collections. */
const listSettingsOf = (op: AnyOperation): Fields => ({
	...(op.paging ? { returnAll, limit } : {}),
	...(op.simplify ? { simplify } : {}),
});

/** Those in Options. */
const optionsOf = (op: AnyOperation): Fields => ({
	...(op.queue ? { waitForCompletion, ...saidOnce({ waitLimit }) } : {}),
	...saidOnce({
		...(op.simplify ? { selectedFields } : {}),
		...(op.wholeInput ? {} : { concurrency }),
		requestTimeout,
	}),
});

/** Wait for Completion where earlier versions had it. */
const formerWait = ({ queue }: AnyOperation): Placed[] => {
	const property = fieldProperty('waitForCompletion', waitForCompletion);
	return queue ? [{ place: 'top', property: { ...property, type: 'hidden' } }] : [];
};

const MANY = 5;

/** A collection with its fields: few as they are declared, i.e. what is used most first. */
function collection(name: string, placed: readonly Placed[]): INodeProperties {
	const options = placed.filter(({ place }) => place === name).map(({ property }) => property);
	return {
		...(COLLECTIONS[name] ?? { displayName: titleOfPlace(name), placeholder: 'Add' }),
		name,
		type: 'collection',
		default: {},
		// n8n's linter asks for the order of titles from so many on.
		options: options.length < MANY ? options : options.sort(byTitle),
	};
}
