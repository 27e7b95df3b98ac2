import { type Answers, CONFIRMED, CONTRACT } from '../contract';
import type { JsonObject, ListAnswer } from '../wire/json';
import type { AnswerShape } from '../wire/decode';

/** Which secret signs a call. `org` is the library authorization. */
export type AuthKind = 'org' | 'enterprise' | 'partner' | 'token';

declare const answer: unique symbol;
/** Carries the type of an answer; never set at run time. */
export interface Output<O> {
	readonly [answer]?: O;
}
/** Declares the type of an answer or of items. */
export const returns = <O>(): Output<O> => ({});

/**
 * An item that is a row of a table: it has all columns of the other rows, with null for what it lacks. A failure stays
 * as it is.
 */
export type Row<T> = { [K in keyof T]: K extends 'error' ? T[K] : undefined extends T[K] ? T[K] | null : T[K] };

/** One entry of an answer that is a list; the answer itself where it is not. Only a `ListAnswer` may be null. */
export type EntryOf<O> = unknown extends O ? JsonObject : null extends O ? ElementOf<O> : O;
type ElementOf<O> = O extends ReadonlyArray<infer E> ? E : never;
/** The names of the fields of one entry; any name where they are not known. */
export type FieldOf<O> = unknown extends O ? string : Extract<keyof EntryOf<O>, string>;

/** The wire parameters that were sent, without identity, dateline and sign. */
export type Sent = Readonly<Record<string, string>>;

/**
 * A list read by `start` and `size`; `count` or `total` is the number of all entries (A14). `pageSize` is the largest
 * page that may be asked for.
 */
export type OffsetPaging<K extends string = string> = { readonly kind: 'offset'; readonly pageSize: number } & (
	| {
			/** The fields that together tell an entry from every other one of its list. */
			readonly keyFields: readonly [K, ...K[]];
	  }
	| {
			/** Entries have no ID, are never changed, and lie in the order of their times: a log. */
			readonly keyFields: 'none';
			readonly log: LogOrder<K>;
	  }
);

/** How a log is ordered, and where it can be made to end. */
interface LogOrder<K extends string> {
	/** Wire name of the order; with `asc` the oldest entry comes first, otherwise the newest. */
	readonly order: string;
	/** The field of an entry that is its time, in Unix seconds. */
	readonly time: K;
	/** Wire name of the time, in Unix seconds, before which all entries lie. */
	readonly end: string;
}

/** How a list is read; `K` are the fields of its entries. */
export type Paging<K extends string = string> =
	| OffsetPaging<K>
	/** The updates feed, which the feature changes reads: each item has a cursor from which the list continues. */
	| { readonly kind: 'cursor' }
	/** Everything comes at once; with `maxSize` the service takes a `size` up to that, and has no next page (F02). */
	| { readonly kind: 'whole'; readonly maxSize?: number };

type Method = 'GET' | 'POST' | 'PUT';
/** Method and path, e.g. `POST /m-open/1/file/ls`. */
type Route = `${Method} /${string}`;

/** One request of the interface: where it goes, how it is signed, what is answered. Declared in the catalogue only. */
export interface ServiceRequest<O = unknown> {
	/** operationId of the contract. */
	readonly id: string;
	readonly route: Route;
	/** Whose secret signs it; `uploadSession`: a request to an upload server with the key of a session instead. */
	readonly credential: AuthKind | 'uploadSession';
	/** False where the request carries another proof (ticket, key, session) instead of a signature. */
	readonly signed?: false;
	/** Parameters that are sent but not signed. */
	readonly unsigned?: readonly string[];
	/** Whether `dateline` is sent. Default: always, except by user tokens (A04). */
	readonly dateline?: boolean;
	/** Whether it may be sent again after a lost answer. Default: a read may, a write may not. */
	readonly repeatable?: boolean;
	/** It works on a whole folder, library or person, so its answer may take many minutes. */
	readonly slow?: true;
	/**
	 * A person signs in with it: a wrong clock may be refused with any code, and neither a refusal nor an answer that
	 * cannot be read leaves anything in doubt.
	 */
	readonly signsIn?: true;
	/**
	 * It changes nothing, so the order of its items makes no difference: always where its name begins with get, search
	 * or count. Every other operation claims what it changes (fields/types.ts).
	 */
	readonly reads?: true;
	readonly paging?: Paging;
	/**
	 * What the node says was done when the service answers just 200 (A06), e.g. `{ deleted: true }`; a function makes
	 * it of what was sent. The item has what the operation worked on besides (`subjectOfWrite`), but for what is
	 * undefined here, and what the service answers takes precedence. `deleted` is said only where the service would
	 * have refused otherwise, i.e. for one thing that was named; `removed` says what is not there any more, whether or
	 * not it was. `{ success: true }` where the contract shows no answer, unless an operation says otherwise.
	 */
	readonly done?: JsonObject | ((sent: Sent) => JsonObject);
	/**
	 * Where the answer contains a list or a map, as paths such as `orgs[].roles`; the empty path is the answer itself.
	 * PHP sends a list with gaps as an object with numbers as keys (A07), and an empty map as a list (client facts
	 * 5.16); `call` corrects both. What is read by pages is corrected there.
	 */
	readonly shape?: AnswerShape;
	/**
	 * Fields of the answer or of its items that open something to whoever reads them: client secrets, tokens, keys,
	 * passwords, signed links. n8n hides them in executions (`sensitiveOutputFields`), and no error shows them. Plain
	 * text, because a type that depends on what `wrap` makes would keep that from being inferred; a test holds them
	 * against the contract.
	 */
	readonly secrets?: readonly string[];
	/**
	 * The type of the answer as the service sends it, before `wrap` and `simplify`. Absent where the document gives no
	 * body (A06): nothing that comes with status 200 may be relied on, and the node returns `done`.
	 */
	readonly output?: Output<O>;
}
/** A request whose answer is a list. */
export type ListRequest<E = unknown> = ServiceRequest<ListAnswer<E>>;
/** What the contract says of a request. */
export type Wire = Pick<
	ServiceRequest,
	'route' | 'credential' | 'signed' | 'unsigned' | 'dateline' | 'slow' | 'repeatable' | 'shape'
>;
/** What is declared beside an operationId of the contract says none of this. */
export type FromContract = { readonly [K in 'id' | 'output' | keyof Wire]?: never };
/** What an operation of the contract answers; unknown where it shows nothing. */
export type AnswerOf<Id extends string> = Id extends keyof Answers ? Answers[Id] : unknown;
/** The operationIds of the contract. */
export type ContractId = keyof typeof CONTRACT;
/** How each request of the contract is addressed and signed. */
export const WIRES: Readonly<Record<ContractId, Wire>> = CONTRACT;
/** What was done by an operation that says nothing of it. */
export const whatIsDone = (id: ContractId): Pick<ServiceRequest, 'done'> =>
	CONFIRMED.has(id) ? { done: { success: true } } : {};
/** Declares a request of the contract that is a part of operations but not an operation itself, e.g. of an upload. */
export const request = <const Id extends ContractId>(
	id: Id,
	declared: Omit<ServiceRequest<AnswerOf<Id>>, keyof FromContract> & FromContract = {},
): ServiceRequest<AnswerOf<Id>> & Pick<(typeof CONTRACT)[Id], 'credential'> => ({
	...whatIsDone(id),
	...declared,
	...WIRES[id],
	credential: CONTRACT[id].credential,
	id,
});

/** The path of a request, e.g. `/m-open/1/file/ls`. */
export const pathOf = ({ route }: Pick<ServiceRequest, 'route'>): string => route.slice(route.indexOf('/'));
export const methodOf = ({ route }: Pick<ServiceRequest, 'route'>): Method =>
	route.slice(0, route.indexOf(' ')) as Method;
/** Whether a request carries `dateline`: as it declares itself, otherwise all but those of a user token (A04). */
export const isDated = ({ dateline, credential }: Pick<ServiceRequest, 'dateline' | 'credential'>): boolean =>
	dateline ?? credential !== 'token';
/** Whether a request changes something, so that an answer that cannot be read leaves a doubt. */
export const isChange = ({ reads, signsIn }: Pick<ServiceRequest, 'reads' | 'signsIn'>): boolean => !reads && !signsIn;
/** Whether a request may be sent again after a lost answer. */
export const isRepeatable = ({ repeatable, reads }: Pick<ServiceRequest, 'repeatable' | 'reads'>): boolean =>
	repeatable ?? reads === true;
/** The type of a request's answer. */
export type Out<R> = R extends { readonly output?: Output<infer O> } ? O : never;

/**
 * What an operation does that an AI model must not decide alone: it deletes for good, it changes in another way what no
 * operation brings back, it changes many things at once, it costs money, or its answer contains a secret.
 */
export type Caution = 'permanent' | 'irreversible' | 'bulk' | 'paid' | 'secret';
