import type { Fields, InputOf } from './fields';

/** Which secret signs a call. `org` is the library authorization. */
export type AuthKind = 'org' | 'enterprise' | 'partner' | 'token';
/** Operations that are more than one signed call; each name has one handler (a total map in src/n8n/special.ts). */
export type Special = 'upload' | 'download' | 'synchronize' | 'signOnUrl' | 'signOnKey' | 'tokenIssue' | 'viewerLink';
declare const out: unique symbol;
/** Carries the type of an answer; never set at run time. */
export interface Output<T> {
	readonly [out]?: T;
}
export const returns = <T>(): Output<T> => ({});

export type Paging =
	/** start/size over `list`, `count` in all (ambiguities A14). */
	| { readonly kind: 'offset'; readonly pageSize: number }
	/** The updates feed: the next call passes the answered `fetch_dateline` back. */
	| { readonly kind: 'cursor' }
	/** The service answers everything at once. With `maxSize` it takes `size`, at most so many, and nothing reads beyond (ambiguities F02). */
	| { readonly kind: 'whole'; readonly maxSize?: number };

export interface Operation<F extends Fields = Fields, O = unknown> {
	/** operationId of the contract; a composite operation has an id of its own and says what it `covers`. */
	readonly id: string;
	readonly covers?: readonly string[];
	readonly resource: string;
	readonly operation: string;
	/** Title of the operation in the form, e.g. `Get Many`. */
	readonly name: string;
	/** Verb a noun, e.g. `Copy a file`. */
	readonly action: string;
	readonly summary: string;
	readonly route: `${'GET' | 'POST'} /${string}`;
	/** All requests of a composite operation, `route` among them. */
	readonly requests?: readonly string[];
	readonly credential: AuthKind;
	readonly input: F;
	readonly output: Output<O>;
	/** Makes the wire parameters of `composed` fields; throws inputError. Gets what was given, already checked field by field. */
	readonly compose?: (input: InputOf<F>) => Readonly<Record<string, string>>;
	/** False where the request carries a ticket instead of a sign. */
	readonly signed?: false;
	/** Parameters that are sent but not signed. */
	readonly unsigned?: readonly string[];
	/** Whether `dateline` is sent; user-token operations do without where it is not listed (ambiguities A04), and sign-on does. */
	readonly dateline?: boolean;
	/** Reads and idempotent writes may be sent again after a lost answer. */
	readonly repeatable: boolean;
	readonly paging?: Paging;
	/** Present when the answer may be a queued job; adds Wait for Completion. */
	readonly queue?: { readonly id: 'queue_id' };
	/** What the node answers when the service answers just 200, e.g. `{ deleted: true }`. */
	readonly done?: Readonly<Record<string, true>>;
	/** Shapes the answer for a person; adds Simplify. Gets one entry. */
	readonly simplify?: (entry: Readonly<Record<string, unknown>>) => Record<string, unknown>;
	/** Turns an answer into an item or a list of items, e.g. an array of names into `{ permissions }`. Gets what was sent too. */
	readonly wrap?: (
		answer: unknown,
		sent: Readonly<Record<string, string>>,
	) => Record<string, unknown> | ReadonlyArray<Record<string, unknown>>;
	/** A named handler replaces the plain request. */
	readonly special?: Special;
	/** Runs once over all input items together, by the parameters of the first; the handler says which item each result belongs to. */
	readonly whole?: true;
	/** A complete, valid set of node parameters without resource and operation (docs/operations.json). */
	readonly example: Readonly<Record<string, unknown>>;
}
/** Declares one operation; everything about it is inferred from this object. */
export const operation = <const F extends Fields, O>(op: Operation<F, O>): Operation<F, O> => op;
export type In<Op> = Op extends { readonly input: infer F extends Fields } ? InputOf<F> : never;
export type Out<Op> = Op extends { readonly output: Output<infer O> } ? O : never;
/** An operation of any input: what generic code (forms, docs, the item loop) works with. */
// `never` as parameter of compose makes every Operation<F> assignable to it.
export type AnyOperation = Omit<Operation, 'compose'> & {
	readonly compose?: (input: never) => Readonly<Record<string, string>>;
};
