import type * as f from './types';

export type * from './types';

/* A function for each kind of field, by which entries of the catalogue declare theirs. */

/** A key in camelCase as Title Case: `recycleBin` is `Recycle Bin`. What the form shows where nothing else is given. */
export const titleCase = (key: string): string => key.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());

/** The name of a field as the form shows it. */
export const labelOf = (key: string, field: f.Field): string => field.label ?? titleCase(key);

/* Makers of fields: optional ones, which `required` and `shownFor` change. Each is told first what the field is for. */

/** What a maker adds; distributes, so that a text that is a path still has to say what it claims. */
type Spec<F, Fixed extends string = never> = F extends unknown
	? Omit<F, 'kind' | 'required' | 'help' | '_t' | Fixed>
	: never;

/** One line of text, or a full path. */
export const text = (help: string, s: Spec<f.TextField<false>> = {}): f.TextField<false> => ({
	kind: 'text',
	required: false,
	...s,
	help,
});
/** A whole number. */
export const int = (help: string, s: Spec<f.IntField<false>> = {}): f.IntField<false> => ({
	kind: 'int',
	required: false,
	...s,
	help,
});
/** An amount of data in GB or MB; its value is in bytes. */
export const size = (help: string, s: Spec<f.SizeField<false>> = {}): f.SizeField<false> => ({
	kind: 'size',
	required: false,
	...s,
	help,
});
type FlagSpec = Spec<f.FlagField, 'off'> & { readonly off?: 'omit' };
/** Yes or no. */
export const flag = (help: string, s: FlagSpec = {}): f.FlagField & { required: false } => ({
	kind: 'flag',
	required: false,
	off: '0',
	...s,
	help,
});
/** A point in time, or a calendar day. */
export const date = (help: string, s: Spec<f.DateField<false>>): f.DateField<false> => ({
	kind: 'date',
	required: false,
	...s,
	help,
});
/** A point in time, or where a list of changes continues: a Date, or the text of a cursor. */
export const dateOrCursor = (help: string, s: Spec<f.DateField<false>>): f.DateField<false, Date | string> => ({
	kind: 'date',
	required: false,
	orCursor: true,
	...s,
	help,
});
/** Any JSON value, entered as JSON text or by an expression. */
export const json = (help: string, s: Spec<f.JsonField<false>> = {}): f.JsonField<false> => ({
	kind: 'json',
	required: false,
	...s,
	help,
});
/** Several values, one in each row. */
export const list = (help: string, s: Spec<f.ListField<false>>): f.ListField<false> => ({
	kind: 'list',
	required: false,
	...s,
	help,
});
/** What both makers of rows are told. */
type RowsSpec<C extends f.Fields, Fixed extends string> = Spec<f.RowsField<false, InputOf<C>>, Fixed | 'cells'> & {
	readonly cells: C;
};
type PickersSpec<C extends f.Fields> = RowsSpec<C, 'composed'> & { readonly form: f.ListForm };
/** Several rows of the same cells; `compose` of the operation makes the wire value of them. */
export const rows = <const C extends f.Fields>(
	help: string,
	s: RowsSpec<C, 'composed' | 'form'>,
): f.RowsField<false, InputOf<C>> & { readonly composed: true } => ({
	kind: 'rows',
	required: false,
	composed: true,
	...s,
	help,
});
/** Several things of the same kind, a locator in each row; its values are sent together in one parameter. */
export const pickers = <const C extends Readonly<Record<string, f.RefField<string, true>>>>(
	help: string,
	s: PickersSpec<C>,
): f.RowsField<false, InputOf<C>> => ({ kind: 'rows', required: false, ...s, help });
const binary =
	<T extends f.BinaryValue>(direction: 'in' | 'out') =>
	(help: string, s: Spec<f.BinaryField<T>, 'composed' | 'direction'>): f.BinaryField<T> => ({
		kind: 'binary',
		direction,
		required: true,
		composed: true,
		...s,
		help,
	});
/** The name of the binary field that is written. */
export const binaryOutput = binary<string>('out');
/** The binary fields that are read: names, `*`, paths, or binary data from an expression. */
export const binaryInput = binary<ReadonlyArray<string | Readonly<Record<string, unknown>>>>('in');
/** Choices as they are declared: what is only a label is a text. */
type Choices<V extends string> = { readonly choices: Readonly<Record<V, f.Choice | string>> };
type ChoiceSpec<V extends string, Fixed extends string = never> = Spec<f.ChoiceField<V, false>, Fixed | 'choices'> &
	Choices<V>;
type MultiSpec<V extends string, Fixed extends string = never> = Spec<f.MultiField<V, false>, Fixed | 'choices'> &
	Choices<V>;
const labelled = <V extends string>(choices: Choices<V>['choices']): Readonly<Record<V, f.Choice>> =>
	Object.fromEntries(
		Object.entries<f.Choice | string>(choices).map(([key, one]) => [
			key,
			typeof one === 'string' ? { label: one } : one,
		]),
	) as Record<V, f.Choice>;
/** One of several named values. */
export const choice = <const V extends string>(
	help: string,
	{ choices, ...s }: ChoiceSpec<V>,
): f.ChoiceField<V, false> => ({ kind: 'choice', required: false, ...s, help, choices: labelled(choices) });
/** Any number of several named values. */
export const multi = <const V extends string>(
	help: string,
	{ choices, ...s }: MultiSpec<V>,
): f.MultiField<V, false> => ({ kind: 'multi', required: false, ...s, help, choices: labelled(choices) });
/** What a locator is told: one wire name for all its modes, also in place of those they had, or one in each. */
type RefSpec<M extends string> = Spec<f.RefField<M, false>, 'wire' | 'modes'> &
	(
		| { readonly wire: string; readonly modes: Readonly<Record<M, Omit<f.RefMode, 'wire'>>> }
		| { readonly wire?: never; readonly modes: Readonly<Record<M, f.RefMode>> }
	);
/** A locator: one thing that can be named in several ways. */
export const ref = <const M extends string>(help: string, { wire, modes, ...s }: RefSpec<M>): f.RefField<M, false> => {
	const named = Object.entries<Omit<f.RefMode, 'wire'>>(modes).map(([by, mode]) => [by, { ...mode, wire }]);
	const own = wire === undefined ? modes : (Object.fromEntries(named) as Record<M, f.RefMode>);
	return { kind: 'ref', required: false, ...s, help, modes: own };
};
/** What fields of a form say that are not parameters of the interface: settings of the node itself. */
export const LOCAL = { wire: '', composed: true } as const;
const makersOf = (fixed: typeof LOCAL & { readonly place?: 'filters' }) => ({
	text: (help: string, s: Spec<f.TextField<false>> = {}) => text(help, { ...fixed, ...s }),
	int: (help: string, s: Spec<f.IntField<false>> = {}) => int(help, { ...fixed, ...s }),
	size: (help: string, s: Spec<f.SizeField<false>> = {}) => size(help, { ...fixed, ...s }),
	date: (help: string, s: Spec<f.DateField<false>>) => date(help, { ...fixed, ...s }),
	json: (help: string, s: Spec<f.JsonField<false>> = {}) => json(help, { ...fixed, ...s }),
	flag: (help: string, s: FlagSpec = {}) => flag(help, { ...fixed, off: 'omit', ...s }),
	list: (help: string, s: Spec<f.ListField<false>, 'claims' | 'form'>) =>
		list(help, { ...fixed, claims: 'nothing', form: 'json', ...s }),
	choice: <const V extends string>(help: string, s: ChoiceSpec<V>) => choice(help, { ...fixed, ...s }),
	multi: <const V extends string>(help: string, s: MultiSpec<V, 'form'>) =>
		multi(help, { ...fixed, form: 'json', ...s }),
});
/** Makers of fields that are not parameters of the interface. */
export const local = makersOf(LOCAL);
/** The same in the collection Filters. */
export const filter = makersOf({ ...LOCAL, place: 'filters' });
/** Makes any field, or new ones of each kind, say something more. */
const makersWith = <const X extends Partial<f.FieldBase<unknown, boolean>>>(more: X) => {
	const having = <F extends f.Field>(f: F): Omit<F, keyof X> & X => ({ ...f, ...more });
	return Object.assign(having, {
		text: (help: string, s: Spec<f.TextField<false>> = {}) => having(text(help, s)),
		int: (help: string, s: Spec<f.IntField<false>> = {}) => having(int(help, s)),
		date: (help: string, s: Spec<f.DateField<false>>) => having(date(help, s)),
		json: (help: string, s: Spec<f.JsonField<false>> = {}) => having(json(help, s)),
		flag: (help: string, s: FlagSpec = {}) => having(flag(help, s)),
		list: (help: string, s: Spec<f.ListField<false>>) => having(list(help, s)),
		choice: <const V extends string>(help: string, s: ChoiceSpec<V>) => having(choice(help, s)),
		multi: <const V extends string>(help: string, s: MultiSpec<V>) => having(multi(help, s)),
		ref: <const M extends string>(help: string, s: RefSpec<M>) => having(ref(help, s)),
		rows: <const C extends f.Fields>(help: string, s: RowsSpec<C, 'composed' | 'form'>) => having(rows(help, s)),
		pickers: <const C extends Readonly<Record<string, f.RefField<string, true>>>>(
			help: string,
			s: PickersSpec<C>,
		) => having(pickers(help, s)),
	});
};
/** The same field, required: it is at the top of the form and must be filled in. `required.text` makes a new one. */
export const required = makersWith({ required: true });
/** What a field says that stands among the required ones, but only while the choice `field` has one of `values`. */
export const shownFor = (
	field: string,
	...values: readonly string[]
): { readonly place: 'top'; readonly showFor: f.ShowFor } => ({ place: 'top', showFor: { field, values } });
/** The same, and required then: `requiredFor('by', 'id').text` makes a new one. */
export const requiredFor = (...when: Parameters<typeof shownFor>) =>
	makersWith({ required: true, ...shownFor(...when) });
/** The same optional field of an update: added and left empty, it clears what is there. */
export const clears = <F extends f.Field>(f: F): F & { readonly empty: 'clears' } => ({ ...f, empty: 'clears' });
/** The same optional field of an update: added and left empty, it is refused. */
export const notEmpty = <F extends f.Field>(f: F): F & { readonly empty: 'refused' } => ({ ...f, empty: 'refused' });
const each =
	<const X extends Partial<f.FieldBase<unknown, boolean>>>(more: X) =>
	<const F extends Readonly<Record<string, f.Field>>>(fields: F) =>
		Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, ...more }])) as {
			readonly [K in keyof F]: F[K] & X;
		};
/** The same for several optional fields. */
export const eachNotEmpty = each({ empty: 'refused' });
/**
 * The same options, as n8n leaves them out of what it tells a model of the operation: the builderHint of the node says
 * them once for all its operations. They would take a third of what a model reads.
 */
export const saidOnce = each({ saidOnce: true });
const inUpdate = each({ place: 'updateFields' });
/**
 * The same fields in the collection Update Fields: what is not added to it stays as it is, and what is added and left
 * empty is refused, unless it clears what is there.
 */
export const updateFields = <const F extends Readonly<Record<string, f.Field>>>(fields: F) => {
	const hasNoEmpty = ({ kind, empty }: f.Field): boolean => !empty && kind !== 'flag' && kind !== 'rows';
	const refusing = Object.entries(fields).map(([key, field]) => [key, hasNoEmpty(field) ? notEmpty(field) : field]);
	return inUpdate(Object.fromEntries(refusing) as F);
};

type ValueOf<F> = F extends f.FieldBase<infer T, boolean> ? T : never;
type RequiredKeys<F extends f.Fields> = {
	[K in keyof F]: F[K]['required'] extends true ? (F[K] extends { showFor: f.ShowFor } ? never : K) : never;
}[keyof F];
/** The typed input of an operation, inferred from its fields. */
export type InputOf<F extends f.Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
	[K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]>;
};

const kindOf = ({ modes }: f.RefField<string, boolean>): f.ListField<boolean>['of'] => {
	const kinds = Object.values(modes).map(({ of }) => of);
	return kinds.includes('path') ? 'path' : kinds.includes('int') ? 'int' : 'text';
};

/** What is sent as a list; `each` is what an item calls the only value, as other operations take it. */
type Listed = Pick<f.ListField<boolean>, 'claims' | 'form' | 'of'> & { readonly each?: string };
/** What is sent as a list: a list, or pickers as the list of their values; undefined for any other field. */
export function listed(field: f.Field): Listed | undefined {
	if (field.kind === 'list') return field;
	const [cell] = field.kind === 'rows' && field.form ? Object.values(field.cells) : [];
	if (field.kind !== 'rows' || !field.form || cell?.kind !== 'ref') return undefined;
	const [each] = Object.values(cell.modes);
	return { claims: cell.claims, form: field.form, of: kindOf(cell), ...(each ? { each: each.wire } : {}) };
}
