import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { fieldsIn, isJsonObject, type JsonObject } from '../../protocol/wire/json';

/*
 * The one place that uses what n8n's contexts contain beside their interface. n8n keeps, with an execution that waits,
 * the entry of the node it waits at: the items that the node started with, which are passed through when the time ends,
 * and the node itself, which n8n turns off before it resumes. Its own Wait node can do with that, because it waits for
 * one answer; a wait for several has to begin again after each of them.
 */

/** The entry of the node at which an execution waits. */
interface WaitingEntry {
	readonly node: { disabled?: boolean };
	readonly data: { main: Array<INodeExecutionData[] | null> };
}

const isEntry = (value: unknown): value is WaitingEntry =>
	isJsonObject(value) && isJsonObject(value.node) && isJsonObject(value.data) && Array.isArray(value.data.main);

/** The entry of the running node; undefined where n8n has none of this form. */
function entryOf(context: IExecuteFunctions | IWebhookFunctions): WaitingEntry | undefined {
	const entry: unknown = Reflect.get(context, 'executeData');
	return isEntry(entry) ? entry : undefined;
}

/** The items that are passed through when the time ends; undefined where n8n does not show them. */
export const keptItems = (context: IExecuteFunctions | IWebhookFunctions): INodeExecutionData[] | undefined =>
	entryOf(context)?.data.main[0] ?? undefined;

/** Replaces the items that are passed through when the time ends. Returns false where this n8n does not let us. */
export function keepItems(context: IExecuteFunctions, items: INodeExecutionData[]): boolean {
	const entry = entryOf(context);
	if (entry) entry.data.main = [items];
	return entry !== undefined;
}

/** Lets the node run again when the execution resumes, in place of passing the items through. */
export function runAgain(context: IWebhookFunctions): boolean {
	const entry = entryOf(context);
	if (entry) entry.node.disabled = false;
	return entry !== undefined;
}

/** What the nodes of an execution share, as n8n saved it; empty where n8n does not show it to a webhook. */
export function savedFlow(context: IWebhookFunctions): JsonObject {
	const data = fieldsIn(Reflect.get(context, 'runExecutionData'));
	return fieldsIn(fieldsIn(fieldsIn(data.executionData).contextData).flow);
}
