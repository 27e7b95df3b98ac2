import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * The item of a part of the work that failed, with all that is known of it and the message as `error`. With an error
 * output it is routed there, as `{ error, message, details }`: n8n recognizes an item without other fields, and would
 * replace all fields by the message if the item carried the error itself. n8n adds the fields of the paired input item,
 * so an item that belongs to none is paired with none.
 */
export function failedItem(
	context: IExecuteFunctions,
	{ json, ...item }: INodeExecutionData,
	{ message }: Error,
): INodeExecutionData {
	if (context.getNode().onError !== 'continueErrorOutput') return { ...item, json: { ...json, error: message } };
	return { ...item, pairedItem: item.pairedItem ?? [], json: { error: message, message, details: json } };
}
