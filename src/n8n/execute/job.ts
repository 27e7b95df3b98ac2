import type { NodeError } from '../context/errors';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { makeBudget, type Claim } from '../../client/async/tasks';
import { inTurns, mapInTurns } from '../../client/async/inTurns';
import type { Caller } from '../../client/service/call';
import type { AnyOperation, Sent, In, ItemsOf } from '../../protocol/operation/define';
import { checkLongJson } from '../../protocol/operation/check/text';
import type { InputRow } from '../../protocol/operation/check/inputRow';
import { titleCase } from '../../protocol/operation/fields';
import { idOf, type JsonObject, isJsonObject } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { oncePer } from '../../protocol/wire/oncePer';
import type { Progress } from '../context/progress';
import {
	callerOf,
	chosenLibrary,
	isByEnterprise,
	LIBRARY,
	libraryCaller,
	type LibraryParameter,
} from '../credentials/caller';
import { originOf } from '../form/expressions';
import type { Form } from '../form/readForm';
import { concurrencyIn } from '../form/nodeSettings';

/** One operation for one item, read, checked and encoded once. `I` is the input of the operation, an `In<…>`. */
export interface Job<I = JsonObject> {
	readonly context: IExecuteFunctions;
	readonly form: Form;
	readonly progress: Progress;
	readonly op: AnyOperation;
	/** Position of the item in the input, from 0. */
	readonly item: number;
	/** What was entered, in the types of its fields. */
	readonly checked: I;
	/** The same values as the wire parameters of the operation. */
	readonly params: Sent;
	/** The most entries of a list that are wanted; undefined for all of them and where there is no list. */
	readonly limit: number | undefined;
	/** The silence in ms after which a request is given up; undefined leaves it to each request. */
	readonly silenceMs: number | undefined;
	/** Whether entries are made readable (Simplify). */
	readonly simplify: boolean;
	/** How long to wait for a queued task, in ms; undefined where it is not waited for. */
	readonly waitMs: number | undefined;
}

/** The library of a person as an item names it; a library authorization needs no name. */
export const mountOf = ({ mount_id: mount }: Job['params']): { mount_id?: number | string } =>
	mount === undefined ? {} : { mount_id: idOf(mount) };

declare const itemFields: unique symbol;
/** An output item with fields of this type: `handles` holds it against what the entry of the operation declares. */
export interface Item<T> extends INodeExecutionData {
	/** Carries the type; never set at run time. */
	readonly [itemFields]?: T;
}
/** An output item. It does not compile without the type of its fields, so that none is only inferred from them. */
export const outputItem = <T extends JsonObject = never>(fields: NoInfer<T>): Item<T> => ({
	json: fields as IDataObject,
});

/** The most entries that the service returns for an operation; Infinity where there is no such limit. */
export const maxEntries = ({ paging }: AnyOperation): number =>
	paging?.kind === 'whole' ? (paging.maxSize ?? Infinity) : Infinity;

/**
 * How an operation is carried out, and all else in which it differs from others. The rest of the code asks this object
 * and compares no names: an entry of the catalogue says which handler it has, an entry that says nothing has
 * `plainOperation`. `I` is the input of the operation, an `In<…>`, and `O` the fields of its items, an `ItemsOf<…>`.
 */
export interface Handler<I = JsonObject, O = unknown> {
	/** Carries out one job and returns its output items. What it throws is shown as the failure of the item. */
	run(job: Job<I>, caller: Caller): Promise<Array<Item<O>>>;
	/**
	 * Refuses what the `check` of the entry cannot see, because it is in the form and not in the input: the kind of the
	 * credential, or an expression. Asked before an access token is obtained or a library is bound. Throws inputError.
	 */
	check?(job: Job<I>): void;
	/**
	 * What one item changes, where the fields alone do not tell; undefined for nothing. `byFields` is what parameters
	 * claim by the fields that make them. Throws inputError.
	 */
	claims?(job: Job<I>, byFields: (params: Sent) => Claim): Claim | undefined;
	/** The items of a waiting execution that goes on here; undefined where it begins. Asked before the form is read. */
	resume?(context: IExecuteFunctions): Promise<INodeExecutionData[] | undefined>;
	/** The parameter that names the library it works in, with the credential of an enterprise. Default: Library. */
	readonly library?: LibraryParameter;
	/** The wire parameters that it makes by itself, besides those of every request: what the reference says. */
	readonly automatic?: readonly string[];
}

/**
 * The item of a part of the work that failed, with all that is known of it and the message as `error`. With an error
 * output it is routed there, as `{ error, message, details }`: n8n recognizes an item without other fields, and would
 * replace all fields by the message if the item carried the error itself. n8n adds the fields of the paired input item,
 * so an item that belongs to none is paired with none. Of what nothing is known the item carries the error itself.
 */
export function failedItem(
	context: IExecuteFunctions,
	{ json, ...item }: INodeExecutionData,
	error: NodeError,
): INodeExecutionData {
	const { message } = error;
	if (Object.keys(json).length === 0) return { ...item, json: { error: message }, error };
	if (context.getNode().onError !== 'continueErrorOutput') return { ...item, json: { ...json, error: message } };
	return { ...item, pairedItem: item.pairedItem ?? [], json: { error: message, message, details: json } };
}

/** All items of a run together have no more requests under way than Concurrency says. Throws inputError. */
const slotsOf = oncePer((_context: IExecuteFunctions, form: Form) => makeBudget(concurrencyIn(form)));

/** The caller for one job, in the library of a parameter. May send requests (binding, token). Throws LibraryError. */
export async function callerFor<I>(job: Job<I>, library: LibraryParameter = LIBRARY): Promise<Caller> {
	const { context, form, op, item, silenceMs } = job;
	const caller =
		op.credential === 'org'
			? await libraryCaller(context, (name) => form.get(name, item), { item, silenceMs, library })
			: await callerOf(context, op.credential, item, { silenceMs });
	return { ...caller, underWay: slotsOf(context, form) };
}

/**
 * The enterprise of the node and the library in which it works; undefined for a library authorization. Throws what
 * `callerOf` throws, and inputError where no library is chosen.
 */
export async function enterpriseOf<I>({ context, form, item, silenceMs }: Job<I>) {
	if (!isByEnterprise(form.get('authentication', item))) return undefined;
	const caller = await callerOf(context, 'enterprise', item, { silenceMs });
	const enterprise = { ...caller, underWay: slotsOf(context, form) };
	return { enterprise, library: chosenLibrary(form.get('library', item)) };
}

interface ListOfRows<I> {
	/** The field with the list. */
	readonly key: Extract<keyof I, string>;
	/** Ends "must be a list of". */
	readonly of: string;
	readonly hint: string;
	/** The hint for an entry that is no object; `hint` when absent. */
	readonly rowHint?: string;
}

/** The rows: the input items, or with the source "json" the list in the form. Throws inputError. */
export async function inputRows<I extends { readonly source?: string | undefined }>(
	{ context, form, item, checked }: Job<I>,
	{ key, of, hint, rowHint = hint }: ListOfRows<I>,
): Promise<InputRow[]> {
	if (checked.source !== 'json')
		return context.getInputData().map(({ json }, at) => ({ item: at, where: '', json, origin: 'item' }));
	const label = titleCase(key);
	const origin = originOf(form.raw(key, item));
	const list = await inTurns(checkLongJson(label, checked[key]));
	if (!Array.isArray(list)) throw inputError(label, `must be a list of ${of}`, hint);
	let at = 0;
	return await mapInTurns<unknown, InputRow>(list, (json) => {
		at++;
		if (isJsonObject(json)) return { item, where: `${label}, row ${at}, `, json, origin };
		throw inputError(`${label}, row ${at}`, 'must be an object', rowHint);
	});
}

/** An operation by its id, and what carries it out. */
export interface Pairing {
	readonly id: string;
	readonly handler: Handler;
}

/** The handler of an operation of its own: with its input, and with the items that it declares. */
export type HandlerFor<Op> = Handler<In<Op>, ItemsOf<Op>>;

/** What an operation must be for a handler with the input `I` and items `O`; anything else says which differs. */
type Fitting<Op, I, O> =
	In<Op> extends I
		? [O] extends [ItemsOf<Op>]
			? unknown
			: { readonly itsHandlerMakes: O }
		: { readonly itsHandlerWants: I };

/** Pairs an operation with its handler; does not compile where the input or the items of the two differ. */
export const handles = <const Op extends AnyOperation, I extends JsonObject, O>(
	op: Op & Fitting<Op, I, O>,
	handler: Handler<I, O>,
): Pairing => ({ id: op.id, handler });

/** Finds what carries out operations. Throws at loading if a special one lacks a handler, or a plain one has one. */
export function handlersFor(
	operations: readonly AnyOperation[],
	plain: Handler,
	pairings: readonly Pairing[],
): HandlerOf {
	const byId = new Map(pairings.map(({ id, handler }) => [id, handler]));
	const wrong = operations.filter(({ id, special = false }) => byId.has(id) !== special).map(({ id }) => id);
	if (wrong.length > 0 || byId.size !== pairings.length)
		throw new Error(`A special operation has exactly one handler, and no other has one: ${wrong.join(', ')}`);
	return ({ id }) => byId.get(id) ?? plain;
}

/** What carries out an operation. */
export type HandlerOf = (op: Pick<AnyOperation, 'id'>) => Handler;
