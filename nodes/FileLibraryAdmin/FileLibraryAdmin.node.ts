import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { OPTIONS_OF_ALL } from '../../src/n8n/form/fixedProperties';
import { IN_FORM, enterpriseSearch, enterpriseTests, nodeForm, run } from '../../src/lazy';

/** Manages one enterprise. All its operations are declared in the catalogue. */
export class FileLibraryAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library Admin',
		name: 'fileLibraryAdmin',
		icon: { light: 'file:../../icons/fileLibraryAdmin.svg', dark: 'file:../../icons/fileLibraryAdmin.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: IN_FORM,
		description: 'Manage an enterprise: its libraries, members, departments, roles and logs',
		defaults: { name: 'File Library Admin' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Members, departments, libraries and roles of an enterprise. ' +
				'Directory: Synchronize takes all items at once; keep Dry Run on until the plan was read. ' +
				OPTIONS_OF_ALL,
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'fileLibraryEnterpriseApi', required: true, testedBy: 'enterpriseTest' }],
		...nodeForm('fileLibraryAdmin'),
	};

	methods = { listSearch: enterpriseSearch, credentialTest: enterpriseTests };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, 'fileLibraryAdmin')];
	}
}
