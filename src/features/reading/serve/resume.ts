import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isComplete, type ReadingItem, resumedWait } from '../plan/readingState';
import { runAgain } from './waitingEntry';
import { answeredByN8n, refusePost } from '../../preview';

/* A post that changes what is known of a wait resumes its execution: that is how n8n saves it. */

/** Items of a node with these fields. */
export const asItems = (jsons: readonly object[]): INodeExecutionData[] =>
	jsons.map((json) => ({ json: json as IDataObject }));

/** The items of a wait, one of them replaced. */
export const replaced = (items: readonly ReadingItem[], changed: ReadingItem): ReadingItem[] =>
	items.map((item) => (item.reading_id === changed.reading_id ? changed : item));

/** What n8n answers after it has resumed the execution, so that nothing is confirmed that n8n did not take. */
export function resume(
	context: IWebhookFunctions,
	items: INodeExecutionData[],
	webhookResponse: object,
): IWebhookResponseData {
	answeredByN8n(context);
	return { workflowData: [items], webhookResponse };
}

/** Resumes the execution after somebody has answered: for good where nothing more is waited for. */
export function goOn(
	context: IWebhookFunctions,
	items: readonly ReadingItem[],
	webhookResponse: object,
): IWebhookResponseData {
	const waitFor = context.getNodeParameter('waitFor', 'all') === 'one' ? 'one' : 'all';
	if (isComplete(items, waitFor)) return resume(context, asItems(items), webhookResponse);
	if (!runAgain(context)) return refusePost(context, 501, 'several');
	return resume(context, asItems(resumedWait(items)), webhookResponse);
}
