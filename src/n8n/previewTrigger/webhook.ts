import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { receivePost } from './receivePost';
import { logFailure, refusalMessage, respondJson, respondRefusal } from '../previewPage/respond';
import { servePage } from './servePage';

/**
 * Serves the page (webhook `setup`) and receives what it posts (`default`). Never throws: n8n would start the workflow
 * with an error for each visitor.
 */
export async function previewWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
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
