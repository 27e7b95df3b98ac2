import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { libraryAccess } from '../../src/n8n/form/libraryAccess';
import { librarySearch, run } from '../../src/n8n/lazy';
import { cautionHints } from '../../src/n8n/form/cautionHints';
import { propertiesOf } from '../../src/n8n/form/properties';
import { secretFields } from '../../src/n8n/form/secretFields';
import { libraryOperations } from '../../src/protocol/catalogue';

/** Works with the files of one library. All its operations are declared in the catalogue. */
export class FileLibrary implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library',
		name: 'fileLibrary',
		icon: { light: 'file:../../icons/fileLibrary.svg', dark: 'file:../../icons/fileLibrary.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Work with the files, folders, links and permissions of a library',
		defaults: { name: 'File Library' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			// undefined: parameters stored without their defaults, by a program or before there was a choice.
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
		hints: cautionHints(libraryOperations),
		sensitiveOutputFields: secretFields(libraryOperations),
		properties: [...libraryAccess, ...propertiesOf(libraryOperations, 'file')],
	};

	methods = { listSearch: librarySearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, libraryOperations)];
	}
}
