import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { FILTERS_OF_ALL, OPTIONS_OF_ALL } from '../../src/n8n/form/fixedProperties';
import { IN_FORM, nodeForm, run, userSearch } from '../../src/lazy';

/** Works on behalf of a user. All its operations are declared in the catalogue. */
export class FileLibraryUser implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library User',
		name: 'fileLibraryUser',
		icon: { light: 'file:../../icons/fileLibraryUser.svg', dark: 'file:../../icons/fileLibraryUser.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: IN_FORM,
		description: 'Work with the libraries, files, favorites and search of a user',
		defaults: { name: 'File Library User' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Files of a person, in all libraries they may use. ' +
				`For one library as an application, use File Library. ${OPTIONS_OF_ALL} ${FILTERS_OF_ALL}`,
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'fileLibraryTokenApi', required: true }],
		...nodeForm('fileLibraryUser'),
	};

	methods = { listSearch: userSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, 'fileLibraryUser')];
	}
}
