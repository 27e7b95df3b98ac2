import { CONTRACT } from '../contract';
import { defined, type JsonObject } from '../wire/json';
import { type Fields, type InputOf, titleCase } from './fields';
import {
	type AnswerOf,
	type AuthKind,
	type Caution,
	type ContractId,
	type EntryOf,
	type FieldOf,
	type FromContract,
	type ListRequest,
	type Output,
	type Paging,
	type Sent,
	type ServiceRequest,
	type Wire,
	whatIsDone,
} from './request';

export * from './request';

/* What an operation is: a request, how people find it, and how it is carried out. */

/** The operation that a new node shows: it never destroys anything (Get Many, Get, Upload). */
type Menu = 'default';

interface Presentation<R extends string, M extends Menu | undefined> {
	readonly resource: R;
	readonly operation: string;
	/** Get Many, where there is one, and exactly one operation of each other resource is the `default`. */
	readonly menu?: M;
	/** Title of the operation in the form; Title Case of `operation` when absent. */
	readonly name?: string;
	/** Verb a noun, e.g. `Copy a file` for `file.copy`, which says it itself; `Get many files` for a list. */
	readonly action: string;
	/** What it does; its action when absent. */
	readonly summary: string;
	/** What the form of a trigger says at its top. */
	readonly notice?: string;
	/** What an AI model reads in place of the summary, as sentences: what costs tokens in each call should be short. */
	readonly forModel?: string;
	/**
	 * A complete, valid set of node parameters without resource and operation (build/operations.json). When absent:
	 * Return All for a list, nothing for others.
	 */
	readonly example: JsonObject;
}

type Each<W> = W extends ReadonlyArray<infer E> ? E : W;

/** How an operation is carried out. `O` is the answer, `W` one raw item or several, `I` what `items` says of items. */
interface Behaviour<F extends Fields, O, W, I> {
	/** The requests that a composite operation exercises, if not just its own. */
	readonly covers?: readonly ServiceRequest[];
	/** Further requests it may send, which have an operation of their own. */
	readonly alsoSends?: readonly ServiceRequest[];
	/** It is more than one signed call: a feature has the handler that carries it out (src/handlers.ts). */
	readonly special?: boolean;
	/** Runs once over all input items, with the parameters of the first; the handler pairs results with items. */
	readonly wholeInput?: true;
	/** Present when the answer may be a queued task; adds Wait for Completion, which its handler does (`waitMs`). */
	readonly queue?: true;
	/** Turns an answer into one item or several; `input` is what was entered, with what is not sent. */
	readonly wrap?: (answer: NoInfer<O>, sent: Sent, input: InputOf<NoInfer<F>>) => W;
	/**
	 * Adds to each entry of a whole list what only all of them together tell, before Simplify; an answer that is
	 * wanted as it came does without.
	 */
	readonly complete?: (entries: readonly JsonObject[]) => JsonObject[];
	/** What is shown beside an item, as a sentence without an end; times are in the time zone of the workflow. */
	says?(item: JsonObject, timezone: string): string | undefined;
	/**
	 * The type of the items, where a handler makes them: it does not compile with others. Where they are those of the
	 * answer's type, what they have besides. For the schema, too.
	 */
	readonly items?: Output<I>;
	/** Makes a readable item from a raw one (an entry of a list, what `wrap` makes, or the answer); adds Simplify. */
	readonly simplify?: (entry: NoInfer<Each<W>>) => JsonObject & NoInfer<I>;
}

/** One operation of a node: its form, its request, its answer. Everything else is derived from it. */
interface Operation<
	F extends Fields = Fields,
	O = unknown,
	W = EntryOf<O>,
	R extends string = string,
	M extends Menu | undefined = Menu | undefined,
	I = unknown,
>
	extends ServiceRequest<O>, Presentation<R, M>, Behaviour<F, O, W, I> {
	readonly credential: AuthKind;
	readonly input: F;
	/** What an update changes: at least one of these fields must be set. */
	readonly updates?: ReadonlyArray<keyof F & string>;
	/** Names fields of the entries that `output` declares. */
	readonly paging?: Paging<FieldOf<O>>;
	/** Refuses fields that are fine one by one and not together, before anything is sent. Throws inputError. */
	readonly check?: (input: InputOf<F>) => void;
	/** Makes the wire parameters of `composed` fields from the input, which was checked before. Throws inputError. */
	readonly compose?: (input: InputOf<F>) => Sent;
	/**
	 * What a model may do only where the workflow's owner allows it. What changes something has one that always
	 * applies, unless another operation takes it back: test/contract/undo.test.ts says which.
	 */
	readonly caution?: CautionFor<InputOf<F>> | ReadonlyArray<CautionFor<InputOf<F>>>;
}

/** A reason to be cautious, always or only with some inputs. A method, as in AnyOperation. */
type CautionFor<I> = Caution | { readonly kind: Caution; when(input: I): boolean };

/** Operations of the contract that a node can have: those that are not sent to an upload server with a session. */
type OperationId = {
	[Id in ContractId]: (typeof CONTRACT)[Id] extends { readonly credential: AuthKind } ? Id : never;
}[ContractId];
const OPERATION_WIRES: Readonly<Record<OperationId, Wire & { readonly credential: AuthKind }>> = CONTRACT;

type Name = `${string}.${string}`;
type ResourceIn<N extends Name> = N extends `${infer R}.${string}` ? R : never;
type MenuOf<N extends Name, M> = N extends `${string}.getMany` ? 'default' : M;
/** What is declared of an operation: all but what is `Fixed` and what its name says; `Optional` has defaults. */
type Declared<Op extends Pick<AnyOperation, Optional>, Fixed extends string> = Partial<Pick<Op, Optional>> &
	Omit<Op, Optional | Fixed | 'resource' | 'operation'>;
type Optional = 'action' | 'summary' | 'example';
/** What an operation does by its name. Throws where that has several words, which make no sentence by themselves. */
function actionOf(resource: string, operation: string): string {
	const noun = resource.replace(/([A-Z])/g, ' $1').toLowerCase();
	if (operation === 'getMany') return `Get many ${noun.replace(/y$/, 'ie')}s`;
	if (/[A-Z]/.test(operation)) throw new TypeError(`${resource}.${operation} does not say what it does`);
	return `${titleCase(operation)} ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
/**
 * What an operation is by its name, `resource.operation`, unless it says otherwise: what gets, searches or counts
 * something only reads, and what gets many is a list that comes at once.
 */
const byName = <N extends Name>(name: N, declared: { readonly action?: string }) => {
	const [resource, operation = ''] = name.split('.') as [ResourceIn<N>, string];
	const isList = operation === 'getMany';
	const { action = actionOf(resource, operation) } = declared;
	return {
		resource,
		operation,
		action,
		summary: action,
		example: isList ? { returnAll: true } : {},
		...(isList ? { paging: { kind: 'whole' } as const } : {}),
		...(/^(?:get|search|count)/.test(operation) ? { reads: true as const } : {}),
	};
};
const menuOf = <N extends Name, M>(name: N): { readonly menu?: MenuOf<N, M> } =>
	name.endsWith('.getMany') ? { menu: 'default' as MenuOf<N, M> } : {};

/** Declares an operation of the contract, which says the rest of it; all else is inferred from this object. */
export const operation = <
	const Id extends OperationId,
	const N extends Name,
	const F extends Fields,
	W = EntryOf<AnswerOf<Id>>,
	const M extends Menu | undefined = undefined,
	I = unknown,
>(
	id: Id,
	name: N,
	declared: Declared<Operation<F, AnswerOf<Id>, W, ResourceIn<N>, M, I>, keyof FromContract> & FromContract,
): Operation<F, AnswerOf<Id>, W, ResourceIn<N>, MenuOf<N, M>, I> => ({
	...byName(name, declared),
	...whatIsDone(id),
	...declared,
	...menuOf<N, M>(name),
	...OPERATION_WIRES[id],
	id,
});

/**
 * Declares an operation that the contract does not have: it sends several requests of it, as its handler does, or is
 * another view of one (`special: false`). `of` is that one, or the most important; it covers just this one unless it
 * says otherwise.
 */
export const ownOperation = <
	const N extends Name,
	const F extends Fields,
	O,
	W = EntryOf<O>,
	const M extends Menu | undefined = undefined,
	I = unknown,
>(
	id: string,
	name: N,
	of: ServiceRequest & { readonly credential: AuthKind },
	declared: Declared<Operation<F, O, W, ResourceIn<N>, M, I>, 'id' | 'route' | 'credential'>,
): Operation<F, O, W, ResourceIn<N>, M, I> => ({
	...byName(name, declared),
	covers: [of],
	special: true,
	route: of.route,
	credential: of.credential,
	...defined({ slow: of.slow, repeatable: of.repeatable }),
	...declared,
	id,
});

/** The input of an operation. */
export type In<Op> = Op extends { readonly input: infer F extends Fields } ? InputOf<F> : never;

/** The items that an operation declares; any where it declares none. */
export type ItemsOf<Op> = Op extends { readonly items?: Output<infer I> } ? I : unknown;

/** An operation of any input and answer: what generic code (forms, docs, the item loop) works with. */
export type AnyOperation = Omit<Operation, 'check' | 'compose' | 'wrap' | 'simplify' | 'caution'> & {
	// Methods, not properties: their parameters are bivariant, so that every Operation is assignable.
	check?(input: JsonObject): void;
	compose?(input: JsonObject): Sent;
	wrap?(answer: unknown, sent: Sent, input: JsonObject): JsonObject | readonly JsonObject[];
	simplify?(entry: JsonObject): JsonObject;
	readonly caution?: CautionFor<JsonObject> | ReadonlyArray<CautionFor<JsonObject>>;
};

/** The title of an operation as the form shows it. */
export const nameOf = ({ name, operation: key }: Pick<AnyOperation, 'name' | 'operation'>): string =>
	name ?? titleCase(key);

/** Whether an operation returns a list, read by pages. */
export const isListing = (op: AnyOperation): op is AnyOperation & ListRequest => op.paging !== undefined;

/** Every request that an operation may send, except those of a queued task. */
export const requestsOf = (op: AnyOperation): readonly ServiceRequest[] => [
	...(op.covers ?? [op]),
	...(op.alsoSends ?? []),
];

/** What may be irreversible, expensive or secret about an operation; with `when`, only for such inputs. */
export const cautionsOf = ({
	caution = [],
}: AnyOperation): ReadonlyArray<{ readonly kind: Caution; when?(input: JsonObject): boolean }> =>
	[caution].flat().map((each) => (typeof each === 'object' ? each : { kind: each }));

/** What this input asks for caution for; `checked` is the input in the types of its fields. */
export const cautionsFor = (op: AnyOperation, checked: JsonObject): Caution[] =>
	cautionsOf(op).flatMap((each) => ((each.when?.(checked) ?? true) ? each.kind : []));
