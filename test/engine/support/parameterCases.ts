import { contractOf, resolve, type Schema } from '../../contract/contract';
import type { OperationEntry, ParameterRow } from '../../contract/reference';
import { by, DIFFICULT, withValue } from './library';
import { EARLIER_CONTENT } from './strictAnswers';

/** A value to enter for a parameter, and the wire text that the reference promises for it; null is "not sent". */
export type ParameterCase = readonly [value: unknown, wire: string | null];

/** The cases of one parameter of an operation. */
export function casesOf(entry: OperationEntry, row: ParameterRow): readonly ParameterCase[] {
	const schema = schemaFor(entry, row.wire);
	const whole = row.whole ?? isWhole(schema);
	const text = textFor(row, schema, whole);
	if (row.multipleValues) return listCases(row, [text, whole ? '8' : 'b']);
	switch (row.kind) {
		case 'resourceLocator':
			return locatorCases(row, text, whole);
		case 'boolean':
			return [true, false].map((value) => [value, row.values?.[String(value)] ?? null]);
		// Choices that leave the parameter to another property are proven by that property.
		case 'options':
			return (row.choices ?? [])
				.filter((choice) => !isLeftToOther(entry, row, choice))
				.map((choice) => [choice, row.values && choice in row.values ? (row.values[choice] ?? null) : choice]);
		case 'multiOptions':
			return (row.choices ?? []).map((choice) => [[choice], joined(row, [choice])]);
		case 'dateTime':
			return dateCases(row);
		case 'number':
			return row.factor === undefined
				? numberCases(Math.max(schema.minimum ?? 0, LEAST[entry.id] ?? 0))
				: GIGABYTES;
		case 'string':
			return textCases(text, schema, emptyCases(entry, row));
		default:
			throw new Error(`no values for ${row.kind}`);
	}
}

/** Operations that take no 0 where the contract takes one, with the reason. */
const LEAST: Readonly<Record<string, number>> = { partnerOrder: 1 /* a subscription of nothing */ };

const schemaFor = (entry: OperationEntry, wire: string): Schema => {
	const op = entry.covers.map(contractOf).find(({ parameters }) => parameters.has(wire));
	return resolve(op?.parameters.get(wire)?.schema ?? {});
};

const isWhole = (schema: Schema): boolean =>
	schema.type === 'integer' ||
	schema['x-item-type'] === 'integer' ||
	schema.anyOf?.some(({ type }) => type === 'integer') === true;

function textFor(row: ParameterRow, { format, pattern }: Schema, whole: boolean): string {
	// A name with a slash belongs to a domain, whose passwords are sent in another form, and is none of a file.
	if (row.wire === 'username' || row.wire === 'filename') return DIFFICULT.replace('/', '');
	if (whole) return '7';
	if (pattern?.includes('{40}')) return EARLIER_CONTENT;
	if (format === 'uri') return `https://example.com/${encodeURIComponent(DIFFICULT)}`;
	return [...DIFFICULT].filter((c) => !row.forbid?.includes(c)).join('');
}

const joined = ({ separator }: ParameterRow, values: readonly string[]): string =>
	separator === 'json' ? JSON.stringify(values) : values.join(separator);

const listCases = (row: ParameterRow, [one, other]: readonly [string, string]): ParameterCase[] => [
	[[one], joined(row, [one])],
	[[one, other], joined(row, [one, other])],
];

function locatorCases(
	{ mode = '', path, separator: joint }: ParameterRow,
	text: string,
	whole: boolean,
): ParameterCase[] {
	const separator = path.includes('[]') ? joint : undefined;
	const several: ParameterCase[] = [
		[by('paths', '/a/1.txt|b'), 'a/1.txt|b'],
		[by('paths', ['a', 'b']), 'a|b'],
	];
	const [one, other] = [text, whole ? '8' : 'b'];
	return [
		[by(mode, text), text],
		// A row that names a list stands for its entries.
		...(separator === undefined ? [] : [[by(mode, [one, other]), [one, other].join(separator)] as const]),
		...(whole ? [[by(mode, 0), '0'] as const] : []),
		...(mode === 'paths' ? several : []),
	];
}

/** Whether a choice leaves the wire parameter to another property, which is shown for it. */
const isLeftToOther = (entry: OperationEntry, row: ParameterRow, choice: string): boolean =>
	entry.parameters.some(
		({ wire, showFor }) => wire === row.wire && showFor?.field === row.path && showFor.values.includes(choice),
	);

/** A day of the past, or of the future for fields that refuse the past. */
function dateCases({ format, dayOnly, unit, future }: ParameterRow): ParameterCase[] {
	const year = future ? 2096 : 2026;
	const days = [`${year}-03-04T05:06:07.000Z`, `${year}-03-04`, `${year}-03-04T23:30:00-05:00`];
	if (format) return days.map((day) => [day, `${year}-03-04`]);
	if (dayOnly) return days.map((day) => [day, String(Date.UTC(year, 2, 4) / 1000)]);
	const ms = Date.UTC(year, 2, 4, 5, 6, 7);
	const wire = String(unit === 'seconds' ? ms / 1000 : ms);
	const texts = [`${year}-03-04T05:06:07.000Z`, `${year}-03-04T06:06:07+01:00`];
	return [...texts, ms, ms / 1000, String(ms), String(ms / 1000)].map((value) => [value, wire]);
}

/** doc: bytes are sent. 0.1 GB is not a whole number of them. */
const GIGABYTES: readonly ParameterCase[] = [
	[0, '0'],
	[7, '7516192768'],
	[0.1, '107374182'],
	['={{ "1.5" }}', '1610612736'],
];

const numberCases = (least: number): ParameterCase[] => [
	[least, String(least)],
	[7, '7'],
	['={{ 7 }}', '7'],
];

function textCases(text: string, { format }: Schema, empty: ParameterCase[]): ParameterCase[] {
	if (format === 'uri') return [[text, text], ...empty];
	return [[text, text], ['0', '0'], ['={{ 0 }}', '0'], ['={{ false }}', 'false'], ...empty];
}

/** What is sent for an empty text: nothing, or the empty text where it clears what is there. */
const emptyCases = (entry: OperationEntry, row: ParameterRow): ParameterCase[] =>
	row.empty === 'refused' || !canBeEmpty(entry, row) ? [] : [['', row.empty === 'clears' ? '' : null]];

/** Where the contract requires a parameter that the form does not, the node makes a value. */
const canBeEmpty = (entry: OperationEntry, { wire, required, showFor }: ParameterRow): boolean =>
	!required && !showFor && !entry.covers.map(contractOf).some(({ parameters }) => parameters.get(wire)?.required);

/** The example of an operation with one parameter set; another way to say the same is taken out. */
export function exampleWith(entry: OperationEntry, row: ParameterRow, value: unknown): Record<string, unknown> {
	let base: Record<string, unknown> = { ...entry.example };
	if (row.path === 'limit') base.returnAll = false;
	// One row alone: another one would be sent with it.
	const [rows] = row.path.split('.rows[]');
	if (rows !== undefined && rows !== row.path) base = withValue(base, rows, { rows: [] });
	if (row.showFor) base[row.showFor.field] = row.showFor.values[0];
	Object.assign(base, askedFor(entry, row, value));
	// Only a SHA1 can be verified.
	if (row.path === 'options.version') base.options = { verify: false };
	// A dry run sends nothing in anyone's name, and no filter is known to pass the links of the contract's sample.
	if (entry.operation === 'closeMany' && row.wire.startsWith('op_'))
		Object.assign(base, { dryRun: false, allLinks: true, filters: {} });
	const bare = alternativesTo(entry, row).reduce((kept, path) => withValue(kept, path, undefined), base);
	return withValue(bare, row.path, value);
}

/** What a choice asks for beside itself, in rows or lists, where the example makes another choice. */
function askedFor(entry: OperationEntry, row: ParameterRow, value: unknown): Record<string, unknown> {
	const shown = entry.parameters.filter(
		({ showFor }) => showFor?.field === row.path && showFor.values.includes(String(value)),
	);
	return shown.reduce<Record<string, unknown>>((asked, { path, kind, mode, multipleValues }) => {
		const rows = path.includes('[]') && kind === 'resourceLocator';
		return rows || multipleValues ? withValue(asked, path, rows ? by(mode ?? '', '7') : ['7']) : asked;
	}, {});
}

/** The properties of which the contract takes only one together with this one, and others for the same parameter. */
function alternativesTo(entry: OperationEntry, row: ParameterRow): string[] {
	const op = contractOf(entry.covers.find((id) => contractOf(id).parameters.has(row.wire)) ?? '');
	const group = op.oneOf.find((wires) => wires.includes(row.wire)) ?? [];
	return entry.parameters
		.filter(({ wire, path, showFor }) => {
			const isOther = group.includes(wire) && wire !== row.wire;
			const isSame = wire === row.wire && path.startsWith('updateFields.') && showFor === undefined;
			return (isOther || isSame) && path !== row.path;
		})
		.map(({ path }) => path.replace(/\.rows\[\].*/, ''));
}
