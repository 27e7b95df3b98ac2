import type { INodeProperties, IWebhookDescription, INodeTypeDescription } from 'n8n-workflow';
import type { Choice } from '../../protocol/operation/fields';
import { READING_PATH } from '../../protocol/reading/readingLink';

/* Which credential a node that works with one library uses. */

/**
 * Shows the credential of library authorization. undefined: parameters that were saved without their defaults, by a
 * program or before there was a choice.
 */
export const forLibrary = { displayOptions: { show: { authentication: ['libraryAuthorization', undefined] } } };
/** Shows the credential of an enterprise, and what only it needs. */
export const forEnterprise = { displayOptions: { show: { authentication: ['enterprise'] } } };

/** The choice between both. */
export const AUTHENTICATION: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'libraryAuthorization',
	options: [
		{
			name: 'Enterprise',
			value: 'enterprise',
			description:
				"Work with any library of the enterprise; the node obtains the library's authorization automatically",
		},
		{
			name: 'Library Authorization',
			value: 'libraryAuthorization',
			description: 'Work with the one library that the credential opens',
		},
	],
};

/* What a node shows under its name on the canvas, in words instead of the values of its parameters. */

/** The operation and the resource of a node, e.g. "Get many: recycle bin". */
export const operationSubtitle =
	'={{ [$parameter["operation"], $parameter["resource"]]' +
	'.map((name) => String(name ?? "").replace(/([A-Z])/g, " $1").toLowerCase()).join(": ")' +
	'.replace(/^./, (first) => first.toUpperCase()) }}';

/** The titles of what is chosen in a parameter with several choices, e.g. "File Created, Restored". */
export function choiceSubtitle(parameter: string, choices: Readonly<Record<string, Choice>>): string {
	const titles = Object.fromEntries(Object.entries(choices).map(([value, { label }]) => [value, label]));
	const chosen = `[].concat($parameter["${parameter}"] ?? [])`;
	return `={{ ${chosen}.map((value) => (${JSON.stringify(titles)})[value] ?? value).join(", ") }}`;
}

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

/* Parts of the node's description. */

/** The option Page Path, or the id that n8n gives the node. */
const path = '={{ $parameter["options"]?.path || $webhookId }}';

/**
 * Two webhooks with one address: GET serves the page, POST receives what the page reports. The editor shows the address
 * once, without a method.
 */
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

/** The webhook methods: n8n itself serves the address, so there is nothing to register at the service. */
export const nothingToRegister = {
	checkExists: async (): Promise<boolean> => true,
	create: async (): Promise<boolean> => true,
	delete: async (): Promise<boolean> => true,
};
