/** A field of one choice: asked for only where the choice field `field` stands at one of `values`. */
export interface ShowFor {
	readonly field: string;
	readonly values: readonly string[];
}

/**
 * What an item claims by a field of an operation that changes something, so that items which touch the same thing keep their
 * order (src/n8n/execute/resourceClaims.ts). Operations that only read claim nothing.
 */
export type Claims =
	/** Full paths that it changes. In a locator the modes that take paths; a thing named otherwise there is a `scope`. */
	| 'path'
	/** Full paths that it only reads. */
	| 'source'
	/** Two items touch the same thing only when this value is the same: a library, a member, a target folder. */
	| 'scope'
	/** It does not say which thing is changed. */
	| 'nothing';

/** What a field shows to people, and where it stands. No n8n type may appear in this folder. */
interface FieldBase<T, Req extends boolean> {
	readonly required: Req;
	/** Label of the form; Title Case of the key when absent. */
	readonly label?: string;
	readonly help: string;
	readonly placeholder?: string;
	/** Wire name; snake_case of the key when absent. */
	readonly wire?: string;
	/** Not sent by itself: `compose` of the operation makes the wire value out of it. */
	readonly composed?: true;
	/** Collection of the form it stands in; `top` puts an optional field among the required ones. Default for optional fields: `options`. */
	readonly place?: string;
	/** Elsewhere it is neither shown nor sent, and not required; see `shownFor`. */
	readonly showFor?: ShowFor;
	/** Type carrier only, never set. */
	readonly _t?: T;
}

interface TextBase<Req extends boolean> extends FieldBase<string, Req> {
	readonly kind: 'text';
	/** Characters that may not occur. */
	readonly forbid?: string;
	readonly password?: true;
	/** Filled with 16 random characters when not given. */
	readonly random?: true;
	readonly fallback?: string;
}
/** A full path: slashes around it are dropped, "/" is the root. It has to say what it claims. */
interface PathText {
	readonly path: true;
	readonly claims: Claims;
}
export type TextField<Req extends boolean> = TextBase<Req> &
	(PathText | { readonly path?: never; readonly claims?: Claims });
export interface IntField<Req extends boolean> extends FieldBase<number, Req> {
	readonly kind: 'int';
	readonly min?: number;
	readonly max?: number;
	readonly fallback: number;
}
export interface FlagField extends FieldBase<boolean, boolean> {
	readonly kind: 'flag';
	/** `omit`: switched off means not sent (ambiguities A10). */
	readonly off: '0' | 'omit';
	/** Wire value of "yes"; `1` when absent. */
	readonly on?: string;
	readonly fallback?: boolean;
}
export interface Choice {
	readonly label: string;
	readonly help?: string;
	/** Wire value; the key when absent; null is not sent. */
	readonly wire?: string | null;
}
export interface ChoiceField<V extends string, Req extends boolean> extends FieldBase<V, Req> {
	readonly kind: 'choice';
	readonly choices: Readonly<Record<V, Choice>>;
	readonly fallback: NoInfer<V>;
}
/** How several values travel in one parameter: joined by a separator, or as a JSON array. */
export type ListForm = ',' | ';' | '|' | 'json';
export interface MultiField<V extends string, Req extends boolean> extends FieldBase<readonly V[], Req> {
	readonly kind: 'multi';
	readonly choices: Readonly<Record<V, Choice>>;
	readonly form: ListForm;
	readonly fallback?: readonly NoInfer<V>[];
}
export interface ListField<Req extends boolean> extends FieldBase<readonly string[], Req> {
	readonly kind: 'list';
	readonly claims: Claims;
	readonly form: ListForm;
	readonly of: 'text' | 'int' | 'path';
	readonly button: string;
}
export interface DateField<Req extends boolean> extends FieldBase<Date, Req> {
	readonly kind: 'date';
	/** `day` is the text YYYY-MM-DD. */
	readonly unit: 'seconds' | 'milliseconds' | 'day';
	/** Only the calendar day counts, as it was entered: midnight UTC of that day. Always so with unit `day`. */
	readonly dayOnly?: true;
	/** Wire value when not given, for parameters that are always sent. */
	readonly absent?: string;
}
export interface JsonField<Req extends boolean> extends FieldBase<unknown, Req> {
	readonly kind: 'json';
}
export interface BinaryField extends FieldBase<string, true> {
	readonly kind: 'binary';
	readonly direction: 'in' | 'out';
}
/** Rows of typed cells (a fixedCollection); always composed. */
export interface RowsField<Req extends boolean> extends FieldBase<
	ReadonlyArray<Readonly<Record<string, unknown>>>,
	Req
> {
	readonly kind: 'rows';
	readonly cells: Readonly<Record<string, Field>>;
	readonly button: string;
	readonly composed: true;
}
export interface RefMode {
	readonly label: string;
	readonly wire: string;
	readonly placeholder?: string;
	/** listSearch method of the node: the mode is "From List". */
	readonly search?: string;
	/** `paths`: several full paths, given as a list or as text with bars between them. */
	readonly of?: 'text' | 'int' | 'path' | 'paths' | 'tags';
	/** The empty value is meant (root folder) and sent. */
	readonly root?: true;
	/** What the empty value is called in the form; `Library Root` when absent. */
	readonly rootName?: string;
}
/** One of several ways to name the same thing: exactly one wire parameter is sent. */
export interface RefField<M extends string, Req extends boolean> extends FieldBase<
	{ readonly by: M; readonly value: string },
	Req
> {
	readonly kind: 'ref';
	readonly claims: Claims;
	readonly modes: Readonly<Record<M, RefMode>>;
	/** Another locator that "From List" depends on, by its key. */
	readonly dependsOn?: string;
	/** Sent by the wire name of the first mode when not given. */
	readonly absent?: string;
}

export type Field =
	| TextField<boolean>
	| IntField<boolean>
	| FlagField
	| BinaryField
	| DateField<boolean>
	| JsonField<boolean>
	| ChoiceField<string, boolean>
	| MultiField<string, boolean>
	| ListField<boolean>
	| RowsField<boolean>
	| RefField<string, boolean>;
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends FieldBase<infer T, boolean> ? T : never;
type RequiredKeys<F extends Fields> = {
	[K in keyof F]: F[K]['required'] extends true ? (F[K] extends { showFor: ShowFor } ? never : K) : never;
}[keyof F];
/** The typed input of an operation, inferred from its fields. */
export type InputOf<F extends Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
	[K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]>;
};

type Spec<F> = Omit<F, 'kind' | 'required' | '_t'>;
export const text = (s: Spec<TextField<false>>): TextField<false> => ({ kind: 'text', required: false, ...s });
export const int = (s: Spec<IntField<false>>): IntField<false> => ({ kind: 'int', required: false, ...s });
export const flag = (s: Spec<FlagField>): FlagField & { required: false } => ({ kind: 'flag', required: false, ...s });
export const date = (s: Spec<DateField<false>>): DateField<false> => ({ kind: 'date', required: false, ...s });
export const json = (s: Spec<JsonField<false>>): JsonField<false> => ({ kind: 'json', required: false, ...s });
export const list = (s: Spec<ListField<false>>): ListField<false> => ({ kind: 'list', required: false, ...s });
export const rows = (s: Omit<Spec<RowsField<false>>, 'composed'>): RowsField<false> => ({
	kind: 'rows',
	required: false,
	composed: true,
	...s,
});
export const binary = (s: Omit<Spec<BinaryField>, 'composed'>): BinaryField => ({
	kind: 'binary',
	required: true,
	composed: true,
	...s,
});
export const choice = <const V extends string>(s: Spec<ChoiceField<V, false>>): ChoiceField<V, false> => ({
	kind: 'choice',
	required: false,
	...s,
});
export const multi = <const V extends string>(s: Spec<MultiField<V, false>>): MultiField<V, false> => ({
	kind: 'multi',
	required: false,
	...s,
});
export const ref = <const M extends string>(s: Spec<RefField<M, false>>): RefField<M, false> => ({
	kind: 'ref',
	required: false,
	...s,
});
/** The same field, asked for: it stands on top of the form and must be given. */
export const required = <F extends Field>(f: F): Omit<F, 'required'> & { required: true } => ({ ...f, required: true });
/** The same field among the required ones, shown only where the choice `field` stands at one of `values`. */
export const shownFor = <F extends Field>(
	field: string,
	values: readonly string[],
	f: F,
): F & { readonly place: 'top'; readonly showFor: ShowFor } => ({ ...f, place: 'top', showFor: { field, values } });
