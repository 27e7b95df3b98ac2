import type { JsonObject, Numeric } from '../wire/json';
import type { Fields, InputOf } from './fields';

/** Which secret signs a call. `org` is the library authorization. */
export type AuthKind = 'org' | 'enterprise' | 'partner' | 'token';

declare const answer: unique symbol;
/** Carries the type of an answer; never set at run time. */
export interface Output<O> {
	readonly [answer]?: O;
}
/** The operation answers one object of this type. */
export const returns = <O>(): Output<O> => ({});

/**
 * A list as the service sends it (A07): bare or as `list`, perhaps with `count` or `total`; PHP's empty object or
 * null for an empty one (client facts 5.16). `listIn` of src/client/service/paging.ts reads it.
 */
export type ListAnswer<E> =
	| readonly E[]
	| {
			readonly list?: readonly E[] | Readonly<Record<string, E>> | null;
			readonly count?: Numeric;
			readonly total?: Numeric;
			/** Cursor of the updates feed, Unix milliseconds. */
			readonly fetch_dateline?: Numeric;
	  }
	| null;
/** The operation answers a list of entries of this type. */
export const lists = <E>(): Output<ListAnswer<E>> => ({});

export type Paging =
	/** `start` and `size` select from `list`; `count` is the number of all entries (A14). */
	| { readonly kind: 'offset'; readonly pageSize: number }
	/** The updates feed: the next call passes the answered `fetch_dateline` back. */
	| { readonly kind: 'cursor' }
	/** The service answers everything at once. With `maxSize` it takes `size`, at most that, and nothing reads beyond (F02). */
	| { readonly kind: 'whole'; readonly maxSize?: number };

export type Method = 'GET' | 'POST' | 'PUT';
export type Route = `${Method} /${string}`;

/** One request of the interface: where it goes, how it is signed, what the service answers. Declared in the catalogue only. */
export interface ServiceRequest<O = unknown> {
	/** operationId of the contract. */
	readonly id: string;
	readonly route: Route;
	/** Who signs it; `uploadSession` marks the requests to an upload server, which carry the key of a session instead. */
	readonly credential: AuthKind | 'uploadSession';
	/** False where the request carries a proof of its own (ticket, key, session) instead of a sign. */
	readonly signed?: false;
	/** Parameters that are sent but not signed. */
	readonly unsigned?: readonly string[];
	/** Whether `dateline` is sent. Default: always, except by user tokens (A04). */
	readonly dateline?: boolean;
	/** Reads and idempotent writes may be sent again after a lost answer. */
	readonly repeatable: boolean;
	readonly paging?: Paging;
	/** What the node answers when the service answers just 200, e.g. `{ deleted: true }`; a body that is not JSON is then no error (A06). */
	readonly done?: Readonly<Record<string, true>>;
	/** The type of the answer as it comes, before `wrap` and `simplify`. */
	readonly output: Output<O>;
}
/** A request whose answer is a list. */
export type ListRequest<E = unknown> = ServiceRequest<ListAnswer<E>>;
/** Declares a request that is part of an operation and none by itself, e.g. of an upload. */
export const request = <O>(declared: ServiceRequest<O>): ServiceRequest<O> => declared;
/** The path of a request, e.g. `/m-open/1/file/ls`. */
export const pathOf = ({ route }: Pick<ServiceRequest, 'route'>): string => route.slice(route.indexOf('/'));
/** The method of a request. */
export const methodOf = ({ route }: Pick<ServiceRequest, 'route'>): Method =>
	route.slice(0, route.indexOf(' ')) as Method;
/** Whether a request carries `dateline`: it says so itself, or all but those of a user token do (A04). */
export const isDated = ({ dateline, credential }: Pick<ServiceRequest, 'dateline' | 'credential'>): boolean =>
	dateline ?? credential !== 'token';
/** The type of a request's answer. */
export type Out<R> = R extends { readonly output: Output<infer O> } ? O : never;

/** How an operation is found in the form and in the reference. */
interface Presentation {
	readonly resource: string;
	readonly operation: string;
	/** Title of the operation in the form, e.g. `Get Many`. */
	readonly name: string;
	/** Verb a noun, e.g. `Copy a file`. */
	readonly action: string;
	readonly summary: string;
	/** A complete, valid set of node parameters without resource and operation (docs/operations.json). */
	readonly example: JsonObject;
}

/** Operations that are more than one signed call; each name has one handler (src/n8n/execute/specialOperations.ts). */
export type Special = 'upload' | 'download' | 'synchronize' | 'signOnUrl' | 'signOnKey' | 'tokenIssue' | 'viewerLink';

/** How an operation is carried out, beyond one signed call for each item. */
interface Behaviour<O> {
	/** It changes nothing, so the order of its items makes no difference. Every other operation claims what it changes (fields.ts). */
	readonly reads?: true;
	/** Requests that a composite operation exercises, where it is more than the one it declares itself. */
	readonly covers?: readonly ServiceRequest[];
	/** Further requests it may send, which have an operation of their own. */
	readonly alsoSends?: readonly ServiceRequest[];
	/** A named handler replaces the plain request. */
	readonly special?: Special;
	/** Runs once over all input items together, by the parameters of the first; the handler says which item each result belongs to. */
	readonly oncePerRun?: true;
	/** Present when the answer may be a queued task; adds Wait for Completion. */
	readonly queue?: { readonly id: 'queue_id' };
	/** Turns an answer into an item or a list of items, e.g. an array of names into `{ permissions }`. Receives what was sent too. */
	readonly wrap?: (answer: O, sent: Readonly<Record<string, string>>) => JsonObject | readonly JsonObject[];
	/** Shapes one entry of the answer for a person; adds Simplify. */
	readonly simplify?: (entry: Readonly<JsonObject>) => JsonObject;
}

/** One operation of a node: its form, its request, its answer. Everything else is derived from it. */
export interface Operation<F extends Fields = Fields, O = unknown>
	extends ServiceRequest<O>, Presentation, Behaviour<O> {
	readonly credential: AuthKind;
	readonly input: F;
	/** Makes the wire parameters of `composed` fields; throws inputError. Receives the input, already checked field by field. */
	readonly compose?: (input: InputOf<F>) => Readonly<Record<string, string>>;
}
/** Declares one operation; everything about it is inferred from this object. */
export const operation = <const F extends Fields, O>(declared: Operation<F, O>): Operation<F, O> => declared;
/** The input of an operation. */
export type In<Op> = Op extends { readonly input: infer F extends Fields } ? InputOf<F> : never;

/** Whether an operation answers a list, read by pages. */
export const isListing = (op: AnyOperation): op is AnyOperation & ListRequest => op.paging !== undefined;

/** Every request that an operation may send, except those of a queued task. */
export const requestsOf = (op: AnyOperation): readonly ServiceRequest[] => [
	...(op.covers ?? [op]),
	...(op.alsoSends ?? []),
];

/** An operation of any input and answer: what generic code (forms, docs, the item loop) works with. */
// `never` as parameter of compose and wrap makes every Operation<F, O> assignable to it.
export type AnyOperation = Omit<Operation, 'compose' | 'wrap'> & {
	readonly compose?: (input: never) => Readonly<Record<string, string>>;
	readonly wrap?: (answer: never, sent: Readonly<Record<string, string>>) => JsonObject | readonly JsonObject[];
};
