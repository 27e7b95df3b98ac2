import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

/* Parts of the node's description. */

/** The option Page Path, or the id that n8n gives the node. */
const path = '={{ $parameter["options"]?.path || $webhookId }}';

/** GET serves the page, POST receives what it reports; the editor shows their one address once, without a method. */
export const previewWebhooks: IWebhookDescription[] = [
	{ name: 'setup', httpMethod: 'GET', responseMode: 'onReceived', isFullPath: true, path, ndvHideUrl: true },
	{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', isFullPath: true, path, ndvHideMethod: true },
];

const EXECUTIONS_HELP =
	"Click 'Execute step', then open the test URL in a browser: the first event ends the test. " +
	'Publish the workflow to serve the page at its production URL.';

/** What the editor shows while the trigger has no data. */
export const previewPanel: NonNullable<INodeTypeDescription['triggerPanel']> = {
	header: 'Pull in test viewer events',
	executionsHelp: { active: EXECUTIONS_HELP, inactive: EXECUTIONS_HELP },
};
