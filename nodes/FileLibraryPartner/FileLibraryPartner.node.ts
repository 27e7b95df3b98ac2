import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { OPTIONS_OF_ALL } from '../../src/n8n/form/fixedProperties';
import { IN_FORM, nodeForm, partnerSearch, partnerTests, run } from '../../src/lazy';

/** Manages the enterprises of a partner. All its operations are declared in the catalogue. */
export class FileLibraryPartner implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library Partner',
		name: 'fileLibraryPartner',
		icon: {
			light: 'file:../../icons/fileLibraryPartner.svg',
			dark: 'file:../../icons/fileLibraryPartner.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: IN_FORM,
		description: 'Manage many enterprises: creation, orders, settings and statistics',
		defaults: { name: 'File Library Partner' },
		usableAsTool: true,
		builderHint: {
			searchHint: `Enterprises of a partner. Create and Order cost money: ask before they run. ${OPTIONS_OF_ALL}`,
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'fileLibraryPartnerApi', required: true, testedBy: 'partnerTest' }],
		...nodeForm('fileLibraryPartner'),
	};

	methods = { listSearch: partnerSearch, credentialTest: partnerTests };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, 'fileLibraryPartner')];
	}
}
