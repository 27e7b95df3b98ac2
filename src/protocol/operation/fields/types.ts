import type { JsonObject } from '../../wire/json';

/** A field of one choice: it is only asked for while the choice field `field` has one of `values`. */
export interface ShowFor {
	readonly field: string;
	readonly values: readonly string[];
}

/** What a field shows to people, and where in the form it is. No n8n type may appear in this folder. */
export interface FieldBase<T> {
	readonly required: boolean;
	/** Label in the form; Title Case of the key when absent. */
	readonly label?: string;
	/** The tooltip, which n8n also tells a model with each operation: what the field is for, in few words. */
	readonly help: string;
	/** Below the field: what must not be overlooked. */
	readonly hint?: string;
	/** What an assistant that builds workflows should enter. */
	readonly forBuilder?: string;
	/** What the reference says besides. */
	readonly details?: string;
	/** An option that many operations have: see `saidOnce`. */
	readonly saidOnce?: true;
	readonly placeholder?: string;
	/** Wire name; snake_case of the key when absent. */
	readonly wire?: string;
	/** Wire value when left empty, for parameters that are always sent; of a locator that of its first mode. */
	readonly sentWhenEmpty?: string;
	/** Not sent by itself: the operation's `compose` makes the wire value from it. */
	readonly composed?: true;
	/** The collection that contains it (`options` by default); `top` puts it among the required ones. */
	readonly place?: string;
	/** Where earlier versions saved it: a collection, or one inside another, e.g. `filters.patterns`. */
	readonly formerPlace?: string;
	/** What earlier versions had in place of another field: shown where a workflow has it, and offered to nobody. */
	readonly former?: true;
	/** The key of a former field in place of which it is: not shown where a workflow has that. */
	readonly unless?: string;
	/** The key of its checked value, where several fields are ways to enter the same: the last of them counts. */
	readonly as?: string;
	/** Otherwise it is neither shown nor sent nor required; see `shownFor`. */
	readonly showFor?: ShowFor;
	/** The editor marks it as required, and who uses the value asks for it. */
	readonly marked?: true;
	/** Not required while the choice has one of these values. */
	readonly optionalFor?: ShowFor;
	/** Key of a flag: while that is on, this field is neither checked nor sent. */
	readonly overriddenBy?: string;
	/** What a field says that was added to a collection and left empty; nothing at all when absent (A15). */
	readonly empty?: 'clears' | 'refused';
	/** Carries a type only, never set. */
	readonly _t?: T;
}

/**
 * What an item claims through a field of an operation that changes something, so that items which touch the same thing
 * keep their order (src/n8n/execute/resourceClaims.ts). Operations that only read claim nothing.
 */
export type Claims =
	/**
	 * Full paths that it changes. In a locator, `path` and `source` are for the modes that take paths; a thing
	 * named in any other way is a `scope`.
	 */
	| 'path'
	/** Full paths that it only reads. */
	| 'source'
	/**
	 * What has to be there before it: the folder or department, by path or ID, that something is put into, or the
	 * supervisor of a member. By a path it also says where the things that it changes or reads will be: inside it.
	 */
	| 'parent'
	/** The name of what it makes or renames: together with the parent, the full path that it will have. */
	| 'name'
	/** The ID of what it changes, where it may be the parent of other things. */
	| 'id'
	/** Two items touch the same thing only when this value is the same: a library, a member. */
	| 'scope'
	/** It does not identify what is changed. */
	| 'nothing';

/* The kinds of fields, each with what it can say beyond what all can. */

interface TextBase extends FieldBase<string> {
	readonly kind: 'text';
	/** Characters that it can't contain. */
	readonly forbid?: string;
	readonly password?: true;
	/** `lines`: with line breaks and tabs; `content`: 10 MB of them. One line when absent. */
	readonly format?: 'lines' | 'content';
	/** A cell that an expression may fill with a list of texts; it stays a list. */
	readonly orList?: true;
	readonly default?: string;
}
/** A full path: slashes around it are dropped, "/" is the root. It must say what it claims. */
interface PathText {
	readonly path: true;
	readonly claims: Claims;
}
/** A line of text. */
export type TextField = TextBase & (PathText | { readonly path?: never; readonly claims?: Claims });
/** A whole number. */
export interface IntField extends FieldBase<number> {
	readonly kind: 'int';
	readonly min?: number;
	readonly max?: number;
	/** What the form begins with; nothing when absent. */
	readonly default?: number;
}
/** An amount of data: entered in GB or MB, with decimals if need be, and sent in whole bytes. */
export interface SizeField extends FieldBase<number> {
	readonly kind: 'size';
	/** GB when absent. */
	readonly unit?: SizeUnit;
	/** What the form begins with; nothing when absent. */
	readonly default?: number;
}
export type SizeUnit = 'GB' | 'MB';
/** Yes or no. */
export interface FlagField extends FieldBase<boolean> {
	readonly kind: 'flag';
	/** `omit`: it is not sent when switched off (A10). */
	readonly off: '0' | 'omit';
	/** Wire value of "yes"; `1` when absent. */
	readonly on?: string;
	readonly default?: boolean;
}
/** One value that can be chosen. */
export interface Choice {
	readonly label: string;
	readonly help?: string;
	/** Wire value; the key when absent; null is not sent. */
	readonly wire?: string | null;
}
/** One of several values. */
export interface ChoiceField<V extends string = string> extends FieldBase<V> {
	readonly kind: 'choice';
	readonly choices: Readonly<Record<V, Choice>>;
	/** What the form begins with; nothing when absent, so that somebody has to choose. */
	readonly default?: NoInfer<V>;
}
/** How several values are sent in one parameter: joined by a separator, or as a JSON array. */
export type ListForm = ',' | ';' | '|' | 'json';
/** Any number of several values. */
export interface MultiField<V extends string = string> extends FieldBase<readonly V[]> {
	readonly kind: 'multi';
	readonly choices: Readonly<Record<V, Choice>>;
	readonly form: ListForm;
	readonly default?: readonly NoInfer<V>[];
}
/** A list of texts, numbers or paths, one in each row. */
export interface ListField extends FieldBase<readonly string[]> {
	readonly kind: 'list';
	readonly claims: Claims;
	readonly form: ListForm;
	/** `extension`: that of a file name, in lower case and without the dot. */
	readonly of: 'text' | 'int' | 'path' | 'extension';
	/** Label of the button that adds a row; `Add Member` for Members when absent. */
	readonly button?: string;
}
/** A point in time, or a calendar day. */
export interface DateField<T extends Date | string = Date> extends FieldBase<T> {
	readonly kind: 'date';
	/** `day` is the text YYYY-MM-DD. */
	readonly unit: 'seconds' | 'milliseconds' | 'day';
	/** Only the calendar day counts, as it was entered: midnight UTC of that day. Always so with unit `day`. */
	readonly dayOnly?: true;
	/** The text of a cursor (src/protocol/wire/feedCursor.ts) may be entered instead, and is sent as it is. */
	readonly orCursor?: true;
	/** The time it stands for when left empty, by the checked values and now, in Unix milliseconds; undefined: none. */
	readonly whenEmpty?: (entered: Readonly<Record<string, unknown>>, now: number) => number | undefined;
	/** A time in the past is refused; a day only when it is before today. */
	readonly future?: true;
}
/** Any JSON value. */
export interface JsonField extends FieldBase<unknown> {
	readonly kind: 'json';
	/** That it may have 100,000 rows: the handler checks it in steps (`checkLongJson`). */
	readonly long?: true;
}
/** Binary data of the item: the name of the field it is written to (`out`), or what is read (`in`). */
export interface BinaryField<T extends string | BinaryInput = string | BinaryInput> extends FieldBase<T> {
	readonly required: true;
	readonly kind: 'binary';
	readonly direction: 'in' | 'out';
}
/** Which binary data to read: names, paths and `*` as entered, or n8n's binary objects from an expression. */
export type BinaryInput = ReadonlyArray<string | JsonObject>;
/** Rows of typed cells (a fixedCollection): composed, or pickers, whose only cell is a locator. */
export interface RowsField<Row = Readonly<Record<string, unknown>>> extends FieldBase<readonly Row[]> {
	readonly kind: 'rows';
	/** What no rows at all mean, in one word; the title says it, because n8n shows no hint of rows. */
	readonly whenNone?: string;
	readonly cells: Readonly<Record<string, Field>>;
	/** Label of the button that adds a row; `Add Member` for Members when absent. */
	readonly button?: string;
	/** Of pickers: how their values are sent in one parameter. All modes of the locator say the same kind of value. */
	readonly form?: ListForm;
}
/** One way in which a locator names a thing. */
export interface RefMode {
	readonly label: string;
	readonly wire: string;
	readonly placeholder?: string;
	/** listSearch method of the node: the mode is "From List". */
	readonly search?: string;
	/** How one finds something in the list; shown below the first such field. */
	readonly hint?: string;
	/** `paths`: several full paths, as a list; `link`: a link or its code (sent). */
	readonly of?: 'text' | 'int' | 'path' | 'paths' | 'link';
	/** Whether several paths may also be one text with bars between: a path with a bar in a name is several then. */
	readonly bars?: true;
	/** The root, sent as the empty text: "/", and where the form begins with it (`true`) an empty text means it. */
	readonly root?: true | 'written';
	/** What the root is called; `Library Root` when absent. */
	readonly rootName?: string;
}
/** One of several ways to name the same thing: exactly one wire parameter is sent. */
export interface RefField<M extends string = string> extends FieldBase<{ readonly by: M; readonly value: string }> {
	readonly kind: 'ref';
	/** Each mode has its own. */
	readonly wire?: never;
	readonly claims: Claims;
	readonly modes: Readonly<Record<M, RefMode>>;
	/** Something is put into it, so that it can be the folder around: a path of an expression may end in a slash. */
	readonly into?: true;
	/** Key of another locator that "From List" depends on. */
	readonly dependsOn?: string;
}

/** A field of any kind. */
export type Field =
	| TextField
	| IntField
	| SizeField
	| FlagField
	| BinaryField
	| DateField<Date | string>
	| JsonField
	| ChoiceField
	| MultiField
	| ListField
	| RowsField
	| RefField;
/** The fields of a form, by key. */
export type Fields = Readonly<Record<string, Field>>;
