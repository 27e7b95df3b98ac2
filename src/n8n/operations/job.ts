import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { AnyOperation, Sent } from '../../protocol/operation/define';
import type { JsonObject } from '../../protocol/wire/json';
import type { Progress } from '../context/progress';
import type { Form } from '../form/parameters';

/**
 * One operation for one item, with everything that was entered for it: read, checked and encoded once. `I` is the input
 * of the operation, an `In<…>`.
 */
export interface Job<I = JsonObject> {
	readonly context: IExecuteFunctions;
	readonly form: Form;
	readonly progress: Progress;
	readonly op: AnyOperation;
	/** Position of the item in the input, from 0. */
	readonly item: number;
	/** What was entered, as `readInput` reads it. */
	readonly input: JsonObject;
	/** The same values in the types of their fields. */
	readonly checked: I;
	/** The same values as the wire parameters of the operation. */
	readonly params: Sent;
	/**
	 * How many entries of a list are wanted at most; undefined for all of them and for operations that answer no
	 * list.
	 */
	readonly limit: number | undefined;
	/** The silence in ms after which a request is given up; undefined leaves it to each request. */
	readonly silenceMs: number | undefined;
	/** Whether entries are made readable (Simplify). */
	readonly simplify: boolean;
	/** How long to wait for a queued task, in ms; undefined where it is not waited for. */
	readonly waitMs: number | undefined;
}

/** The library of a person as an item names it; a library authorization needs no name. */
export const mountOf = ({ mount_id: mount }: Job['params']): JsonObject =>
	mount === undefined ? {} : { mount_id: Number(mount) };

/** An output item with these fields. */
export const outputItem = (fields: JsonObject): INodeExecutionData => ({ json: fields as IDataObject });

/** The most entries that the service returns for an operation; Infinity where there is no such limit. */
export const maxEntries = ({ paging }: AnyOperation): number =>
	paging?.kind === 'whole' ? (paging.maxSize ?? Infinity) : Infinity;
