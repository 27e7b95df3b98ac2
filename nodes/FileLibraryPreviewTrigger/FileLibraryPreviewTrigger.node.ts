import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { librarySearch, previewWebhook } from '../../src/n8n/lazy';
import { libraryAccess } from '../../src/n8n/form/libraryAccess';
import { triggerProperties } from '../../src/n8n/form/properties';
import { previewTrigger } from '../../src/protocol/catalogue/viewerPage';

const PATH = '={{ $parameter["options"]?.path || $webhookId }}';
const PANEL =
	"Click 'Execute step', then open the test URL in a browser: the first event ends the test. Publish the workflow to serve the page at its production URL.";

/** Serves a page that embeds the preview of a file, and starts a workflow with what its viewer does. */
export class FileLibraryPreviewTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library Preview Trigger',
		name: 'fileLibraryPreviewTrigger',
		icon: { light: 'file:../../icons/fileLibrary.svg', dark: 'file:../../icons/fileLibrary.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{"on " + $parameter["events"].join(", ")}}',
		description:
			'Serve a page with the preview of a file, and start the workflow when pages are turned or media is played',
		eventTriggerDescription: 'Open the test URL in a browser and turn a page',
		activationMessage: 'The page is now served at its production URL.',
		triggerPanel: { header: 'Pull in test events of a viewer', executionsHelp: { active: PANEL, inactive: PANEL } },
		defaults: { name: 'File Library Preview Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'fileLibraryOrgApi',
				required: true,
				displayOptions: { show: { authentication: ['libraryAuthorization', undefined] } },
			},
			{
				name: 'fileLibraryEnterpriseApi',
				required: true,
				displayOptions: { show: { authentication: ['enterprise'] } },
			},
		],
		webhooks: [
			{
				name: 'setup',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				isFullPath: true,
				path: PATH,
				ndvHideUrl: true,
			},
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				isFullPath: true,
				path: PATH,
				ndvHideMethod: true,
			},
		],
		properties: [...libraryAccess, ...triggerProperties(previewTrigger)],
	};

	methods = { listSearch: librarySearch };

	// n8n itself serves the address: there is nothing to register elsewhere.
	webhookMethods = {
		default: {
			checkExists: async (): Promise<boolean> => true,
			create: async (): Promise<boolean> => true,
			delete: async (): Promise<boolean> => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await previewWebhook(this);
	}
}
