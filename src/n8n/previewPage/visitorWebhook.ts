import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { logFailure, refuse, respondRefusal } from './respond';

type Answer = (context: IWebhookFunctions) => Promise<IWebhookResponseData>;

/**
 * Serves a page to its visitors (webhook `setup`) and receives what it posts (`default`). Never throws: n8n would start
 * or resume an execution with an error for each visitor.
 */
export async function answerVisitor(
	context: IWebhookFunctions,
	{ servePage, receivePost }: { readonly servePage: Answer; readonly receivePost: Answer },
): Promise<IWebhookResponseData> {
	const isPost = context.getWebhookName() === 'default';
	try {
		return isPost ? await receivePost(context) : await servePage(context);
	} catch (failure) {
		const refusal = logFailure(context, failure);
		return isPost ? refuse(context, refusal) : respondRefusal(context, refusal);
	}
}
