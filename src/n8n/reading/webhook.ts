import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { answerVisitor } from '../previewPage/visitorWebhook';
import { receivePost } from './receivePost';
import { servePage } from './servePage';

/** Serves the reading page of an execution that waits, and receives what it posts. Never throws. */
export const readingWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await answerVisitor(context, { servePage, receivePost });
