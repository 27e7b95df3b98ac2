import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { OPTIONS_OF_LIBRARY } from '../../src/n8n/form/fixedProperties';
import {
	IN_FORM,
	libraryMethods,
	nodeForm,
	readingTooltip,
	readingWebhook,
	readingWebhooks,
	run,
} from '../../src/lazy';

/** Works with the files of one library. All its operations are declared in the catalogue. */
export class FileLibrary implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library',
		name: 'fileLibrary',
		icon: { light: 'file:../../icons/fileLibrary.svg', dark: 'file:../../icons/fileLibrary.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: IN_FORM,
		description: 'Work with the files, folders, links and permissions of a library',
		defaults: { name: 'File Library' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Files of one library. A write returns the fullpath it worked on: pass that to the next operation. ' +
				`Upload reads the binary fields of binaryPropertyName. ${OPTIONS_OF_LIBRARY}`,
			relatedNodes: [
				{ nodeType: 'n8n-nodes-file-library.fileLibraryTrigger', relationHint: 'Starts when files change' },
			],
		},
		inputs: [NodeConnectionTypes.Main],
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
		webhooks: readingWebhooks,
		waitingNodeTooltip: readingTooltip,
		...nodeForm('fileLibrary'),
	};

	methods = libraryMethods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, 'fileLibrary')];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await readingWebhook(this);
	}
}
