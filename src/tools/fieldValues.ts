import type { FormField } from './formFields';

/* What can be entered in a field, in words: what it contains at first is in bold. */

const bold = (text: string): string => `**${text}**`;

/** Names of which those that are there at first are in bold. */
const choices = (all: Readonly<Record<string, string>>, initial: unknown): string => {
	const first = [initial].flat().map(String);
	return Object.entries(all)
		.map(([value, label]) => (first.includes(value) ? bold(label) : label))
		.join(' / ');
};

function numberIn({ default: value, min, max }: FormField): string {
	const range = min !== undefined && max !== undefined ? `${min} to ${max}` : undefined;
	const bounds = range ?? (min !== undefined ? `at least ${min}` : max !== undefined ? `at most ${max}` : '');
	return [`number${bounds ? `, ${bounds}` : ''}`, ...(value === undefined ? [] : [bold(String(value))])].join('; ');
}

const flag = (value: unknown): string => (value === true ? `${bold('on')} / off` : `on / ${bold('off')}`);

/** The kinds that say nothing about their values. */
const KINDS: Readonly<Record<string, string>> = { dateTime: 'date and time', json: 'JSON', color: 'color' };

const plain = ({ kind, several, default: value }: FormField): string =>
	[
		`${KINDS[kind] ?? 'text'}${several ? ', several' : ''}`,
		...(value === undefined ? [] : [bold(String(value))]),
	].join('; ');

function values(field: FormField): string {
	const { kind, modes, choices: all } = field;
	if (modes) return [choices(modes, undefined), ...(field.default ? [bold(String(field.default))] : [])].join('; ');
	if (all) return choices(all, field.default);
	if (kind === 'number') return numberIn(field);
	return kind === 'boolean' ? flag(field.default) : plain(field);
}

const words = (value: unknown): string => (value === true ? 'on' : value === false ? 'off' : String(value));

/** A value of a field by its label. */
const labelIn = (field: FormField | undefined, value: unknown): string =>
	field?.choices?.[String(value)] ?? words(value);

/** The cell of the reference: the values, and when the field is shown; `form` has the fields that decide. */
export function valuesOf(field: FormField, form: readonly FormField[]): string {
	const when = Object.entries(field.shownFor ?? {}).map(([path, wanted]) => {
		const other = form.find((one) => one.path === path);
		return `${other?.label ?? path} is ${wanted.map((value) => labelIn(other, value)).join(' or ')}`;
	});
	return when.length > 0 ? `${values(field)} (shown while ${when.join(' and ')})` : values(field);
}
