import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { IN_FORM, libraryMethods, nodeForm, pollLibrary } from '../../src/lazy';

/** Starts a workflow when files or folders in a library change, with one item for each change in the updates feed. */
export class FileLibraryTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library Trigger',
		name: 'fileLibraryTrigger',
		icon: {
			light: 'file:../../icons/fileLibraryTrigger.svg',
			dark: 'file:../../icons/fileLibraryTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: IN_FORM,
		description:
			'Works with files, folders, links and permissions of a library, and starts the workflow when they change',
		defaults: { name: 'File Library Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'One item for each change of a library: event, fullpath, hash. ' + 'Pass fullpath to File Library.',
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
		...nodeForm('fileLibraryTrigger'),
	};

	methods = libraryMethods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollLibrary(this);
	}
}
