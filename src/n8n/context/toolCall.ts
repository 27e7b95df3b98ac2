import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asSentence, counted, isLibraryError } from '../../protocol/wire/libraryError';
import { modelHint, toNodeError } from './errors';
import { toolExecutionOf } from './hostFeatures';
import { withoutSecrets, type ErrorContext } from './runSecrets';
import { oncePer } from '../../protocol/wire/oncePer';

/* A node as the tool of an AI agent: what it says is read by a model. */

type Context = Pick<IExecuteFunctions, 'getNode'>;

/**
 * Whether the node runs as a tool. n8n 2 says so only where the agent itself calls the tool; where its engine does, and
 * in n8n 1, the name of the type tells, to which n8n adds "Tool" (`convertNodeToAiTool` of packages/cli).
 */
export const isToolCall = oncePer(
	// Each item asks, and n8n copies the whole node for an answer.
	(context: Context): boolean => toolExecutionOf(context) === true || context.getNode().type.endsWith('Tool'),
);

/**
 * Whether an error that is thrown would end the agent's whole run: n8n 2 hands it to the model, n8n 1 does not, unless
 * the node is set to stop the workflow.
 */
export const endsTheAgent = (context: Context): boolean =>
	toolExecutionOf(context) === undefined && context.getNode().onError !== 'stopWorkflow';

/** A failure in the words for a model: n8n hands on the message alone, so it says how to fix it too. */
export function toToolError(context: ErrorContext, failure: unknown): ReturnType<typeof toNodeError> {
	const error = toNodeError(context, failure);
	const own = isLibraryError(failure)
		? (withoutSecrets(context, failure).hint ?? modelHint(failure.kind))
		: undefined;
	const hint = own ?? error.description ?? undefined;
	// A path is what a model gets wrong most, and where to find the right one it can do itself.
	const way = isLibraryError(failure) && failure.kind === 'notFound' ? modelHint('notFound') : undefined;
	const parts = [error.message, hint, way === hint ? undefined : way].filter(
		(part) => part !== undefined && part !== '',
	);
	error.message = parts.map((part) => asSentence(String(part))).join(' ');
	// n8n adds the description to the message where the message does not contain it.
	error.description = undefined;
	return error;
}

/** What a model needs of a file in a list: what it goes on with, and what tells one from another. */
const HIT = ['fullpath', 'mount_id', 'filesize', 'modified', 'modified_by', 'tags'];

interface Shown {
	/** The items are files and folders of a list, made simple. */
	readonly areHits: boolean;
	/** The fields that were chosen for the model; none where all are wanted. */
	readonly fields: readonly string[];
}

const picked = (json: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.flatMap((name) => (json[name] === undefined ? [] : [[name, json[name]]])));

const MINUTE_MS = 60_000;

/** An item with the time until it expires in words, e.g. `2 days`: a model does not know what time it is. */
function withTimeLeft(json: IDataObject): IDataObject {
	const { expires_at: end } = json;
	const minutes = typeof end === 'string' ? Math.round((Date.parse(end) - Date.now()) / MINUTE_MS) : NaN;
	if (!(minutes > 0) || json.expires_in !== undefined) return json;
	const [count, unit] =
		minutes < 120 ? [minutes, 'minute'] : minutes < 2880 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
	return { ...json, expires_in: counted(Math.round(count), unit) };
}

/**
 * The fields of an item that were chosen for a model. Otherwise all but those that only distract it: what a transfer
 * took, and of a file in a list all but `HIT`. A failure is shown whole.
 */
function forModel({ transfer: _transfer, ...item }: IDataObject, { areHits, fields }: Shown): IDataObject {
	const json = withTimeLeft(item);
	if (fields.length > 0) return json.error === undefined ? picked(json, fields) : json;
	if (!areHits || json.fullpath === undefined) return json;
	const named = json.type === 'folder' ? { type: 'folder', ...json, filesize: undefined } : json;
	const names = json.type === 'folder' ? ['type', ...HIT] : HIT;
	return picked(named, names);
}

/** The items for a model, which sees no hints of n8n and for which no items look like a failure. */
export function itemsForModel(
	items: INodeExecutionData[],
	hints: readonly string[],
	show: Shown,
): INodeExecutionData[] {
	const notes = [...(items.length === 0 ? ['Nothing was found.'] : []), ...hints.map(asSentence)];
	const shown = items.map((item) => ({ ...item, json: forModel(item.json, show) }));
	return notes.length === 0 ? shown : [...shown, { json: { note: notes.join(' ') }, pairedItem: { item: 0 } }];
}
