import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/* Everything that a person can enter in the form of one operation, read from the form as n8n shows it. */

/** One value of the form. */
export interface FormField {
	/** What the form calls it. */
	readonly label: string;
	readonly type: INodeProperties['type'];
	/** Dotted path inside the node's parameters; `0` is the first row of a list. */
	readonly path: string;
	/** Modes of a locator. */
	readonly modes: readonly string[];
	/** Whether it is a list of rows with one value each. */
	readonly isList: boolean;
	/** What has to be chosen elsewhere for the form to show it. */
	readonly shownWith: Readonly<Record<string, unknown>>;
	/** The collection that it belongs to. */
	readonly inside?: string;
}

type Show = Readonly<Record<string, readonly unknown[] | undefined>>;

const showOf = ({ displayOptions }: INodeProperties): Show => (displayOptions?.show ?? {}) as Show;

/** Whether the form of the node has it, and not only that of the tool. */
const isOfNode = (property: INodeProperties): boolean =>
	property.type !== 'hidden' && showOf(property)['@tool'] === undefined;

const isShownFor = ({ displayOptions }: INodeProperties, resource: string, operation: string): boolean => {
	const { show, hide }: { show?: Show; hide?: Show } = displayOptions ?? {};
	const isShown = (show?.resource?.includes(resource) ?? true) && (show?.operation?.includes(operation) ?? true);
	return isShown && !hide?.operation?.includes(operation);
};

/** The first value of each field that it depends on; inside a collection n8n writes one at the top as `/name`. */
const shownWith = (show: Show): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(show)
			.filter(([name]) => name !== 'resource' && name !== 'operation')
			.map(([name, values]) => [name.replace(/^\//, ''), values?.[0]]),
	);

const asField = (property: INodeProperties, path: string, more: Partial<FormField> = {}): FormField => ({
	label: property.displayName,
	type: property.type,
	path,
	modes: (property.modes ?? []).map(({ name }) => name),
	isList: property.typeOptions?.multipleValues === true && property.type === 'string',
	shownWith: shownWith(showOf(property)),
	...more,
});

/** The things that the row of a cell is about, where the form always asks for them. */
const thingsBeside = (cells: readonly INodeProperties[], cell: INodeProperties, row: string): Record<string, unknown> =>
	Object.fromEntries(
		cells
			.filter((other) => other !== cell && other.type === 'resourceLocator' && !other.displayOptions)
			.map(({ name }) => [`${row}.${name}`, { __rl: true, mode: 'id', value: '7' }]),
	);

/** What shows a field; the credential of an enterprise asks for each library of the operation, not for one alone. */
function withLibraries(property: INodeProperties, shown: readonly INodeProperties[]): Record<string, unknown> {
	const isByEnterprise = (other: INodeProperties): boolean => 'authentication' in showOf(other);
	// One that only workflows of earlier versions have takes the place of another one.
	const others = shown.filter(
		(other) =>
			other !== property &&
			other.type === 'resourceLocator' &&
			isByEnterprise(other) &&
			showOf(other)[other.name] === undefined,
	);
	const libraries = isByEnterprise(property) ? others : [];
	return {
		...shownWith(showOf(property)),
		...Object.fromEntries(libraries.map(({ name }) => [name, { __rl: true, mode: 'id', value: '7' }])),
	};
}

function fieldsIn(property: INodeProperties): FormField[] {
	const whole = asField(property, property.name);
	// What an empty list means is said behind its name, and no part of it.
	const inside = {
		shownWith: whole.shownWith,
		inside: property.displayName.replace(/ \((?:Empty: .*|Required)\)$/, ''),
	};
	if (property.type === 'collection')
		return [
			whole,
			...((property.options ?? []) as INodeProperties[])
				.filter(isOfNode)
				.map((option) =>
					asField(option, `${property.name}.${option.name}`, {
						...inside,
						shownWith: { ...inside.shownWith, ...shownWith(showOf(option)) },
					}),
				),
		];
	if (property.type !== 'fixedCollection') return [whole];
	const rows = (property.options ?? []) as INodePropertyCollection[];
	return [
		whole,
		...rows.flatMap(({ name, values }) =>
			values.map((cell) => {
				const row = `${property.name}.${name}.0`;
				const beside = Object.entries(shownWith(showOf(cell))).map(([key, value]) => [`${row}.${key}`, value]);
				const shown = {
					...inside.shownWith,
					...thingsBeside(values, cell, row),
					...Object.fromEntries(beside),
				};
				return asField(cell, `${row}.${cell.name}`, { ...inside, shownWith: shown });
			}),
		),
	];
}

/** The fields that the form of the node, not of the tool, shows for an operation; rows with their cells. */
export const formFields = (
	properties: readonly INodeProperties[],
	resource: string,
	operation: string,
): readonly FormField[] =>
	properties
		.filter(({ name, type }) => name !== 'resource' && name !== 'operation' && type !== 'notice')
		.filter((property) => isShownFor(property, resource, operation))
		.filter(isOfNode)
		.flatMap((property, _, shown) =>
			property.type === 'collection' || property.type === 'fixedCollection'
				? fieldsIn(property)
				: [asField(property, property.name, { shownWith: withLibraries(property, shown) })],
		);
