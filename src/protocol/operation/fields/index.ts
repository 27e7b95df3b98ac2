import type * as f from './types';

export type * from './types';

/* A function for each kind of field, by which entries of the catalogue declare theirs. */

/** A key in camelCase as Title Case: `recycleBin` is `Recycle Bin`. What the form shows where nothing else is given. */
export const titleCase = (key: string): string => key.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());

/** The name of a field as the form shows it. */
export const labelOf = (key: string, field: f.Field): string => field.label ?? titleCase(key);

/** The mode of a locator that has this name. */
export const modeIn = (modes: f.RefField['modes'], by: unknown): f.RefMode | undefined =>
	typeof by === 'string' && Object.hasOwn(modes, by) ? modes[by] : undefined;

/* Makers of fields. */

/** What a field is for, which a maker is told first: its help, or its label and its help. */
type About = string | readonly [label: string, help: string];
/** An optional field, unless it says otherwise. */
const made = <const K extends f.Field['kind'], S extends object>(kind: K, about: About, s: S) => ({
	kind,
	required: false as const,
	...s,
	...(typeof about === 'string' ? { help: about } : { label: about[0], help: about[1] }),
});

/** What a maker adds; distributes, so that a text that is a path still has to say what it claims. */
type Spec<F, Fixed extends string = never> = F extends unknown
	? Omit<F, 'kind' | 'required' | 'help' | '_t' | Fixed>
	: never;
type FlagSpec = Spec<f.FlagField, 'off'> & { readonly off?: 'omit' };
/** Choices as they are declared: mostly a label, or a label and a help. */
type Choices<V extends string> = Readonly<Record<V, f.Choice | string | readonly [label: string, help: string]>>;
/** The first choice is the default where no other one is. */
type ChoiceSpec<V extends string> = Spec<f.ChoiceField<V>, 'choices'> & { readonly choices: Choices<V> };
/** Several values are sent as JSON unless their form says otherwise. */
type Several = { readonly form?: f.ListForm };
type MultiSpec<V extends string> = Spec<f.MultiField<V>, 'choices' | 'form'> &
	Several & { readonly choices: Choices<V> };
/** Texts, unless it says otherwise. */
type ListSpec = Spec<f.ListField, 'of' | 'form'> & Several & Partial<Pick<f.ListField, 'of'>>;
/** What all modes of a locator have in common. */
type OfAllModes = Pick<f.RefMode, 'wire' | 'of'>;
/** What else a mode is; of From List the search alone. */
type Mode = string | Omit<f.RefMode, 'wire'>;
/** What a locator is told: one wire name for all its modes, also in place of those they had, or one in each. */
type RefSpec<M extends string> = Spec<f.RefField<M>, 'wire' | 'modes'> &
	(
		| (OfAllModes & { readonly modes: Readonly<Record<M, Mode>> })
		| { readonly wire?: never; readonly of?: never; readonly modes: Readonly<Record<M, f.RefMode>> }
	);
type RowsSpec<C extends f.Fields, Fixed extends string> = Spec<f.RowsField<InputOf<C>>, Fixed | 'cells'> & {
	readonly cells: C;
};
type Pickers = Readonly<Record<string, f.RefField & { readonly required: true }>>;

const choiceOf = (declared: Choices<string>[string]): f.Choice => {
	if (typeof declared === 'string') return { label: declared };
	return 'label' in declared ? declared : { label: declared[0], help: declared[1] };
};
const labelled = <V extends string>(choices: Choices<V>): Readonly<Record<V, f.Choice>> =>
	Object.fromEntries(
		Object.entries<Choices<V>[V]>(choices).map(([key, declared]) => [key, choiceOf(declared)]),
	) as Record<V, f.Choice>;

const modeOf = ({ wire, of }: OfAllModes, mode: Mode): f.RefMode => {
	const kind = of === undefined ? {} : { of };
	if (typeof mode === 'string') return { ...kind, wire, label: 'From List', search: mode };
	return { ...kind, ...mode, wire };
};
/** Modes of a locator that have something in common. */
export const modesOf = <const M extends string>(
	same: OfAllModes,
	modes: Readonly<Record<M, Mode>>,
): Readonly<Record<M, f.RefMode>> =>
	Object.fromEntries(Object.entries<Mode>(modes).map(([by, mode]) => [by, modeOf(same, mode)])) as Record<
		M,
		f.RefMode
	>;

/** Makes any field, or new ones of each kind, say something more. */
const makersWith = <const X extends Partial<f.FieldBase<unknown>>>(more: X) => {
	const having = <F extends f.Field>(f: F): Omit<F, keyof X> & X => ({ ...f, ...more });
	return Object.assign(having, {
		/** One line of text, or a full path. */
		text: (about: About, s: Spec<f.TextField> = {}) => having<f.TextField>(made('text', about, s)),
		int: (about: About, s: Spec<f.IntField> = {}) => having<f.IntField>(made('int', about, s)),
		/** An amount of data in GB or MB; its value is in bytes. */
		size: (about: About, s: Spec<f.SizeField> = {}) => having<f.SizeField>(made('size', about, s)),
		flag: (about: About, s: FlagSpec = {}) => having<f.FlagField>(made('flag', about, { off: '0', ...s } as const)),
		date: (about: About, s: Spec<f.DateField>) => having<f.DateField>(made('date', about, s)),
		/** A point in time, or where a list of changes continues: a Date, or the text of a cursor. */
		dateOrCursor: (about: About, s: Spec<f.DateField>) =>
			having<f.DateField<Date | string>>(made('date', about, { orCursor: true, ...s } as const)),
		/** Any JSON value, entered as JSON text or by an expression. */
		json: (about: About, s: Spec<f.JsonField> = {}) => having<f.JsonField>(made('json', about, s)),
		list: (about: About, s: ListSpec) =>
			having<f.ListField>(made('list', about, { of: 'text', form: 'json', ...s } as const)),
		choice: <const V extends string>(about: About, { choices, ...s }: ChoiceSpec<V>) => {
			const initial = Object.keys(choices)[0] as NoInfer<V>;
			const own = { default: initial, ...s, choices: labelled(choices) };
			return having<f.ChoiceField<V>>(made('choice', about, own));
		},
		multi: <const V extends string>(about: About, { choices, ...s }: MultiSpec<V>) => {
			const own = { form: 'json', ...s, choices: labelled(choices) } as const;
			return having<f.MultiField<V>>(made('multi', about, own));
		},
		/** A locator: one thing that can be named in several ways. */
		ref: <const M extends string>(about: About, s: RefSpec<M>) => {
			const { wire: _, of: __, ...own } = s;
			const modes = s.wire === undefined ? s.modes : modesOf(s, s.modes);
			return having<f.RefField<M>>(made('ref', about, { ...own, modes }));
		},
		/** Rows of the same cells; `compose` of the operation makes the wire value of them. */
		rows: <const C extends f.Fields>(about: About, s: RowsSpec<C, 'composed' | 'form'>) =>
			having<f.RowsField<InputOf<C>> & { readonly composed: true }>(
				made('rows', about, { composed: true, ...s } as const),
			),
		/** Several things of the same kind, a locator in each row; their values are sent together in one parameter. */
		pickers: <const C extends Pickers>(about: About, s: RowsSpec<C, never> & { readonly form: f.ListForm }) =>
			having<f.RowsField<InputOf<C>>>(made('rows', about, s)),
	});
};
/** Makers of optional fields; `required` and others make them anew with more. */
export const { text, int, size, flag, date, json, list, choice, multi, ref, rows, pickers } = makersWith({});
const binary =
	<T extends string | f.BinaryInput>(direction: 'in' | 'out') =>
	(about: About, s: Spec<f.BinaryField<T>, 'composed' | 'direction'> = {}): f.BinaryField<T> => ({
		...made('binary', about, { direction, composed: true, ...s } as const),
		required: true,
	});
/** The name of the binary field that is written. */
export const binaryOutput = binary<string>('out');
/** The binary fields that are read: names, `*`, paths, or binary data from an expression. */
export const binaryInput = binary<f.BinaryInput>('in');
/** What fields of a form say that are not parameters of the interface: settings of the node itself. */
export const LOCAL = { wire: '', composed: true } as const;
/** Makers of fields that stand among the required ones, and may be left empty. */
export const top = makersWith({ place: 'top' });
/** Makers of fields in the collection Filters. */
export const filter = makersWith({ place: 'filters' });
/** Makers of fields that are not parameters of the interface. */
export const local = Object.assign(makersWith(LOCAL), {
	required: makersWith({ ...LOCAL, required: true }),
	top: makersWith({ ...LOCAL, place: 'top' }),
	filter: makersWith({ ...LOCAL, place: 'filters' }),
});
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
	<const X extends Partial<f.FieldBase<unknown>>>(more: X) =>
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

type ValueOf<F> = F extends f.FieldBase<infer T> ? T : never;
type RequiredKeys<F extends f.Fields> = {
	[K in keyof F]: F[K]['required'] extends true ? (F[K] extends { showFor: f.ShowFor } ? never : K) : never;
}[keyof F];
/** The typed input of an operation, inferred from its fields. */
export type InputOf<F extends f.Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
	[K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]>;
};
