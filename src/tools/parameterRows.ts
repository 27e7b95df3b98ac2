import * as fields from '../protocol/operation/fields';
import { BYTES_PER } from '../protocol/operation/check/number';
import { wireName } from '../protocol/operation/encode';
import { defined } from '../protocol/wire/json';

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

const KINDS: Readonly<Record<fields.Field['kind'], string>> = {
	text: 'string',
	int: 'number',
	size: 'number',
	flag: 'boolean',
	choice: 'options',
	multi: 'multiOptions',
	list: 'string',
	date: 'dateTime',
	json: 'json',
	binary: 'binary',
	rows: 'fixedCollection',
	ref: 'resourceLocator',
};

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
				values: { true: field.on ?? '1', false: field.off === 'omit' ? null : field.off },
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
function cellRows(key: string, field: fields.RowsField<boolean>, path: string): ParameterRow[] {
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

function locatorRows(
	field: fields.RefField<string, boolean>,
	common: Omit<ParameterRow, 'wire' | 'required'>,
): ParameterRow[] {
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
export function rowsOf(key: string, field: fields.Field, path: string, own = false): ParameterRow[] {
	if (field.kind === 'rows') return cellRows(key, field, path);
	const common = { path, kind: KINDS[field.kind], label: fields.labelOf(key, field), help: field.help };
	if (field.kind === 'ref') return locatorRows(field, common).filter((row) => row.wire !== '' || own);
	const wire = field.kind === 'binary' ? 'file' : wireName(key, field);
	if ((wire === '' && !own) || (field.kind === 'binary' && field.direction === 'out')) return [];
	return [{ ...common, wire, required: field.required && !field.showFor, ...detailsOf(field) }];
}

/** A value that is asked for by a choice (`showFor`) comes before that choice, where both make the same parameter. */
export function valuesFirst(rows: readonly ParameterRow[]): ParameterRow[] {
	const serves = (row: ParameterRow, choice: ParameterRow): boolean =>
		row.showFor?.field === choice.path && row.wire === choice.wire && row.wire !== '';
	return rows
		.filter((row) => !rows.some((choice) => serves(row, choice)))
		.flatMap((row) => [...rows.filter((other) => serves(other, row)), row]);
}
