import { inputError } from '../wire/libraryError';
import type {
	ChoiceField,
	DateField,
	Field,
	Fields,
	IntField,
	ListField,
	MultiField,
	RefField,
	RefMode,
	RowsField,
	TextField,
} from './fields';
import { toFullpath } from '../wire/paths';

const DAY = 86_400_000;
const titleCase = (key: string): string => key.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());
/** The name of a field as the form shows it. */
export const labelOf = (key: string, field: Field): string => field.label ?? titleCase(key);

const shown = (value: unknown): string =>
	typeof value === 'string'
		? `"${value.slice(0, 60)}"`
		: Array.isArray(value)
			? 'a list'
			: typeof value === 'object'
				? 'an object'
				: String(value);

function plain(label: string, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	throw inputError(
		label,
		`must be text, but is ${shown(value)}`,
		'If it comes from an expression, point it at one value of the item.',
	);
}

function integer(
	label: string,
	value: unknown,
	{ min, max }: { min?: number | undefined; max?: number | undefined },
): number {
	const n = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
	if (typeof n !== 'number' || !Number.isSafeInteger(n))
		throw inputError(label, `must be a whole number, but is ${shown(value)}`, 'Enter digits only, e.g. 12.');
	if (min !== undefined && n < min) throw inputError(label, `must be at least ${min}, but is ${n}`);
	if (max !== undefined && n > max) throw inputError(label, `must be at most ${max}, but is ${n}`);
	return n;
}

function textValue(label: string, field: TextField<boolean>, value: unknown): string {
	const given = plain(label, value);
	const result = field.path ? toFullpath(given) : given;
	const bad = [...(field.forbid ?? '')].find((c) => result.includes(c));
	if (bad) throw inputError(label, `must not hold "${bad}"`);
	if (result === '' && field.required) throw inputError(label, 'is required');
	return result;
}

function choiceValue(
	label: string,
	field: ChoiceField<string, boolean> | MultiField<string, boolean>,
	value: unknown,
): string {
	const given = plain(label, value);
	if (!Object.hasOwn(field.choices, given)) {
		throw inputError(
			label,
			`"${given}" is not one of ${Object.keys(field.choices).join(', ')}`,
			'Choose one of these values.',
		);
	}
	return given;
}

/** One value, a list, or a list written as JSON text, as a list. */
function listed(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'string' && value.trimStart().startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(value);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			/* not JSON: one value that begins with a bracket */
		}
	}
	return value === '' ? [] : [value];
}

function listValue(label: string, field: ListField<boolean>, value: unknown): string[] {
	const parts = listed(value).map((entry) => {
		const part = field.of === 'int' ? String(integer(label, entry, {})) : plain(label, entry);
		return field.of === 'path' ? toFullpath(part) : part;
	});
	for (const part of parts) {
		if (part === '') throw inputError(label, 'holds an empty value', 'Remove the empty entry.');
		// The interface shows no escape for the separator, so such a value would name two other things (ambiguities A13).
		if (field.form !== 'json' && part.includes(field.form))
			throw inputError(
				label,
				`"${part}" holds "${field.form}", which separates the values`,
				'Put each value into a row of its own.',
			);
	}
	if (parts.length === 0 && field.required) throw inputError(label, 'is required');
	return parts;
}

function jsonValue(label: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch (cause) {
		throw inputError(
			label,
			`is not valid JSON (${(cause as Error).message})`,
			'Check quotes, commas and brackets.',
		);
	}
}

function dateValue(label: string, field: DateField<boolean>, value: unknown): Date {
	const date = value instanceof Date ? value : new Date(typeof value === 'number' ? value : plain(label, value));
	if (Number.isNaN(date.getTime()))
		throw inputError(label, `${shown(value)} is not a date`, 'Use a date as 2026-12-31T18:00:00Z.');
	return field.dayOnly || field.unit === 'day' ? new Date(Math.floor(date.getTime() / DAY) * DAY) : date;
}

function refValue(
	label: string,
	field: RefField<string, boolean>,
	value: unknown,
): { by: string; value: string } | undefined {
	const { by, value: raw } = value as { by: string; value: unknown };
	const mode: RefMode | undefined = Object.hasOwn(field.modes, by) ? field.modes[by] : undefined;
	if (!mode) throw inputError(label, `cannot be given by "${by}"`);
	if (mode.of === 'paths') {
		const paths = typeof raw === 'string' && !raw.trimStart().startsWith('[') ? raw.split('|') : (raw ?? []);
		const several = {
			kind: 'list',
			claims: 'nothing',
			form: '|',
			of: 'path',
			required: field.required,
			help: '',
			button: '',
		} as const;
		return {
			by,
			value: listValue(
				label,
				several,
				paths === '' || (Array.isArray(paths) && paths.length === 1 && paths[0] === '') ? [] : paths,
			).join('|'),
		};
	}
	const given = plain(label, raw ?? '');
	const result = mode.of === 'path' ? toFullpath(given) : given;
	if (result === '' && !mode.root) {
		if (field.required)
			throw inputError(
				label,
				given === '' ? 'is required' : 'is the root of the library, which cannot be used here',
			);
		return undefined;
	}
	if (mode.of === 'int') integer(label, result, {});
	if (mode.of === 'tags' && result.split(';').some((tag) => tag === ''))
		throw inputError(label, 'holds an empty tag');
	return { by, value: result };
}

function rowsValue(label: string, field: RowsField<boolean>, value: unknown): Array<Record<string, unknown>> {
	const given = listed(value);
	if (given.length === 0 && field.required) throw inputError(label, 'is required');
	return given.map((row, n) => checkFields(field.cells, row as Record<string, unknown>, `${label} ${n + 1}, `));
}

/** A value of a field in its own type. Throws inputError with the field's name. */
export function checkValue(label: string, field: Field, value: unknown): unknown {
	switch (field.kind) {
		case 'text':
			return textValue(label, field, value);
		case 'binary':
			return textValue(label, { kind: 'text', required: true, help: '' }, value);
		case 'int':
			return integer(label, value, field satisfies IntField<boolean>);
		case 'flag': {
			if (typeof value === 'boolean') return value;
			if (['true', '1', 'false', '0'].includes(String(value)))
				return String(value) === 'true' || String(value) === '1';
			throw inputError(label, `must be true or false, but is ${shown(value)}`);
		}
		case 'choice':
			return choiceValue(label, field, value);
		case 'multi': {
			// The names hold no comma, so a comma-joined text from an expression is a list too.
			const values =
				typeof value === 'string' && !value.startsWith('[')
					? value
							.split(',')
							.map((v) => v.trim())
							.filter(Boolean)
					: listed(value);
			if (values.length === 0 && field.required) throw inputError(label, 'is required');
			return [...new Set(values.map((v) => choiceValue(label, field, v)))];
		}
		case 'list':
			return listValue(label, field, value);
		case 'date':
			return dateValue(label, field, value);
		case 'json':
			return jsonValue(label, value);
		case 'rows':
			return rowsValue(label, field, value);
		case 'ref':
			return refValue(label, field, value);
	}
}

/** Whether a field is asked for. A form keeps what was typed before another choice was made, so that must not be sent. */
function applies(fields: Fields, { showFor }: Field, given: Readonly<Record<string, unknown>>): boolean {
	if (!showFor) return true;
	const choice = fields[showFor.field];
	return showFor.values.includes(String(given[showFor.field] ?? (choice?.kind === 'choice' ? choice.fallback : '')));
}

/** All given values of a form in their own types; throws for a required one that is missing. `prefix` goes before each name in errors. */
export function checkFields(
	fields: Fields,
	given: Readonly<Record<string, unknown>>,
	prefix = '',
): Record<string, unknown> {
	const checked: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(fields)) {
		if (!applies(fields, field, given)) continue;
		const label = prefix + labelOf(key, field);
		const value = given[key];
		if (value === undefined || value === null) {
			if (field.required) throw inputError(label, 'is required');
		} else {
			const result = checkValue(label, field, value);
			if (result !== undefined) checked[key] = result;
		}
	}
	return checked;
}
