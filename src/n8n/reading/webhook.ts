import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { logFailure, refusalMessage, respondJson, respondRefusal } from '../previewPage/respond';
import { receivePost } from './receivePost';
import { servePage } from './servePage';

/**
 * Serves the reading page of an execution that waits (webhook `setup`) and receives what it posts (`default`). Never
 * throws: n8n would resume the execution with an error for each visitor.
 */
export async function readingWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isPost = context.getWebhookName() === 'default';
	try {
		return isPost ? await receivePost(context) : await servePage(context);
	} catch (failure) {
		const refusal = logFailure(context, failure);
		return isPost
			? respondJson(context, refusal.status, { message: refusalMessage(refusal) })
			: respondRefusal(context, refusal);
	}
}
