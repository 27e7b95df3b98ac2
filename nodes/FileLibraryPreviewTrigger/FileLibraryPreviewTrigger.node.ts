import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { IN_FORM, libraryMethods, nodeForm, previewPanel, previewWebhook, previewWebhooks } from '../../src/lazy';

/** Serves a page that embeds the preview of a file, and starts a workflow with the events of its viewer. */
export class FileLibraryPreviewTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library Preview Trigger',
		name: 'fileLibraryPreviewTrigger',
		icon: {
			light: 'file:../../icons/fileLibraryTrigger.svg',
			dark: 'file:../../icons/fileLibraryTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: IN_FORM,
		description: 'Serves a page with a file preview and starts the workflow when a page is turned or media plays',
		eventTriggerDescription: 'Open the test URL in a browser and turn a page',
		activationMessage: 'The page is now served at its production URL.',
		triggerPanel: previewPanel,
		defaults: { name: 'File Library Preview Trigger' },
		builderHint: {
			searchHint:
				'Serves a page that shows a file. ' +
				'Make personal links to it with File Library: Get Viewer Page Link.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'fileLibraryOrgApi',
				required: true,
				testedBy: 'libraryAuthorizationTest',
				displayOptions: { show: { authentication: ['libraryAuthorization'] } },
			},
			{
				name: 'fileLibraryEnterpriseApi',
				required: true,
				testedBy: 'enterpriseTest',
				displayOptions: { show: { authentication: ['enterprise'] } },
			},
		],
		webhooks: previewWebhooks,
		...nodeForm('fileLibraryPreviewTrigger'),
	};

	methods = libraryMethods;

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await previewWebhook(this);
	}
}
