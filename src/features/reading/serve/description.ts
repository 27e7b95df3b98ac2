import type { IWebhookDescription } from 'n8n-workflow';
import { READING_PATH } from '../plan/readingLink';

/*
 * The webhooks of a wait. n8n serves them while an execution waits at the node, and registers nothing for them. Without
 * a response of their own (`responseData`) n8n sends what the node answers, after it has resumed the execution.
 */

const shared = {
	responseMode: 'onReceived',
	responseData: '',
	path: READING_PATH,
	restartWebhook: true,
	isFullPath: true,
} as const;

/** GET serves the reading page, POST takes what it reports. */
export const readingWebhooks: IWebhookDescription[] = [
	{ ...shared, name: 'setup', httpMethod: 'GET' },
	{ ...shared, name: 'default', httpMethod: 'POST' },
];

/** What the editor says of a node that waits. */
export const readingTooltip = 'The execution continues when the reading links are answered or the time is over';
